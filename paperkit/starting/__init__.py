"""How a project, a report and a harness begin: scaffolds put in place, never over what is there."""
