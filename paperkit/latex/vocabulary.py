"""Words that decide what a number beside them is: values, not shapes; each list says what its members share."""

from __future__ import annotations

from paperkit.latex.wordlist import words

ENUMERATORS = words("""
    section sections sec secs sect sects subsection subsections chapter chapters chap part parts appendix appendices
    app figure figures fig figs subfigure table tables tab tbl equation equations eq eqs eqn eqns lemma lemmas
    theorem theorems thm thms proposition propositions prop corollary corollaries cor definition definitions defn
    remark remarks example examples algorithm algorithms alg listing listings lst line lines page pages pp p step
    steps phase phases test tests case cases stage stages volume vol number numbers no nos nr num issue item items
    rule rules property properties claim claims requirement requirements assumption assumptions question questions
    hypothesis hypotheses experiment experiments scenario scenarios note footnote notes paragraph para column
    columns col row rows ineq ineqs inequality inequalities reference ref refs task tasks level levels tier tiers
    type types class group category option problem exercise axiom condition constraint conjecture observation
    observations insight insights finding findings takeaway takeaways challenge challenges goal goals contribution
    contributions layer epoch panel scheme variant configuration config setting mode day week round trial iteration
    version versions ver release rev revision rank quartile quarter quarters etable etables efigure efigures
    eappendix annex article art slide box frame exp exps exhibit plate supplement abschnitt kapitel abbildung
    tabelle tableau chapitre équation tabla figura ecuación sección capítulo tabela equação seção tabella sezione
    gleichung seite seiten schritt algorithmus satz beispiel zeile zeilen anhang § patch commit build bug ticket pr
    milestone sprint q rq lecture module unit course abb kap kapitlet gl abschn absatz éq rys rysunek rysunku tabeli
    tabelach rozdział rozdziale równanie obr tabulka figuur hoofdstuk vergelijking figur avsnitt afsnit tabell tabel
    ec cap capitolo sezione flight annexe runway grade pattern template sample subject participant patient
    respondent user update study studies cause causes eqt eqtn eqtns eqns rel entry compound video core-id mk
    node-id line-number zone channel pin bin slot port ports vlan
    """)
"""A number behind one of these counts places or things off; it names, and measures nothing."""
ABBREVIATED = words("ch def defs lem lems rem ex exs obs req reqs hyp hyps")
"""The same, cut short: with a capital or a full stop ("Def. 4"); in lower case they may be words of their own."""
PARTS_OF_TEXT = words("""
    section chapter appendix figure fig table tab equation eq lemma theorem proposition corollary definition remark
    example algorithm listing step phase stage level tier type class category grade layer experiment scenario property
    assumption hypothesis insight observation finding takeaway
    """)
"""Among them: the singular of a noun that is no verb, so that a number behind it names whatever follows: "step 1 probes
it", "level 2 caches"."""
SETTINGS = words("""
    step level rank mode layer epoch round iteration group class type tier day week channel zone bin slot pin
    grade sample configuration setting config
    """)
"""Among them, in lower case: may also lead to a setting's value ("step 2000", "rank 64")."""
CAPITAL_ENUMERATORS = words("""
    core node gpu cpu device worker thread host server rank cluster site model system method design policy workload
    run
    query trace machine bank lane stream job batch client process replica shard cell block window
    """)
"""These name one thing when they begin with a capital in mid-sentence ("Node 3"), and count or measure otherwise."""

NUMBERED = words("""
    label layer head epoch chromosome exon intron codon residue cluster region electrode subject patient participant
    tree tile image document sentence track well plot cell fold frame sensor camera robot agent chip wafer die bit
    register pattern row column week day month byte element pair item list core node gpu cpu device worker thread
    host server machine bank lane stream process replica shard client socket disk link router switch port queue
    cluster reviewer referee rater annotator judge driver player student pilot building room hall floor house site
    ward gate platform station file application attachment source snapshot drop visit session game match generation
    position slice target specimen plate lot candidate isospin attempt video scene chapter reader observer field
    loop ring zone year model method system policy workload beamline receptor subunit isoform kinase locus allele
    primer enzyme variant mutant survey interview theme stratum cohort cohorts grain spot band arm offset counter wave
    waves versuch modell messung probe kanal detektor gruppe teil modèle modelo modello essai expérience groupe
    étape cas caso paso passo grupo gruppo experimento
    """)
