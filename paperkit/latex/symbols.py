"""Commands that print one character, and the units and prefixes of siunitx."""

from __future__ import annotations

from paperkit.latex.alphabet import BREAK, ROW
from paperkit.latex.wordlist import pairs, words

SYMBOLS = pairs(r"""
    farcs . farcm . fdg . times × cdot · pm ± mp ∓ sim ∼ approx ≈ leq ≤ le ≤ geq ≥ ge ≥ ll ≪ gg ≫ lesssim ≲ gtrsim ≳
    leqslant ≤ geqslant ≥ neq ≠ ne ≠ to → rightarrow → Rightarrow ⇒ longrightarrow → Longrightarrow ⇒ mapsto ↦
    leftarrow ← gets ← leftrightarrow ↔ uparrow ↑ downarrow ↓ implies ⇒ iff ⇔ in ∈ notin ∉ infty ∞ div ÷ ast * equiv
    ≡ cong ≅ simeq ≃ propto ∝ approxeq ≈ triangleq = coloneqq = doteq = lt < gt > vert | mid | lvert | rvert | colon
    : prime ′ bullet • star * nearrow ↑ searrow ↓ Uparrow ↑ degree ° circ ° textdegree ° percent % textpercent %
    textasciitilde ∼ textminus − textendash – textemdash — textbullet • texttimes × textpm ± textdiv ÷ textless <
    textgreater > textasciicircum ^ textunderscore _ textbar | textbackslash \ dots … ldots … cdots … textellipsis …
    dotsc … dotsb … dotsm … dotso … vdots … ddots … lbrace { rbrace } lbrack [ rbrack ] langle ⟨ rangle ⟩ lceil ⌈
    rceil ⌉ lfloor ⌊ rfloor ⌋ textmu µ micro µ textmicro µ textohm Ω ohm Ω perthousand ‰ textperthousand ‰
    textpertenthousand ‱ euro €
    texteuro € EUR € pounds £ textsterling £ textdollar $ odot ⊙ oplus ⊕ textcent ¢ textyen ¥ S § textsection § P ¶
    copyright © celsius °C LaTeX LaTeX TeX TeX XeLaTeX XeLaTeX LuaLaTeX LuaLaTeX BibTeX BibTeX ss ß ae æ AE Æ oe œ
    OE Œ o ø O Ø aa å AA Å l ł L Ł i ı j ȷ textonehalf ½ textonequarter ¼ textthreequarters ¾ checkmark ✓ cmark ✓
    xmark ✗ dag † ddag ‡ textdagger † arcsec ″ arcmin ′ degr ° hyp - textquotesingle ' textquotedblleft “
    textquotedblright ” textregistered ® texttrademark ™ slash / fshyp - guillemotleft « guillemotright » flqq «
    frqq » og « fg » ndash – mdash — minus − textnumero № numero № no ° dagger † ddagger ‡
    """)
SYMBOLS |= {
    "quad": "\u2003",
    "qquad": "\u2003",
    "enspace": "\u2002",
    "thinspace": "\u2009",
    "space": " ",
    "nobreakspace": " ",
}
SYMBOLS |= {
    "hfill": "\u2003",
    "hfil": "\u2003",
    "dotfill": "\u2003",
    "xspace": "",
    "nobreakdash": "",
    "negthinspace": "",
    "medspace": " ",
    "thickspace": " ",
}
SYMBOLS |= {
    "enskip": "\u2002",
    "par": BREAK,
    "newline": ROW,
    "tabularnewline": ROW,
    "linebreak": " ",
    "allowbreak": "",
    "ldotp": ".",
}
SYMBOLS |= pairs("""
    figurename Figure tablename Table sectionname Section chaptername Chapter appendixname Appendix pagename Page
    partname Part algorithmname Algorithm equationautorefname Equation figureautorefname Figure
    tableautorefname Table sectionautorefname Section subsectionautorefname Section
    """)
SYMBOLS |= {"newblock": " ", "and": ROW, "And": ROW, "AND": ROW, "hrulefill": "\u2003", "break": " ", "slantfrac": ""}

CHARACTERS = {
    **dict.fromkeys("~!-/@=+<*'`^\".", ""),
    **dict.fromkeys(";:> \n\t", " "),
    **{character: character for character in "%#&$_{}"},
}
CHARACTERS |= {",": "\u2009", "|": "‖", "\\": ROW, "": ""}
"""Control symbols; accents print nothing of their own."""

GREEK = pairs("""
    alpha α beta β gamma γ delta δ epsilon ε varepsilon ε zeta ζ eta η theta θ vartheta ϑ iota ι kappa κ lambda λ
    mu μ nu ν xi ξ pi π varpi ϖ rho ρ varrho ϱ sigma σ varsigma ς tau τ upsilon υ phi φ varphi ϕ chi χ psi ψ omega ω
    Gamma Γ Delta Δ Theta Θ Lambda Λ Xi Ξ Pi Π Sigma Σ Upsilon Υ Phi Φ Psi Ψ Omega Ω
    """)

