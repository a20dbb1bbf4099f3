"""Everything that the accuracy harness fits, once for all of its tests."""

from tests.benches.loaded import load

kb = load("accuracy", "roofline")
FOUND = kb.scores.study(kb.points.machine())
SUMMARY = list(kb.scores.summary_rows(FOUND))
TOTALS = list(kb.scores.total_rows(FOUND))
CONSTANTS = list(kb.scores.constant_rows(FOUND))
TABLES = {
    "accuracy_gemm.csv": list(kb.scores.gemm_rows(FOUND)),
    "accuracy_allreduce.csv": list(kb.scores.message_rows(FOUND)),
    "accuracy_layer.csv": list(kb.scores.layer_rows(FOUND)),
    "accuracy_total.csv": TOTALS,
}


def summary(data, model, split, fold="even"):
    key = (data, model, fold, split)
    return next(row for row in SUMMARY if (row["data"], row["model"], row["fold"], row["split"]) == key)