"""A number behind the singular of one of these says which one, not how many."""

STANDARDS = words("""
    rfc rfcs ieee iso iec din ansi ecma itu cve cwe port ports id ids pid uid issn isbn doi arxiv pmid utc gmt nist
    hd hr hip ngc ugc sdss psr tic kic toi koi gj fips nct grant award project contract http tcp udp ip ipv4 ipv6 asn
    vlan error errno status code exit signal application docket petition permit registration licence license dossier
    ccdc genbank uniprot pdb bioproject biosample beamline
    seed-id model-number serial asn asns ases primer primers accession strain naics sic isco isic soc icd
    icd-10 icd-9 atc cpt loinc pmcid zip zenodo hal eprint msc jel acm sp
    dnr
    """) - {"error", "status"}
"""What is behind these is a name made of digits."""

PRODUCTS = words("""
    python cpython pypy java jdk openjdk jvm javascript typescript node.js nodejs go golang rust rustc ruby perl php
    scala kotlin swift julia matlab octave r ghc haskell ocaml erlang elixir lua fortran cobol c++ c# .net gcc g++
    clang llvm icc ifort nvcc msvc cmake make gnu glibc libc musl binutils gdb ubuntu debian fedora centos rhel
    alpine arch suse sles windows macos ios android linux kernel freebsd openbsd solaris cuda cudnn cublas nccl rocm
    opencl opengl vulkan directx metal sycl oneapi openmp mpi openmpi mpich pytorch torch tensorflow jax keras numpy
    scipy pandas sklearn scikit-learn onnx tensorrt triton vllm deepspeed megatron transformers docker podman
    kubernetes k8s slurm spark hadoop flink kafka redis memcached mysql postgres postgresql sqlite mongodb cassandra
    rocksdb leveldb nginx apache tomcat chrome firefox safari edge tcmalloc jemalloc mimalloc tbb boost eigen mkl
    openblas blis xeon epyc ryzen amd nightly gold silver platinum bronze opteron threadripper pentium celeron atom
    core cortex snapdragon exynos apple a-series rtx gtx geforce quadro tesla titan radeon instinct rx mi gaudi tpu
    ipu jetson orin xavier nano tx pi raspberry arduino virtex kintex zynq stratix arria ultrascale pcie pci usb
    sata nvme ddr lpddr gddr hbm nvlink infiniband ethernet wifi wi-fi bluetooth zigbee hdmi displayport thunderbolt
    http https tls ssl quic llama qwen gemma mistral mixtral falcon gpt claude gemini bert bloom opt phi deepseek yi
    palm t5 sha aes rsa md5 spec speccpu specint specfp tpc sysbench fio mlperf linpack imagenet cifar mnist coco
    voc squad glue verilog systemverilog vhdl vivado quartus gem5 spice hspice cacti simpy tectonic texlive tex
    latex overleaf word excel powerpoint pdf html css json xml yaml unicode utf ascii armv risc-v riscv mips power
    sparc itanium skylake haswell broadwell icelake cascade ice zen navi volta turing ampere hopper blackwell pascal
    kepler maxwell fermi ada grace graviton ivy sandy nehalem pixel galaxy iphone ipad macbook thinkpad poweredge
    proliant catalyst tofino bluefield connectx optane web tier-1 industry society horizon covid bitcoin ethereum
    version release swift pdflatex xelatex emacs vim wsl qemu kvm xen vmware virtualbox firecracker postfix openssl
    boringssl libfuzzer afl cxl ucie amba axi openacc hip spirv webgpu wasm firmware driver library gurobi cplex
    mosek scip glpk ipopt z3 cvc5 v8 spidermonkey coq isabelle lean agda dafny ocpp graphblas suitesparse petsc
    trilinos hypre mvapich mvapich2 openmpi mpich ofed indri stata spss sas seurat bioconductor samtools gatk blast
    bowtie fiji imagej comsol abaqus ansys openfoam gromacs lammps astropy photutils emcee dynesty sextractor galfit
    prospector bagpipes scamp swarp topcat casa csdid gadget arepo enzo athena flash star hisat salmon kallisto
    deseq2 edger limma macs2 bedtools bcftools freebayes trimmomatic fastqc cutadapt cellranger scanpy cellprofiler
    maxquant proteowizard phenix coot pymol rosetta alphafold relion cryosparc modeller autodock amber charmm openmm
    plumed quda chroma grid fenics dealii moose nek5000 paraview vtk gmsh netcdf hdf5 openblas magma kokkos raja
    umpire spack easybuild singularity apptainer mujoco gazebo isaac pybullet pinocchio moveit ros px4 ardupilot
    carla airsim wandb mlflow ray dask xgboost lightgbm catboost spacy nltk stanza fairseq huggingface tokenizers
    statsmodels lme4 lavaan ggplot2 survival stan jags winbugs brms mplus graphpad prism nvivo qualtrics redcap
    epidata wireshark tcpdump iperf dpdk p4c bmv2 mininet ns-3 omnet++ ovs frr quagga bird api abi sdk rcp ssp namd
    dell lenovo thinkstation supermicro fujitsu gaussian vasp geant4 root pythia madgraph
    """) - {
    "go",
    "make",
    "r",
    "core",
    "power",
    "apple",
    "word",
    "edge",
    "arch",
    "metal",
    "cascade",
    "ice",
    "atom",
    "nano",
    "opt",
    "web",
    "star",
    "grid",
    "flash",
    "ray",
    "prism",
    "survival",
    "amber",
    "magma",
    "moose",
    "root",
    "bird",
    "stan",
    "coot",
    "chroma",
    "athena",
    "rosetta",
    "isaac",
    "singularity",
    "carla",
    "casa",
}
"""A number behind one of these is its version or model, whatever follows."""
CAPITAL_PRODUCTS = words(
    "BY BY-SA BY-NC BY-ND GPL LGPL AGPL MPL"
    " Go Make R Core Power Apple Word Edge Arch Metal Ice Atom Nano Opt OPT Web"
    " Fortune Boeing Airbus Apollo"
    " Stan Athena Rosetta Isaac Singularity CARLA CASA STAR FLASH Prism ROOT Grid C Mark MacBook iPhone Windows Type"
)

