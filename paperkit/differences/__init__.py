"""The numbers of a report at two times: what moved, came, went, and whether the two can be compared."""
