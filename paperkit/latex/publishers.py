"""Commands of publishers' document classes for what is no part of the paper: volumes, pages, classifications.

Sources: the manuals of acmart, AASTeX, aa, achemso, Copernicus, elsarticle, IEEEtran, icml, jmlr, JHEP, lipics, llncs,
MDPI, mnras, oup-authoring, pnas, revtex, sig-alternate, sn-jnl, vgtc and wiley.
"""

PUBLISHERS = """
    m: acmDOI acmISBN acmYear acmMonth acmVolume acmNumber acmArticle acmPrice acmSubmissionID copyrightyear
    m: setcopyright IEEEpubid streetaddress postcode CopyrightYear crdata numberofauthors affaddr terms
    m: altaffilmark figsetnum figsetgrpnum epsscale collaboration volume issue journalinfo msnr msid offprints vol
    m: fnref corref tnoteref street orgaddress volumeyear volumenumber issuenumber papernumber jvol jnum jyear jname
    m: doiline doival lognumber totalpages articlenumber firstpage lastpage firstpageno pubvolume issuenum pubyear
    m: datereceived daterevised dateaccepted datepublished pagerange Address extraAuth arxivnumber preprint onlineid
    m: jmlrvolume jmlryear jmlrpages jmlrworkshop jmlrsubmitted jmlrpublished history access appnotes dates ieeedoi
    m: EventNoEds EventDate EventLongTitle EventShortTitle EventYear EventAcronym EventLocation SeriesVolume ArticleNo
    m: JEL AMS PACS classification degreeyear submitdate degreedate pacno
    om: received revised accepted published ccsdesc acmConference acmBadgeL acmBadgeR setcctype pacs subjclass MSC ead
    mm: conferenceinfo icmlsetsymbol jnlPage jnlDoiYr
    mmm: category
    mmmm: CCScatTwelve
    mmmmmm: jmlrheading
    ob: cortext fntext tnotetext cormark fnmark nonumnote
    mb: altaffiltext icmlaffiliation
    tm: icmlauthor
"""
"""Patterns as in `commands`; a document that defines one of these names means its own by it."""
