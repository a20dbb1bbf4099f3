"""Harnesses: isolated programs under benches/ that write artifacts."""
