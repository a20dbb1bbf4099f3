"""PDFs read back."""