FUNCTIONS = words("""
    log ln lg exp sin cos tan cot sec csc arcsin arccos arctan sinh cosh tanh max min sup inf lim limsup liminf arg
    argmax argmin det dim gcd ker deg hom Pr mod bmod pmod sum prod int iint oint coprod bigcup bigcap bigoplus
    bigotimes partial nabla ell hbar Re Im forall exists emptyset varnothing cup cap setminus subset subseteq supset
    wedge vee neg lnot otimes top bot perp sqrt surd binom dbinom tbinom choose aleph imath jmath land
    lor models vdash angle parallel hat bar vec tilde dot ddot widehat widetilde mathcal mathbb mathfrak mathscr
    """)
"""Names that make what stands beside them part of a formula."""

UPRIGHT = words("""
    mathrm text textrm textnormal mbox hbox operatorname textsf texttt textup textit textbf mathtt intertext
    """)
"""Within a formula: words again, not variables."""

SILENT = words("""
    centering raggedright raggedleft noindent indent small footnotesize scriptsize tiny normalsize large Large LARGE
    huge Huge bfseries itshape ttfamily rmfamily sffamily upshape slshape scshape mdseries normalfont bf it tt rm sf
    sc sl em boldmath unboldmath protect left right big Big bigg Bigg bigl bigr Bigl Bigr biggl biggr Biggl Biggr
    middle displaystyle textstyle scriptstyle scriptscriptstyle limits nolimits nonumber notag relax leavevmode
    unskip ignorespaces hline toprule midrule bottomrule addlinespace endhead endfirsthead endfoot endlastfoot
    tableofcontents listoffigures listoftables maketitle clearpage newpage cleardoublepage appendix frontmatter
    mainmatter backmatter bigskip medskip smallskip vfill vfil hss vss null strut mathstrut makeatletter makeatother
    sloppy fussy flushbottom raggedbottom onecolumn twocolumn begingroup endgroup bgroup egroup global long outer
    expandafter noexpand selectfont textbf textit texttt textsf textsc emph underline textrm textsl textmd textup
    textnormal text mbox hbox vbox fbox uline uwave sout mathrm mathbf mathit mathsf mathtt boldsymbol bm mathord
    mathbin mathrel mathop mathopen mathclose mathpunct ensuremath operatorname lowercase uppercase MakeUppercase
    MakeLowercase textquotedbl footnotemark smash nobreak phantomsection singlespacing doublespacing onehalfspacing
    justify listfiles boxed overbrace underbrace substack tnote ul hl oldstylenums centerline leftline rightline
    llap rlap clap mathllap mathrlap mathclap makecell thead textls lsstyle mathnormal pmb cancel bcancel xcancel
    reflectbox enquote so caps st xout dashuline dotuline textlarger textsmaller larger smaller mathlarger mathsmaller
    mathinner nonscript displaylimits nolimits joinrel frenchspacing nonfrenchspacing obeylines obeyspaces samepage
    """)
"""Commands that print nothing by themselves; the groups behind them print as they stand."""


PREFIXES = pairs("""
    quecto q ronto r yocto y zepto z atto a femto f pico p nano n micro µ milli m centi c deci d deca da deka da
    hecto h kilo k mega M giga G tera T peta P exa E zetta Z yotta Y kibi Ki mebi Mi gibi Gi tebi Ti pebi Pi
    exbi Ei
    """)
UNITS = pairs("""
    second s sec s metre m meter m gram g kilogram kg ampere A kelvin K mole mol candela cd hertz Hz newton N
    pascal Pa joule J watt W coulomb C volt V farad F ohm Ω siemens S tesla T weber Wb henry H celsius °C
    degreeCelsius °C lumen lm lux lx becquerel Bq minute min hour h day d degree ° percent % byte B bit bit litre L
    liter L tonne t hectare ha electronvolt eV decibel dB bel B neper Np dalton Da angstrom Å bar bar arcminute ′
    arcsecond ″ radian rad steradian sr permille ‰ ms ms us µs ns ns ps ps fs fs kg kg mm mm cm cm nm nm um µm km km
    GHz GHz MHz MHz kHz kHz Hz Hz mW mW kW kW MW MW uW µW mV mV kV kV mA mA uA µA kWh kWh V V W W J J kJ kJ mJ mJ
    s s m m g g A A K K N N L L l l ml mL mL mL eV eV keV keV MeV MeV GeV GeV dB dB Pa Pa kPa kPa MPa MPa
    """)
