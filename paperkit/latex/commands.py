"""What the commands and environments of LaTeX and its common packages do with their arguments.

A pattern has one character for each argument: `*` a star, `o` an option that does not print, `k` an option whose keys
may print (captions, axis labels), `K` an argument of that sort, `c` the columns of a table, between which text may
stand, `O` an option that prints as a block of its own, `e` one that prints the mark of an item, `p` something in round
brackets, `<` an overlay of beamer, `m` an argument that does not print, `b` one that prints as a block, `t` one that
prints in its line. Arguments that print in their line at the end need not be named.
"""

from __future__ import annotations

from paperkit.latex.publishers import PUBLISHERS
from paperkit.latex.wordlist import words


def _table(text: str) -> dict[str, str]:
    rows = (line.split(":", 1) for line in text.splitlines() if line.strip())
    return {name: pattern.strip() for pattern, names in rows for name in names.split()}


COMMANDS = _table(
    r"""
    m: thispagestyle pagestyle pagenumbering hypersetup sisetup graphicspath bibliographystyle index
    m: usetikzlibrary usepgfplotslibrary usepgflibrary usetheme usecolortheme usefonttheme usefont UseTblrLibrary glsadd
    m: phantom hphantom vphantom lstset geometry linespread setstretch selectlanguage fontencoding fontfamily fontseries
    m: fontshape tcbset tcbuselibrary DeclareGraphicsExtensions hyphenation includeonly cline hhline arrayrulecolor
    m: theoremstyle floatstyle restylefloat value
    m: pgfkeys tablecolumns tablewidth tabletypesize scalefont relsize
    m: pgfplotstableread mathtoolsset usemintedstyle microtypesetup hypertarget pdfinfo bookmarksetup
    m: glsreset PassOptionsToPackage crefalias orcid orcidlink ORCID email fancyhf sethlcolor
    m: bibdata typeout message errmessage NiceMatrixOptions mathcolor SetTblrInner SetTblrOuter hyperlink
    m: ra pgfsetlinewidth settopmatter newwrite adjustbox
    m: usebox newsavebox newlength pgfdeclarelayer
    m: titleclass pgfsetlayers ifthispageodd setkomavar foreignlanguage writeuctype
    K: pgfplotsset tikzset
    mK: newglossaryentry DeclareAcronym
    mKb: longnewglossaryentry
    ombb: newacronym newabbreviation
    *mobo: newtheorem
    moc: newcolumntype
    *m: vspace hspace addvspace
    om: usepackage RequirePackage documentclass LoadClass captionsetup rowcolor cellcolor color pagecolor
    om: lstinputlisting verbatiminput VerbatimInput setmainfont setsansfont setmonofont setmathfont
    om: setdefaultlanguage setmainlanguage setotherlanguage
    om: setitemize
    om: setenumerate setlist nocite affiliation animategraphics includepdf pgfimage textcolor colorbox column
    om: SetCell SetRow SetColumn SetRows SetColumns SetHline SetVline pgfplotstabletypeset enlargethispage rotatebox
    om: pdfbookmark declaretheorem setotherlanguages PrerenderUnicode newfloat
    omoo: columncolor
    omm: inputminted fcolorbox DeclareSIUnit lstdefinelanguage newfontfamily rule setfontfamily
    o: linebreak pagebreak nolinebreak nopagebreak listoffigures printbibliography printglossary printglossaries
    o: toprule midrule bottomrule displaybreak twocolumn footnote footnotetext footnotemark thanks marginpar
    o: marginnote sidenote addlinespace
    o: hlineB tableofcontents shortstack pause framebreak allowdisplaybreaks makecell thead
    o: tcbox parnote printindex
    mm: setlength addtolength settowidth settoheight settodepth colorlet counterwithin
    mm: numberwithin
    mm: fontsize floatname setbeamertemplate setbeamercolor setbeamerfont setbeamersize
    mm: pgfmathsetlength pgfmathsetcount crefformat Crefformat setkomafont addtokomafont addtolist
    mm: pgfkeyssetvalue
    mm: lstdefinestyle DeclareCaptionFormat DeclareCaptionFont DeclareCaptionLabelFormat DeclareCaptionStyle multicolumn
    mm: declaretheoremstyle lstalias PreloadUnicodePage setglossarystyle ClassWarning PackageWarning PackageInfo
    mmm: crefname Crefname specialrule pgfmathdeclarefunction contentsline
    mm: DeclareUnicodeCharacter
    ommm: definecolor
    *mmmmo: titlespacing
    *mommmmo: titleformat
    *ommm: rowcolors
    *mm: resizebox
    mo: scalebox
    moo: raisebox
    ooom: parbox
    poo: framebox makebox
    moo: savebox
    omoom: multirow
    opm: cmidrule
    *m: circle
    po: oval
    pm: line vector
    oppp: qbezier
    mppp: bezier
    mpo: dashbox
    ot: pgfmathprintnumber
    b: date
    *Ob: caption subcaption sidecaption captionabove captionbelow topcaption bottomcaption tablecaption
    m*Ob: captionof
    kb: todo
    ob: addlegendentry legend
    Ob: title author subtitle address affil institute institution
    Ob: pksubtitle icmltitle icmltitlerunning shorttitle runningtitle
    b: titlerunning authorrunning keywords subject publishers dedication titlehead
    OO: subfloat subfigure subtable
    Ooo: subcaptionbox
    e: item
    <T: only uncover visible invisible onslide alert
    <TT: alt
    <TTT: temporal
    ob: fancyhead fancyfoot lhead rhead chead lfoot rfoot cfoot ihead ohead ifoot ofoot
    bb: markboth
    mb: AddToHook AtBeginEnvironment AtEndEnvironment
    ob: AtBeginSection AtBeginSubsection
    b: SetWatermarkText AddToShipoutPicture AddToShipoutPictureBG AddToShipoutPictureFG EveryShipout
    b: markright AtBeginDocument AtEndDocument AfterEndPreamble AtEndPreamble
    mmb: addcontentsline
    ob: pie
    mt: citeproc
    mmm: formatdate DTMdate DTMdisplaydate
    tm: texorpdfstring
    """
    + PUBLISHERS
)
"""Patterns by the name of the command; `o` and `*` may be missing in the text."""

