"""The words of quantities: numbers, parts and multiples, and the words beside them that make no quantity of them."""

from __future__ import annotations

import re

from paperkit.latex.alphabet import SPACES
from paperkit.latex.wordlist import words

_ONES = """zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen
    seventeen eighteen nineteen"""
UNITS = dict(zip(_ONES.split(), range(20), strict=True))
TENS = dict(
    zip(["twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"], range(20, 100, 10), strict=True)
)
SCALES = {"hundred": 100, "thousand": 1000, "million": 10**6, "billion": 10**9, "trillion": 10**12, "dozen": 12}
SCALE = "|".join(SCALES)
GAP = rf"(?:[{SPACES}]+|-)"
_NUMBER = "|".join([*UNITS, *TENS])
_REST = rf"{GAP}and{GAP}(?:{_NUMBER})(?:{GAP}(?:{_NUMBER}))?(?![\w-])"
CARDINAL = rf"(?:(?:{_NUMBER})(?:{GAP}(?:{_NUMBER}|(?:{SCALE})s?(?:{_REST})?))*)"
"""A number in words, as a regular expression."""
PARTS = {
    "half": 2,
    "halves": 2,
    "third": 3,
    "thirds": 3,
    "quarter": 4,
    "quarters": 4,
    "fourth": 4,
    "fourths": 4,
    "fifth": 5,
    "fifths": 5,
}
PARTS |= {
    "sixth": 6,
    "sixths": 6,
    "seventh": 7,
    "sevenths": 7,
    "eighth": 8,
    "eighths": 8,
    "ninth": 9,
    "ninths": 9,
    "tenth": 10,
}
PARTS |= {"tenths": 10, "twentieth": 20, "hundredth": 100, "hundredths": 100, "thousandth": 1000, "thousandths": 1000}
ORDINALS = dict(
    zip(
        ["second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"],
        range(2, 11),
        strict=True,
    )
)
TIMES = {
    "twice": 2,
    "thrice": 3,
    "doubled": 2,
    "doubles": 2,
    "doubling": 2,
    "double": 2,
    "tripled": 3,
    "triples": 3,
    "tripling": 3,
}
TIMES |= {
    "triple": 3,
    "quadrupled": 4,
    "quadruples": 4,
    "quadrupling": 4,
    "quadruple": 4,
    "quintupled": 5,
    "tenfold": 10,
    "hundredfold": 100,
    "thousandfold": 1000,
}
HALVING = {"halved": 2, "halves": 2, "halving": 2, "halve": 2}

STOP = words("""
    of the a an and or is are was were be in on at to for with from by as that which who but than then when while it
    they we our its their this these those has have had can could will would may might not only also per each
    """)
AFTER_PART = STOP | words("""
    less more fewer lower higher faster slower longer shorter smaller larger
    """)
SINGULAR = words("""
    core thread gpu cpu node machine server second minute hour day week month year cycle run percent
    """)
NAMED_DOUBLE = words("""
    precision buffer buffers buffering buffered blind descent quotes quote click spacing counting check checks free
    integral bond bonds helix well edged sided loop patterning points point redundancy modular store stores negative
    encapsulation hashing tagging sampling spending
    """)
QUALIFIERS = words("""
    main key major different distinct separate following basic broad important potential possible common fundamental
    related complementary orthogonal principal primary central crucial essential interesting notable general
    significant simple natural obvious closely types kinds
    """)
"""Before a noun: what is counted orders the text."""
TIME_UNITS = words("""
    second seconds minute minutes hour hours day days week weeks month months year years decade decades century
    centuries cycle cycles millisecond milliseconds microsecond microseconds night nights quarter quarters semester
    semesters season seasons
    """)
