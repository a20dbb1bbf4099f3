"""`python -m paperkit` and the installed command `paperkit`."""

from paperkit.cli.main import main

if __name__ == "__main__":
    main()