HEADINGS = {"part": -1, "chapter": 0, "section": 1, "subsection": 2, "subsubsection": 3, "paragraph": 4}
HEADINGS |= {"subparagraph": 5}
HEADINGS |= {"addchap": 0, "addsec": 1, "minisec": 4, "frametitle": 1, "framesubtitle": 2, "IEEEPARstart": 9}
GLOSSARY = words("""
    gls Gls glspl Glspl GLS glsentryshort glsentrylong glsxtrshort glsxtrlong glsxtrfull acrshort acrlong
    acrfull ac Ac acs acl acf acp Acp acsp aclp acfp acrfullpl glsdesc glssymbol
    """)
"""Commands that print a term of a glossary by its key."""
LABELS = words("""
    label linelabel zlabel
    """)
REFERENCES = words("""
    Autoref Cpageref Cref Crefrange Fref Vref algref appref autopageref autoref cpageref cref crefrange eqnref eqref
    figref fref fullref labelcref lstref nameCref namecref nameref pageref prettyref ref secref sref subref tabref
    tblref thmref vpageref vref zref
    """)
CITATIONS = words("""
    Autocite Citeauthor Citep Citet Parencite Textcite autocite cite citeA citeN citealp citealt citealt* citeauthor
    citedate citefullauthor citenum citep citepalias citet citetalias citetitle citeurl citeyear citeyearpar
    defcitealias footcite footfullcite fullcite onlinecite parencite shortcite shortciteA smartcite
    supercite textcite
    """)
MULTICITES = words("""
    Autocites Cites Parencites Smartcites Textcites autocites cites footcites footcitetexts parencites smartcites
    supercites textcites
    """)
GRAPHICS = words("""
    epsfbox epsfig includegraphics includepdf includestandalone includesvg pgfimage pgfuseimage psfig
    """)
INPUTS = words("""
    @input @@input InputIfFileExists include input loadfile loadglsentries subfile subfileinclude verbinput
    """)
IMPORTS = words("""
    import includefrom inputfrom subimport subincludefrom subinputfrom
    """)
BIBLIOGRAPHIES = words("""
    addbibresource addglobalbib addsectionbib bibliography
    """)

SETTERS = tuple(
    words("""
    set define Define declare Declare new New provide Provide renew Renew use pgf Require addto AddTo At Set lst tcb
    bool toggle setup
    Patch patch tikz
    """)
)
"""Beginnings of commands whose arguments set something up; held against names that nobody else knows."""
SETUP_ENDS = tuple(words("setup set width height skip sep indent style options color penalty length"))

