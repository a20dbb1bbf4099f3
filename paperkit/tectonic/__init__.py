"""The typesetter: the engine and its TeX files, how they get here, and what they say."""