MEASURES = words("""
    distance rank order size radius degree length width depth batch weight seed dimension stride dilation scale
    """)
"""Before a hyphen and a number: a value, not a name ("a distance-3 code")."""
ZERO_NAMES = words("rtt day based indexed copy order form dimensional trust knowledge touch")
"""Behind "0-": a name, not a number ("0-RTT")."""
PHRASES = (
    "10x Genomics",
    "10X Genomics",
    "10x Chromium",
    "10x Visium",
    "1Password",
    "23andMe",
    "7-Zip",
    "3M ",
    "1000 Genomes",
    "1000Genomes",
    "100,000 Genomes",
    "4chan",
    "360 Degree",
    "401(k)",
    "200 OK",
    "201 Created",
    "204 No Content",
    "400 Bad Request",
    "401 Unauthorized",
    "403 Forbidden",
    "404 Not Found",
    "429 Too Many Requests",
    "500 Internal Server Error",
    "502 Bad Gateway",
    "503 Service Unavailable",
    "504 Gateway Timeout",
    "200 OK",
    "404 Not",
    "403 Forbidden",
    "301 Moved",
    "302 Found",
    "500 Internal",
    "503 Service",
    "99designs",
    "14-3-3",
    "10-20 EEG",
    "10-20 electrode",
    "10-20 placement",
    "10-20 system",
    "10--20 system",
    "10–20 system",
)
"""Names that begin with a number."""
QUANTITIES = words("""
    accuracy precision recall f-score fscore bleu rouge meteor perplexity ppl auc map mrr ndcg iou psnr ssim fid
    loss error errors score scores speedup speedups slowdown latency latencies throughput bandwidth iops qps rps fps
    time times cost costs energy power temperature voltage frequency utilization utilisation overhead memory size
    sizes length width height depth distance count total sum average avg mean median max maximum min minimum std
    stdev dev variance sigma rate rates ratio factor budget limit threshold capacity batch seed seeds dropout momentum
    beta alpha gamma epsilon lambda delta k n m value values score percent probability confidence weight increase
    decrease reduction improvement gain gains drop difference change about around approximately approx roughly
    nearly almost over under above below exactly only just least most than to from by of with using at in on for and
    or between through up down is are was were be been has have had equals equal reaches reached takes took needs
    costs yields gives achieves achieved
    """)
