"""The keys of bench.yaml, each with its doc, default and example."""

from paperkit.config.fields import Field, Shape

SCHEMA = "paperkit/bench/1"

COLUMN = (
    Field("type", Shape.TEXT, "what its cells are", "integer", True, words="string, integer, number or boolean"),
    Field("unit", Shape.TEXT, "of its cells; leave it out for a bare number or text", "cycles", words="a unit"),
    Field("description", Shape.TEXT, "what it says, for a reader of the descriptor", "end-to-end time", required=True),
    Field("min", Shape.TEXT, "no cell is below", "0", words="a number"),
    Field("max", Shape.TEXT, "no cell is above", "1", words="a number"),
    Field("uncertainty", Shape.TEXT, "that holds the uncertainty of this one", "latency_stdev", words="a column"),
)

ROWS = (
    Field("min", Shape.COUNT, "at least so many", "1"),
    Field("max", Shape.COUNT, "at most so many", "500"),
)

OUTPUT = (
    Field("path", Shape.TEXT, "name of the file in {out}", "gemm.csv", required=True),
    Field("kind", Shape.TEXT, "how its values came to be", "model", True, words="measured, model or projection"),
    Field("key", Shape.TEXTS, "the columns that tell one row from every other", "[mode, m]", required=True),
    Field("description", Shape.TEXT, "what the file holds", "latency of each mode and size", required=True),
    Field(
        "columns",
        Shape.NAMED_RECORDS,
        "the columns, in the order of the file",
        "{m: {type: integer, description: size}}",
        True,
        COLUMN,
    ),
    Field("rows", Shape.RECORD, "how many rows there are", "{min: 1, max: 500}", fields=ROWS),
)

FIELDS = (
    Field("schema", Shape.TEXT, "version of this file's keys", SCHEMA, required=True),
    Field("name", Shape.TEXT, "name of the harness; its folder has the same", "gemm", required=True),
    Field("title", Shape.TEXT, "one line for lists", "GEMM by composite command", required=True),
    Field(
        "command",
        Shape.TEXTS,
        "what is started in the harness's folder; {out} is the empty folder that takes the outputs, {seed} the seed, "
        "{x} the parameter x, and `python` the interpreter that runs paperkit",
        '[python, bench.py, --out, "{out}"]',
        required=True,
    ),
    Field("code", Shape.TEXTS, "globs of the program's files; nothing else is there when it runs", "['*.py']", True),
    Field("inputs", Shape.TEXTS, "globs of the files that it reads", "[../topology.yaml]"),
    Field("pythonpath", Shape.TEXTS, "folders that it imports from", "[../]"),
    Field("parameters", Shape.NAMED_TEXTS, "values for the command", "{repeats: 5}"),
    Field("seed", Shape.COUNT, "seed of every random draw", "7"),
    Field("timeout_s", Shape.TEXT, "after which it is ended; 600 where nothing is said", "120", words="seconds"),
    Field(
        "memory_mb",
        Shape.COUNT,
        "megabytes (10^6 bytes) that each of its processes may take; 2000 where nothing is said",
        "2000",
    ),
    Field("expected_runtime_s", Shape.TEXT, "that it usually takes, for lists and progress", "10", words="seconds"),
    Field("jobs", Shape.COUNT, "how many of its runs may go on at once; 1 where nothing is said", "1"),
    Field(
        "report_only",
        Shape.TEXT,
        "it serves reports, and no regular suite runs it; so where nothing is said",
        "true",
        words="`true`",
    ),
    Field("outputs", Shape.RECORDS, "the files that it writes", "", True, OUTPUT),
)
