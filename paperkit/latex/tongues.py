"""Quantities in words of other languages than English: half, twice, a third, and numbers before what gets counted."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from decimal import Decimal
from typing import NamedTuple

from paperkit.latex.alphabet import SPACES
from paperkit.latex.numerals import Found
from paperkit.latex.printed import Printed
from paperkit.latex.wordlist import words

_GAP = f"[{SPACES}]+"
_WORD = re.compile(r"[^\W\d_]+")
_SAMPLE = 8_000
"""Characters from the middle of a text that are enough to tell its language."""
_MOST = 3
"""Times as many words of a language as of English."""
_ENGLISH = words("the of and is for with was that are by this which from we")


class Tongue(NamedTuple):
    """What a language has for quantities."""

    votes: frozenset[str]
    """Words that tell the language."""
    parts: dict[str, str]
    """Regular expressions of words for parts and multiples, and their values."""
    numbers: dict[str, int]
    nouns: str
    """What gets counted, as a regular expression; behind at most one other word."""


def _numbers(text: str, first: int = 2) -> dict[str, int]:
    return {word: first + index for index, each in enumerate(text.split()) for word in each.split("/")}


GERMAN = Tongue(
    words("der die und das den von mit ist für auf eine nicht werden wurde dass sich bei"),
    {
        r"hälfte": "0.5",
        r"halb[ ~\n]+so": "0.5",
        r"halbier(?:t|te|en)": "0.5",
        r"(?:anderthalb|eineinhalb)": "1.5",
        r"drittel": "0.3333",
        r"zwei[ ~\n]+drittel": "0.6667",
        r"drei[ ~\n]+viertel": "0.75",
        r"(?:doppelt|zweimal|zweifach|verdoppelt\w*|verdoppeln)": "2",
        r"(?:dreimal|dreifach\w*|verdreifacht\w*)": "3",
        r"(?:viermal|vierfach\w*)": "4",
        r"(?:fünfmal|fünffach\w*)": "5",
        r"(?:zehnmal|zehnfach\w*)": "10",
        r"eine?r?[ ~\n]+größenordnung": "10",
    },
    _numbers("zwei drei vier fünf sechs sieben acht neun zehn elf zwölf")
    | {"zwanzig": 20, "dreißig": 30, "hundert": 100},
    r"prozent\w*|sekunden|minuten|stunden|tagen?|wochen|monaten?|jahren?|jahre|punkten?|personen|teilnehmer\w*|probanden"
    r"|messungen|versuchen?|läufen?|durchläufen?|knoten|kernen?|rechnern?|servern?|prozessoren|threads|proben|patienten"
    r"|schülern?|studierenden?|geräten?|sensoren|kameras|bits?|bytes?|mal",
)
FRENCH = Tongue(
    words("les des et une dans pour est que qui sur avec par sont nous cette ces aux plus"),
    {
        r"moitié": "0.5",
        r"un[ ~\n]+tiers": "0.3333",
        r"deux[ ~\n]+tiers": "0.6667",
        r"un[ ~\n]+quart": "0.25",
        r"trois[ ~\n]+quarts": "0.75",
        r"(?:doubl(?:é|ée|ent|er)|le[ ~\n]+double)": "2",
        r"(?:tripl(?:é|ée|ent|er)|le[ ~\n]+triple)": "3",
        r"un[ ~\n]+ordre[ ~\n]+de[ ~\n]+grandeur": "10",
    },
    _numbers("deux trois quatre cinq six sept huit neuf dix onze douze")
    | {"vingt": 20, "trente": 30, "cinquante": 50, "cent": 100},
    r"fois|secondes|minutes|heures|jours|semaines|mois|ans|années|points?|pour[ ~\n]+cent|personnes|participants|sujets"
    r"|mesures|essais|nœuds|noeuds|cœurs|coeurs|machines|serveurs|processeurs|patients|élèves|étudiants|capteurs|caméras"
    r"|bits|octets|processus|threads|échantillons",
)
SPANISH = Tongue(
    words("los las una para con por del que es en se como más al son este esta"),
    {
        r"mitad": "0.5",
        r"un[ ~\n]+tercio": "0.3333",
        r"dos[ ~\n]+tercios": "0.6667",
        r"un[ ~\n]+cuarto": "0.25",
        r"(?:el[ ~\n]+doble|duplic(?:a|ó|an|ar|ado|ando))": "2",
        r"(?:el[ ~\n]+triple|triplic(?:a|ó|an|ar|ado|ando))": "3",
        r"un[ ~\n]+orden[ ~\n]+de[ ~\n]+magnitud": "10",
    },
    _numbers("dos tres cuatro cinco seis siete ocho nueve diez once doce") | {"veinte": 20, "treinta": 30, "cien": 100},
    r"veces|segundos|minutos|horas|días|semanas|meses|años|puntos|por[ ~\n]+ciento|personas|participantes|sujetos"
    r"|mediciones|medidas|ensayos|nodos|núcleos|máquinas|servidores|procesadores|pacientes|alumnos|estudiantes|sensores"
    r"|cámaras|bits|bytes|hilos|muestras|ejecuciones",
)
PORTUGUESE = Tongue(
    words("os as uma para com por do da que em se como mais dos das são não foi"),
    {
        r"metade": "0.5",
        r"um[ ~\n]+terço": "0.3333",
        r"dois[ ~\n]+terços": "0.6667",
        r"um[ ~\n]+quarto": "0.25",
        r"(?:o[ ~\n]+dobro|dobr(?:ou|a|am|ar|ando)|duplic(?:ou|a|am|ar))": "2",
        r"(?:o[ ~\n]+triplo|triplic(?:ou|a|am|ar))": "3",
        r"uma[ ~\n]+ordem[ ~\n]+de[ ~\n]+(?:grandeza|magnitude)": "10",
    },
    _numbers("dois/duas três quatro cinco seis sete oito nove dez onze doze") | {"vinte": 20, "trinta": 30, "cem": 100},
    r"vezes|segundos|minutos|horas|dias|semanas|meses|anos|pontos|por[ ~\n]+cento|pessoas|participantes|medições"
    r"|medidas|ensaios|nós|núcleos|máquinas|servidores|processadores|pacientes|alunos|estudantes|sensores|câmeras|bits"
    r"|bytes|threads|amostras|execuções",
)
ITALIAN = Tongue(
    words("della dei con per una che il sono nel più delle alla gli come non di"),
    {
        r"metà": "0.5",
        r"un[ ~\n]+terzo": "0.3333",
        r"due[ ~\n]+terzi": "0.6667",
        r"un[ ~\n]+quarto": "0.25",
        r"(?:il[ ~\n]+doppio|raddoppi(?:a|ato|ata|ano|are))": "2",
        r"(?:il[ ~\n]+triplo|triplic(?:a|ato|ata|ano|are))": "3",
        r"un[ ~\n]+ordine[ ~\n]+di[ ~\n]+grandezza": "10",
    },
    _numbers("due tre quattro cinque sei sette otto nove dieci undici dodici")
    | {"venti": 20, "trenta": 30, "cento": 100},
    r"volte|secondi|minuti|ore|giorni|settimane|mesi|anni|punti|per[ ~\n]+cento|persone|partecipanti|misure|prove|nodi"
    r"|macchine|server|processori|pazienti|studenti|sensori|telecamere|bit|byte|thread|campioni|esecuzioni",
)
DUTCH = Tongue(
    words("het een van en de zijn voor met wordt niet dat bij deze door aan"),
    {
        r"helft": "0.5",
        r"een[ ~\n]+derde": "0.3333",
        r"twee[ ~\n]+derde": "0.6667",
        r"een[ ~\n]+kwart": "0.25",
        r"(?:tweemaal|verdubbel\w+)": "2",
        r"(?:driemaal|verdrievoudig\w+)": "3",
        r"een[ ~\n]+orde[ ~\n]+van[ ~\n]+grootte": "10",
    },
    _numbers("twee drie vier vijf zes zeven acht negen tien elf twaalf")
    | {"twintig": 20, "dertig": 30, "honderd": 100},
    r"keer|maal|seconden|minuten|uren|uur|dagen|weken|maanden|jaar|jaren|punten|procent|personen|deelnemers|metingen"
    r"|proeven|knopen|kernen|machines|servers|processoren|patiënten|leerlingen|studenten|sensoren|camera's|bits|bytes",
)
POLISH = Tongue(
    words("się nie jest oraz dla przez przy że są do na jako tym które"),
    {
        r"połow(?:a|ę|y|ie|ą)": "0.5",
        r"(?:jedna[ ~\n]+trzecia|jednej[ ~\n]+trzeciej|jedną[ ~\n]+trzecią)": "0.3333",
        r"(?:dwie[ ~\n]+trzecie|dwóch[ ~\n]+trzecich)": "0.6667",
        r"(?:jedna[ ~\n]+czwarta|jednej[ ~\n]+czwartej|ćwierć)": "0.25",
        r"(?:dwukrotn\w+|podwoi\w+)": "2",
        r"trzykrotn\w+": "3",
        r"dziesięciokrotn\w+": "10",
        r"rz(?:ąd|ędu)[ ~\n]+wielkości": "10",
    },
    _numbers("dwa/dwie/dwóch trzy/trzech cztery/czterech pięć/pięciu sześć/sześciu siedem osiem dziewięć dziesięć"),
    r"raz[ay]?|sekund\w*|minut\w*|godzin\w*|dni|tygodn\w+|miesi\w+|lat|lata|punkt\w*|procent\w*|os[oó]b\w*|uczestnik\w*"
    r"|pomiar\w*|prób\w*|węzł\w*|rdzen\w+|serwer\w*|procesor\w*|pacjent\w*|student\w*|czujnik\w*|kamer\w*|bit\w*|bajt\w*",
)
TONGUES = (GERMAN, FRENCH, SPANISH, PORTUGUESE, ITALIAN, DUTCH, POLISH)


def tongue(text: str) -> Tongue | None:
    """The language of *text* when it is one of these, told by its small words; None for English and others."""
    middle = max(0, len(text) - _SAMPLE) // 2
    found = _WORD.findall(text[middle : middle + _SAMPLE].lower())
    english = sum(word in _ENGLISH for word in found)
    if english * 12 > len(found):
        return None
    votes = [(sum(word in each.votes for word in found), index) for index, each in enumerate(TONGUES)]
    most, index = max(votes, key=lambda vote: vote[0])
    return TONGUES[index] if most > 8 and most > _MOST * english else None


def find_foreign(printed: Printed, known: Collection[int]) -> Iterator[Found]:
    """The quantities in words of a text that is not in English, but for those that begin at *known* offsets."""
    spoken = tongue(printed.text)
    if spoken is None:
        return
    for match in _pattern(spoken).finditer(printed.text):
        mode = printed.mode(match.start())
        if mode.math or mode.reason or match.start() in known:
            continue
        named = match["number"]
        value = Decimal(spoken.numbers[named.lower()]) if named else _part(spoken, match)
        yield Found(match.start(), match.end(), value, "", "", 0, mode, words=True)


def _pattern(spoken: Tongue) -> re.Pattern[str]:
    parts = "|".join(f"(?P<p{index}>{part})" for index, part in enumerate(spoken.parts))
    numbers = "|".join(sorted(spoken.numbers, key=len, reverse=True))
    counted = rf"(?P<number>{numbers})(?={_GAP}(?:[^\W\d_]+{_GAP})?(?:{spoken.nouns})(?!\w|{_GAP}d[ei]{_GAP}v))"
    return re.compile(rf"(?<![\w-])(?:{counted}|{parts})(?![\w-])", re.IGNORECASE)


def _part(spoken: Tongue, match: re.Match[str]) -> Decimal:
    values = spoken.parts.values()
    return Decimal(next(value for index, value in enumerate(values) if match[f"p{index}"]))
