r"""Numbers of papers from their data folders: keys with decimals, codes beside labels, spreads, losses."""

import pytest

from paperkit.suggest.suggest import Answer
from tests.suggest.test_suggest import Paper, paper  # noqa: F401 (a fixture)

LOADS = """workload,load,policy,label,latency,p99_ms,attained
code,0.85,fcfs,First come (default),3367.7,97939.3,0.0758
code,0.85,work,By work (ours),2463.8,111468.4,0.1042
code,0.92,fcfs,First come (default),8394.1,190522.4,0.0455
code,0.92,work,By work (ours),4019.9,273367.2,0.0967
chat,0.85,fcfs,First come (default),538.8,71332.7,0.2213
chat,0.85,work,By work (ours),391.2,65494.9,0.2816
chat,0.92,fcfs,First come (default),1365.3,121440.4,0.1351
chat,0.92,work,By work (ours),568.8,106213.7,0.2605
"""
SEEDS = "seed,accuracy,fpr\n2026,0.8817,0.1333\n2027,0.8775,0.1458\n2028,0.8816,0.1375\n2029,0.8725,0.1792\n"
DELTAS = "block,scoring,refit\nfirst,-2.777,4.945\nsecond,1.367,1.432\nthird,0.112,1.901\n"
GROWTH = "age,enhancement,rate\n1,1.338,1.791\n2,1.741,3.033\n3,2.137,4.568\n"
DIALECTS = "dialect,n,right\nplain,150,0.26\nplain,50,0.31\nmixed,150,0.08\nmixed,50,0.12\n"


def _markers(answer: Answer) -> list[str]:
    return [one.marker for one in answer.suggestions[:3]]


@pytest.mark.parametrize(
    ("data", "body", "marker"),
    [
        (LOADS, "At a load of 0.92 the chat latency of first come is 1365.",
         'data(workload="chat", load=0.92, label="First come (default)").latency | .0f'),
        (LOADS, "At a load of 0.92, ordering by work (ours) brings the code latency to 4020.",
         'data(workload="code", load=0.92, label="By work (ours)").latency | .0f'),
        (SEEDS, "The accuracy varies with a standard deviation of 0.0044.", "stdev(data.accuracy) | .4f"),
        (DELTAS, "In the first block scoring alone loses 2.777 points.", 'abs(data(block="first").scoring) | .3f'),
        (GROWTH, "At an age of 2 the enhancement amounts to 74\\% more.", "percent(data(age=2).enhancement - 1) | .0f"),
        (GROWTH, "\\newcommand{\\rt}{rate}At an age of 2, $\\rt$ is 3.03.", "data(age=2).rate | .2f"),
        (SEEDS, "The false positive rate (fpr) is up to 0.179.", "max(data.fpr) | .3f"),
    ],
)  # fmt: skip
def test_the_right_one_is_among_the_first_three(paper: Paper, data: str, body: str, marker: str) -> None:  # noqa: F811
    paper.file("data.csv", data)
    assert marker in _markers(paper.ask(body))


def test_a_difference_of_milliseconds_is_found_in_seconds(paper: Paper) -> None:  # noqa: F811
    paper.file("data.csv", LOADS)
    sides = (f'data(workload="code", load=0.92, policy="{policy}").p99_ms' for policy in ("work", "fcfs"))
    body = "At a load of 0.92 the tail of the code policy work is 82.8~s longer than that of fcfs."
    assert f"({' - '.join(sides)}) / 1000 | .1f" in _markers(paper.ask(body))


def test_a_count_selects_no_row_of_its_own_column(paper: Paper) -> None:  # noqa: F811
    paper.file("data.csv", "model,tier,n,right\na,all,150,0.26\na,easy,50,0.31\nb,all,150,0.08\nb,easy,50,0.12\n")
    assert all(
        "n=" not in marker for marker in _markers(paper.ask("Model b sees 150 samples in all.")) if ").n" in marker
    )


def test_a_share_of_shares_comes_behind_a_share(paper: Paper) -> None:  # noqa: F811
    paper.file("data.csv", "cache,idle_s,hit_pct\nlocal,60,100.0\nlocal,600,0.0\nshared,60,98.1\nshared,600,99.4\n")
    assert paper.first("The local cache at an idle of 600 hits 0.0\\% of the time.") == (
        'data(cache="local", idle_s=600).hit_pct | .1f'
    )