NARRATIVE = words("""
    authors kinds kind types type ways way sorts parts part reasons reason aspects aspect questions steps stages phases
    things points sections section chapters category directions sides ends goals goal challenges
    challenge problems contributions contribution approaches approach ideas idea observations observation
    insights assumptions properties components respects perspectives dimensions options senses families areas
    topics themes terms concepts criteria principles strategies techniques mechanisms examples forms
    findings lessons views extremes halves alternatives requirements factors limitations works papers
    lines worlds hands fold sources rules roles versions designs causes choices arguments optimizations
    optimisations implications modes objectives definitions operations opportunities advantages disadvantages
    benefits drawbacks concerns issues difficulties shortcomings trends trade-offs tradeoffs paradigms schools
    threats caveats remarks notions interpretations explanations hypotheses procedures subproblems sub-problems
    constraints quantities effects phenomena regimes purposes functions contexts philosophies lemmas theorems
    corollaries entities rqs paragraphs subsections tables figures appendices theories frameworks pieces ingredients
    pillars axes innovations features aims desiderata guidelines hints improvements extensions modifications
    changes differences reviewers communities remedies answers strands facets flavors flavours obstacles barriers
    hurdles pitfalls intuitions camps takeaways tenets facts claims possibilities consequences conclusions comments
    suggestions recommendations guarantees deficiencies weaknesses strengths motivations considerations
    distinctions subsets subtasks sub-tasks subparts counterparts parties scales patterns quirks bounds
    resources pathways referees literatures identities inputs anecdotes episodes limits colleagues debates traditions
    viewpoints practices behaviors behaviours charts
    """)
"""Nouns whose count often only orders the text."""
SETUP = words("""
    models systems methods tasks algorithms baselines metrics settings scenarios conditions groups classes levels
    variants parameters hyperparameters configurations strategies techniques modes stages schemes policies heuristics
    categories datasets simulators frameworks libraries approaches domains modules layers applications analyses studies
    experiments cases policies environments
    """)
"""Nouns of a set-up: counted where something is done with them, told elsewhere."""
HARD = words("""
    controllers cores threads nodes gpus cpus vcpus machines servers hosts workers clients processes processors sockets
    cohorts cards chips devices runs trials repetitions epochs iterations samples seeds participants subjects users
    patients students people persons respondents annotators volunteers requests replies queries packets bytes
    bits cycles instructions seconds minutes hours days weeks months years decades times percent dollars euros
    watts volts joules meters metres kilometers miles banks channels lanes buffers registers ports switches
    links routers racks disks drives ssds dimms stacks kernels commands transactions crashes failures faults
    bugs errors benchmarks traces workloads datasets languages images tokens experts judges raters ranks dies
    developers engineers clusters instances replicas shards partitions vms containers hops dofs women
    men children adults infants boys girls mice rats birds animals fish eggs nests cells genes strains deaths
    doses hospitals centres centers clinics schools teachers nurses doctors physicians surgeons sensors cameras
    robots stars galaxies planets detectors photons electrons electrodes trees plants countries cities villages
    households firms companies universities laboratories labs volumes litres liters grams kilograms kilometres
    pixels frames stations vehicles cars drivers operators reads round-trips outages articles classrooms ticks
    cables wavelengths antennas satellites subcarriers qubits ions atoms molecules lasers crystals wafers
    """)
"""Nouns that get counted and not told: a number before one is a quantity, whatever stands before it."""


def cardinal(text: str) -> int:
    """The value of number words.

    >>> cardinal("twenty-four thousand"), cardinal("a dozen"), cardinal("two hundred and six")
    (24000, 12, 206)
    """
    total, current = 0, 0
    for each in re.split(r"[^a-z]+", text.lower()):
        word = each.removesuffix("s") if each[:-1] in SCALES else each
        if word in UNITS or word in TENS:
            current += UNITS.get(word, 0) + TENS.get(word, 0)
        elif word in ("hundred", "dozen"):
            current = max(current, 1) * SCALES[word]
        elif word in SCALES:
            total += max(current, 1) * SCALES[word]
            current = 0
    return total + current