"""Words that lead to a measured or chosen number; capitals of theirs make no name."""

MONTHS = words("""
    january february march april may june july august september october november december jan feb mar apr jun jul
    aug sep sept oct nov dec januar februar märz mai juni juli oktober dezember spring summer autumn fall winter
    """)
YEAR_WORDS = words("""
    in since until till during year years by before after early late mid around circa copyright © from of published
    al born census exclude excludes excluding founded released introduced and or to between through fy spring summer
    autumn fall winter as back for the excluded bis jahre jahr jahren im seit en em nel dal desde depuis années année
    années años año anos ano anni anno jaar sinds roku rok latach
    """)

COUNT_NOUNS = words("""
    threads cores nodes runs gpus cpus requests replies rows cells units cycles tokens samples images queries users
    clients servers machines hosts workers processes jobs tasks instances devices cards chips dies sockets channels
    banks lanes pipelines stages layers heads parameters params weights neurons epochs iterations steps trials
    repetitions experiments measurements configurations cases benchmarks workloads datasets files lines functions
    methods classes modules packages commits bugs faults failures errors tests points records entries keys values
    items objects elements pages blocks sectors messages packets flows connections sessions transactions operations
    ops instructions accesses misses hits reads writes loads stores calls invocations events signals frames pixels
    words bytes bits characters sentences documents articles papers participants subjects patients students people
    persons respondents households countries cities sites regions zones racks pods vms containers replicas shards
    partitions streams buffers registers ports pins tiles arrays matrices vectors edges vertices nodes graphs trees
    levels bins buckets seconds minutes hours days weeks months years times gates luts flops dsps brams slots warps
    blocks wavefronts kernels launches programs applications apps games videos songs clips hits steps rounds matches
    goals dollars euros pounds watts joules volts degrees meters metres miles kilometers kilometres inches feet
    attempts candidates choices options variants versions categories labels annotations annotators raters examples
    prompts questions answers problems tickets vulnerabilities releases contributors developers engineers
    repositories projects plots points nodes dofs variables constraints equations states transitions actions
    episodes agents particles atoms molecules cells genes proteins observations responses tuples columns tables
    databases operators stripes extents segments chunks batches minibatches microbatches
    """)
"""Plurals of what gets counted in reports; a number before one is a count."""

COMPARING = words("""
    faster slower speedup speedups speed-up higher lower more less fewer better worse larger smaller improvement
    increase reduction gain gains slowdown as throughput bandwidth cheaper longer shorter greater bigger overhead
    cost factor downscaling upscaling magnification
    """)
STANDARD_NUMBERS = words("802.11 802.3 802.1 802.15 754 9001 27001")
"""Numbers that are the names of standards where they stand in brackets behind a name."""
ORDINAL_SUPERLATIVES = words("""
    fastest slowest largest smallest biggest best worst highest lowest cheapest longest shortest most least busiest
    densest heaviest lightest strongest weakest
    """)
MODEL_NOUNS = words("""
    model models variant variants version llm llms checkpoint checkpoints network class baseline transformer
    instruct chat base
    """)

LETTERED = words("kernel release version compiler library")
"""Among the products, common words: only a number with a point in it is their version."""
RELEASED = words("kernel release version build driver firmware compiler library")
"""Before a number with a point in brackets: "the driver (525.85)"."""
NETWORKS = words("2G 3G 4G 5G 6G 1D 2D 3D 4D 2d 3d 4d 1d 2.5D 1H 2H 1080p 720p 480p 360p 24/7 3GPP")
"""Written with digits, and names."""
FILMED = words("video videos resolution display displays monitor monitors tv content screen screens camera uhd film")
"""Behind "4K" or "8K": the size of a picture."""