ENVIRONMENTS = _table(r"""
    oc: tabular array supertabular mpsupertabular longtable tabu longtabu NiceArray booktabs
    kc: tblr longtblr talltblr
    om: subfigure
    moc: tabular* tabularx tabulary xltabular NiceTabularX
    oco: NiceTabular
    o: figure table figure* table* sidewaystable sidewaysfigure algorithm algorithm* listing subequations enumerate
    o: itemize
    o: description compactenum compactitem inparaenum enumerate* itemize* algorithmic aligned gathered split pspicture
    omoom: wraptable wrapfigure
    ooom: minipage subtable
    m: thebibliography multicols multicols* adjustbox spacing alignat alignat* xalignat otherlanguage otherlanguage*
    m: paracol
    mm: adjustwidth list
    om: column
    k: tcolorbox mdframed framed tikzpicture scope axis semilogxaxis semilogyaxis loglogaxis polaraxis groupplot
    k: ternaryaxis
    k: overpic
    pp: picture
    <kb: frame
    <b: block alertblock exampleblock
    O: theorem lemma definition corollary proposition remark example proof assumption claim
    """)
"""Patterns of the arguments behind \\begin{name}."""

MATH_ENVIRONMENTS = words("""
    IEEEeqnarray align alignat darray dgroup displaymath dmath empheq eqnarray equation flalign gather math multline
    prooftree subeqnarray xalignat
    """)
MATRICES = words("""
    Bmatrix Vmatrix bmatrix cases matrix pmatrix psmallmatrix smallmatrix vmatrix
    """)
TABLES = words("""
    NiceArray NiceTabular NiceTabularX array booktabs longtable longtabu longtblr mpsupertabular supertabular tabu
    tabular tabularx tabulary talltblr tblr xltabular
    """)
DRAWINGS = words("""
    circuitikz forest overpic pgfpicture picture pspicture tikzcd tikzpicture
    """)
AXES = words("""
    axis groupplot loglogaxis polaraxis semilogxaxis semilogyaxis ternaryaxis
    """)
UNPRINTED = words("""
    CCSXML SaveVerbatim VerbatimOut comment filecontents luacode sagesilent verbatimwrite
    """)

PRINTED_KEYS = frozenset(
    {
        "title",
        "xlabel",
        "ylabel",
        "zlabel",
        "label",
        "pin",
        "caption",
        "legend entries",
        "node contents",
        "subtitle",
        "frametitle",
        "nodes near coords",
    }
    | {"after title", "before upper", "after upper", "colorbar/title", "remark", "note"}
)
"""Keys of options whose values a reader sees."""
BRACED_KEYS = frozenset({"text"})
"""Keys that hold text where their values stand in braces; else they hold a colour."""
GLOSSARY_KEYS = frozenset(
    {"name", "text", "plural", "description", "first", "firstplural", "short", "long", "symbol", "full", "extra"}
)
"""Keys of what a glossary prints."""
TICK_KEYS = frozenset(
    {"xtick", "ytick", "ztick", "xticklabels", "yticklabels", "zticklabels", "symbolic x coords", "xticklabel"}
)

FRONT = words("""
    title subtitle pksubtitle icmltitle icmltitlerunning shorttitle runningtitle author keywords titlerunning subject
    thanks date fancyhead fancyfoot lhead rhead chead lfoot rfoot cfoot ihead ohead ifoot ofoot
    AtBeginDocument AtEndDocument AfterEndPreamble AtEndPreamble AddToHook AtBeginEnvironment AtEndEnvironment
    AtBeginSection AtBeginSubsection newglossaryentry longnewglossaryentry newacronym newabbreviation DeclareAcronym
    newtheorem newcolumntype pgfplotsset tikzset SetWatermarkText AddToShipoutPicture AddToShipoutPictureBG
    AddToShipoutPictureFG EveryShipout
    """)
"""Commands of the preamble whose arguments a reader sees."""
GLOSSED = frozenset({"newglossaryentry", "longnewglossaryentry", "DeclareAcronym"})
"""Commands whose options are what a glossary prints."""
LEGENDS = ("addlegendentry", "legend", "pie")
SHORT = words("""
    vspace hspace addvspace setlength addtolength setcounter addtocounter color fontsize linespread pagestyle
    thispagestyle textcolor label multirow cline cmidrule rule phantom
    """)
"""Commands whose arguments no paragraph ends in."""
CODE = frozenset({"code", "program", "prog", "source", "sourcecode", "snippet", "console", "shell", "terminal"})
"""Environments that nobody defined, and that hold code by their name."""
PLACES = dict.fromkeys(("caption", "captionof", "subcaption", "captionabove", "captionbelow"), "caption")
PLACES |= {"footnote": "footnote", "footnotetext": "footnote", "thanks": "footnote", "subfloat": "caption"}
PLACES |= dict.fromkeys(("title", "subtitle", "pksubtitle", "icmltitle"), "title")
PLACES |= {"author": "author", "date": "date", "citeproc": "date", "subcaptionbox": "caption", "keywords": "keywords"}
PLACES |= {"item": "item"} | dict.fromkeys(("address", "affil", "institute", "institution", "cortext"), "author")
"""What the text of a command's argument is."""
