"""Other programs: how they are started, confined and stopped. The one owner of subprocess."""
