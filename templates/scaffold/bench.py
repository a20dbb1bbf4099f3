"""@title@: what it measures or computes, and how.

Written by `paperkit new` as an example that runs: a batch costs a fixed start, then a time for each item. Put your own
measurement or model in its place. It runs without paperkit: python bench.py --out FOLDER
"""

import argparse
import csv
from pathlib import Path

START_US, ITEM_US = 40, 3
BATCHES = (1, 4, 16, 64)


def rows():
    """(items in the batch, time of the whole batch in microseconds)."""
    for items in BATCHES:
        yield items, START_US + items * ITEM_US


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--out", type=Path, required=True, help="folder that gets the CSV file")
    out = parser.parse_args().out
    with (out / "@name@.csv").open("w", newline="", encoding="utf-8") as stream:
        writer = csv.writer(stream, lineterminator="\n")
        writer.writerow(["items", "time_us"])
        writer.writerows(rows())


if __name__ == "__main__":
    main()