BYTES = words("""
    of line lines object objects packet packets payload payloads key keys value values record records message messages
    block blocks entry entries cache read reads write writes buffer buffers page pages item items element elements
    aligned alignment chunk chunks header headers frame frames row rows tuple tuples granularity
    """)
"""Behind `100B`: it is a hundred bytes."""
MULTIPLIERS = {"k": 3, "K": 3, "M": 6, "B": 9, "T": 12, "G": 9, "Mio": 6, "Mrd": 9, "bn": 9, "mn": 6}
PARTS_OF_PRODUCT = words(
    "toolkit sdk compiler interpreter kernel runtime driver framework suite server engine simulator"
)
"""Behind a product and before its version: "CUDA toolkit 7.0"."""

UNIT_WORDS = words("""
    s sec secs second seconds ms msec msecs millisecond milliseconds us usec µs μs microsecond microseconds ns nsec
    nanosecond nanoseconds ps fs min mins minute minutes h hr hrs hour hours day days week weeks month months year
    years yr yrs B kB KB MB GB TB PB EB KiB MiB GiB TiB PiB Kb kb Mb Gb Tb Kbit kbit Mbit Gbit Tbit bit bits byte
    bytes Byte Bytes kbytes Mbytes Gbytes kilobytes megabytes gigabytes terabytes bps kbps GbE Mbps Gbps Tbps MBps
    GBps Hz kHz KHz MHz GHz THz hertz W mW kW MW GW µW uW nW pW nA pA watt watts J mJ kJ MJ nJ pJ fJ uJ µJ joule
    joules Wp kWp MWp Wh kWh MWh GWh V mV kV A mA µA uA Ah mAh K mK °C °F ℃ g mg kg t tonnes tons m km cm mm µm um
    nm pm Å Jy mJy µJy kJy pc kpc Mpc Gpc Gyr Myr kyr arcsec arcmin mas mag dex erg ft mi mph km/h km² m² mm² cm² dB
    dBm dBi eV keV MeV GeV TeV Pa kPa MPa GPa bar N kN Nm T mT H Ω kΩ MΩ F pF nF µF C mol ppm ppb FLOP FLOPs FLOPS
    Flop Flops flop flops MFLOPS GFLOPS TFLOPS PFLOPS EFLOPS GFLOP TFLOP PFLOP MFLOP GFLOPs TFLOPs MFLOPs PFLOPs
    fm fb pb hPa mbar Torr mmHg atm kcal kDa nmol mmol µmol mM µM nM kgf lbf psi inHg knots mSv Bq ppbv ppmv nmi lux
    dBA mrad
    GFlops TFlops Gflops Tflops Gflop MAC MACs GMAC GMACs TOPS GOPS TOPs GOPs ops op OPS IOPS KIOPS MIOPS kIOPS qps
    QPS rps RPS fps FPS tps TPS req reqs rpm RPM MIPS IPC CPI px dpi cycles cycle tokens token tok requests request
    images image samples sample queries query x X pp percent percentage pts Mpx MP Mpix lx lm dBc mL ml L µL μL uL
    dL mbit gbit mbps gbps bp kbp Mbp pps kpps Kpps Mpps Gpps Kbps kops Kops Mops Gops sps kSPS MSPS GSPS ppi USD
    EUR GBP CHF dollars euros cents core-hours GPU-hours person-months Kbp Gbp GHZ MHZ KHZ Ghz Mhz Khz
    """)
UNIT_WORDS |= {f"μ{unit[1:]}" for unit in UNIT_WORDS if unit[0] == "µ"}
"""Units as they are written beside a number."""
WEAK_UNITS = words("L s h m A B K W J V N g t d T H F C x X min op bar")
"""Units that are also words, names or single letters; they prove nothing when a space stands before them."""
