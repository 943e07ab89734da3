/** Pictures, sound, documents, tables of data, archives; the format is that of `readTable`. */
export const documents = `
ffmpeg                | C | w -long | -version! -codecs! -encoders! -decoders! -formats! -muxers! -demuxers! -filters! -pix_fmts! -protocols! -hwaccels! -bsfs! -layouts! -sample_fmts! -devices! -L! -h! -help! -buildconf! -hide_banner -i:r -y -n -o:w -vf:^C -filter_complex:^C
identify,gm identify  | S | r* -long | -format: -verbose -ping -quiet -list: -version -depth: -density: -moments -features: -precision: -units: -unique -define:
convert               | C | r*,w -long | -version! -list:! -help!
magick                | C | t* -long | -version! -list:! -help! --version!
soxi                  | S | r* | -VTtrcsdDbBpea
sox                   | C | t*,w -long | --i! --info! --version! --help!
metaflac              | C | w* -long | --list! --show-md5sum! --show-min-blocksize! --show-max-blocksize! --show-sample-rate! --show-channels! --show-bps! --show-total-samples! --show-vendor-tag! --show-tag:! --show-all-tags! --block-type: --block-number: --version! --no-filename
id3v2,id3info,eyed3,eyeD3,mid3v2,kid3-cli | C | t* | -l! -R! --list! --list-tags! -f! --list-frames! --version!
mkvinfo               | S | r* | -a -v -z -c -C -s -t -x -o --all --track-info --continue --ui-language: --version -V --help
mkvmerge              | C | t* | -i! -I! -J! --identify! --identification-format: -F: -o:w --output:w --version! -V! --list-languages! --list-types! --help!
mp4info,mp4dump,mp3info,ogginfo,flacinfo,opusinfo,wavinfo | S | r* | -l -v -q -h --format: --verbosity:
mediainfo,exifgrep    | S | r* -long | --Inform: --Output: --Full -f --Language: --BOM --Help --Version --LogFile:w^C
exiv2                 | C | sub |
exiv2 pr,exiv2 print  | S | r* | -p? -P? -g: -K: -u -q -v -n:
jhead                 | C | t* | -c! -v! -V!
pngcheck,jpeginfo,webpinfo,tiffinfo | S | r* | -cvqtlpsx7f
pdffonts,pdfinfo,pdfdetach,pdfsig | S | r* -long | -f: -l: -subst -opw: -upw: -box -meta -js -struct -rawdates -dests -isodates -url -custom -list -enc: -listenc -v -h -nocert -saveall^C -save:^C -savefile:^C -o:w^C
pdfimages             | C | r,w -long | -list! -f: -l: -p -png -tiff -j -all
qpdf                  | C | r,w | --check! --show-npages! --show-pages! --show-xref! --list-attachments! --show-encryption! --requires-password! --is-encrypted! --show-object:! --check-linearization! --json! --version! --help! --password:
pdfgrep               | S | t,r* | -iHnocCplLrRePFZz -A: -B: -C: -m: -e:! --cache^C --count --max-count: --ignore-case --with-filename --page-number --only-matching --recursive --include: --exclude: --color:
kpsewhich             | S | t* -long | -var-value: -format: -all -expand-var: -expand-path: -show-path: -engine: -progname: -must-exist -version -help --version --help --var-value: --all
texdoc                | C | t* | -l! --list! -s! -I -M! --version! --files!
tlmgr info,tlmgr list,tlmgr show | C | t* | --only-installed! --data: --json --all --verbose
tlmgr                 | C | sub | --version
tlmgr version,tlmgr print-platform,tlmgr check | S | t* | --only-installed --list --data: --json --all --verbose
tlmgr search          | C | t* |
tlmgr remove,tlmgr uninstall | D | t* |
chktex,lacheck,detex,opendetex | S | r* | -qlnw -v: -v? -n: -w: -e: -f: -d: -p: -r -s -S -t -V -W -I -H -g? -a -x -q --quiet --nowarn: --verbosity: --headererr --inputfiles --localrc:r^C
texcount,wordcount    | S | r* -long | -inc -merge -total -sum -sum? -1 -brief -q -v -v0 -v1 -v2 -v3 -html -utf8 -unicode -freq -stat -sub? -char -dir -dir? -template: -nosub -nobib -incbib
aspell                | C | sub | -d: -l: --lang: --encoding: --mode: --ignore: -a! --version! -v!
aspell list,aspell dicts | S | - | -d: -l: --lang: --encoding: --mode: --ignore: --ignore-case
hunspell,ispell       | C | w* | -a! -l! -L! -D! -d: -p:r --version! -v! -i:
languagetool,proselint,write-good,alex,vale,textlint,misspell,cspell | C | r* | --version! --help!
codespell             | S | r* | -w^C -i:^C -d -c -f -H -q: -L: -S: -A: -B: -C: -I:r -D:r --skip: --ignore-words-list: --ignore-words:r --count --quiet-level: --context: --write-changes^C --interactive:^C --check-filenames --check-hidden --version --help
typos                 | S | r* | -w^C --write-changes^C --diff --files --format: --exclude: --hidden --no-ignore --locale: --version --help -c:r^C --config:r^C
fc-list,fc-match,fc-query,fc-scan,fc-pattern,fc-conflist | S | t* | -sabvqVh -f: --sort --all --brief --format: --verbose --quiet --version
fc-cache              | C | t* |
tesseract -           | S | r,t | -l: --psm: --oem: --dpi: --tessdata-dir:l -c:
tesseract             | C | r,w,t* | --list-langs! -l: --psm: --oem: --dpi: -v! --version! --help! --print-parameters! --tessdata-dir:l
chafa,viu,img2txt,jp2a,catimg,timg,imgcat,icat,cacaview,asciiview | S | r* | -W: -H: -w: -h: -f: -s: -c: -d: -g: -b -t -n -1 --size: --width: --height: --colors: --color --symbols: --format: --fill: --dither: --animate: --clear --invert --background: --term-width --chars: -x: -y: --brightness: --font-width: --font-height: --contrast: --gamma: --transparent --name --blocks --recursive --static --once --once --border --grayscale --html
figlet,toilet,banner,lolcat,boxes,sl,cmatrix,cbonsai,asciiquarium,nyancat,fortune | S | t* | -clrkWsdpwtfFnLRXxvaeio -f:r -w: -d:l -p: -C? -e: -T: -s: -a: -S: --gay --metal --font: --width: --freq: --seed: --spread: --remove --design: --size: --align: --list --random? --live --infinite --life: --screensaver --verbose -h --message: --time: --wait: --multiplier: --save: --frequency: --animate --truecolor --invert --duration: --speed: --filter: --export: --crop --rainbow --help --version
cowsay,cowthink       | S | t* | -bdgpstwynl -e: -f:x^C -T: -W:
unrar,rar             | C | t,r* | -p?^C -o+ -o- -y -ep3^D
unrar l,unrar lb,unrar lt,unrar v,unrar vb,unrar vt,unrar t,rar l,rar t,rar v | S | r,t* | -y -v
lsar,lzmainfo         | S | r* | -lLj -e: -p: -json -no-recursion -t -h --test --password? --verylong --json --long --no-recursion --encoding: --help --version
cpio,pax              | C | r* -long | --absolute-filenames^D -t! -i^C -v -it! -itv! -tv! --list! --quiet --rsh-command:x^D -D:w -F:r -O:w -I:r --to-stdout
isoinfo,isovfy        | S | t* | -l -f -d -p -R -J -i:r -x: -T: -s -dev:r^C
unsquashfs            | C | r,t* -long | -l! -ll! -lls! -s! -stat! -cat! -d:w
hexyl,xd,hexx         | S | r* | -n: -s: -c: -l: -b: -g: -o: -v -p -C -P --length: --skip: --block-size: --no-squeezing --color: --border: --plain --display-offset: --panels: --no-characters --bytes: --version --help
datamash              | S | t* | -fghiMRsWCz -t: -g: -F: -O: -c: --group: --full --header-in --header-out --headers --ignore-case --sort --field-separator: --output-delimiter: --whitespace --narm --round: --format: --filler: --no-strict --skip-comments --zero-terminated
gron                  | S | r* | -u -s -j -v -c -m -k --ungron --stream --json --values --colorize --monochrome --no-sort --insecure --help --version
tomlq,xq              | S | t,r* | -rceMCnsSj -y -t -x --arg:: --argjson:: --raw-output --compact-output --sort-keys --slurp --null-input --exit-status -i^C --in-place^C -f:r!
xmlstarlet,xml        | C | sub | --version --help -q
xmlstarlet sel,xmlstarlet select,xmlstarlet el,xmlstarlet elements,xmlstarlet val,xmlstarlet validate,xmlstarlet fo,xmlstarlet format,xmlstarlet unesc,xmlstarlet unescape,xmlstarlet esc,xmlstarlet escape,xmlstarlet pyx,xmlstarlet c14n | S | r* | -a -u -v: -t -m: -n -o: -c: -i: -e: -E: -d: -x: -s: -r: -b -B -I -T -R -C -D -w -q -N: --net^C --text --template --value-of: --match: --nl --omit-decl --noblanks --indent-tab --indent-spaces: --html --recover --dtd: --xsd: --relaxng: --well-formed --err --embed --list-good --list-bad --quiet --sort: --if: --else --elif: --copy-of: --output: --noindent --break --var: -g
xsltproc              | C | r* | -o:w --output:w --version! --dumpextensions!
htmlq,pup,hq          | S | t* | -t -p -w -f:r -a: -i? --text --pretty --attribute: --ignore-whitespace --filename:r --color -c --number -n --limit: -l: --base: -b: --detect-base -B --remove-nodes: -r: -o:w^C --output:w^C --version --help
mlr                   | S | t* | --icsv --ocsv --csv --tsv --json --ijson --ojson --ojsonl --ijsonl --jsonl --itsv --otsv --opprint --ipprint --pprint --oxtab --xtab --ixtab --omd --inidx --onidx --nidx --dkvp --idkvp --odkvp --c2p --c2j --c2t --c2m --c2d --c2n --c2l --t2c --t2j --t2p --j2c --j2t --j2p --ifs: --ofs: --fs: --ips: --ops: --ps: --irs: --ors: --implicit-csv-header --headerless-csv-output --headerless-csv-input --allow-ragged-csv-input --barred --right --from:r --ofmt: --nr-progress-mod: --records-per-batch: -n -r -nr -nf -f: -g: -k -o: -s:^C -a: -x -c -h: -i: -p -u --version --help --lp: --rp: --np --ul --ur --prepipe:c^D --prepipex:c^D --prepipe-gunzip --ofmt: --load:^C --mload:^C
csvclean,csvsql,in2csv,sql2csv | C | r* |
csvquote,tsv-pretty,tsv-select,tsv-filter,tsv-summarize,tsv-uniq,tsv-sample | S | t* | -t: -u: -d: -H -f: -e: -s: -n: -i --header --fields: --exclude: --delimiter: --count --sum: --group-by: --str-eq: --eq: --gt: --lt: --ge: --le:
pv                    | S | r* | -ptebacnrTlWfFqI -s: -i: -L: -N: -w: -H: -B: -D: -A: -R:^C -d:^C -P:w^C -X -U:^C -o:w^C --progress --timer --eta --rate --bytes --line-mode --size: --rate-limit: --name: --interval: --wait --quiet --numeric --format: --output:w^C
ts                    | S | t* | -risml
highlight,ccat,mdcat,mdless,lowdown,markdown,cmark,md2html | S | r* | -l: -f: -O: -P: -T: -s: -g -N -t: -S: -o:w^C --lexer: --formatter: --style: --out-format: --syntax: --unsafe --smart --to: -L! --version --help
pygmentize | S | r* | -l: -f: -O:^C -P:^C -T: -s: -g -N -t: -S: -o:w^C --lexer: --formatter: --style: --out-format: --syntax: --unsafe --smart --to: -L! --version --help
dot,neato,fdp,sfdp,twopi,circo | S | r* | -vqxP? -n? -s? -l:r -y^C -V! -T? -G? -N? -E? -K? -o:w^C -O^C
gs                    | C | r* -long | --version! -v! -h! --help! -sOutputFile:w
groff,nroff,troff     | C | r* | -v! --version!
unoconv,soffice,libreoffice,ebook-convert,ps2pdf,pdf2ps,djvups,wkhtmltopdf,wkhtmltoimage,weasyprint,asciidoctor,rst2html,mkdocs,sphinx-build,jekyll,gitbook,mdbook,zola,eleventy,antora | C | t* | --version! --help!
hugo                  | C | sub |
hugo version,hugo env | S | - |
latex,pdflatex,xelatex,lualatex,luatex,pdftex,tex,latexmk,bibtex,biber,makeindex,dvips,dvipdfm,arara,rubber,tectonic,context,makeglossaries,latexindent,latexdiff | C | t* -long | -version! --version! -help! --help! -shell-escape^D --shell-escape^D -enable-write18^D --enable-write18^D -output-directory:w -jobname: -interaction: -halt-on-error -pdf -xelatex -lualatex -c -C -e:c^D -r:r -pdflatex:c^D -latex:c^D
inkscape,gimp,krita,blender,openscad,freecad,darktable-cli,rawtherapee-cli,handbrake,HandBrakeCLI,vlc,mpv,mplayer,cvlc,obs,audacity | C | t* | --version! --help!
youtube-dl,yt-dlp,gallery-dl,you-get,aria2c,axel,lftp,w3m,lynx,links,elinks | C | t* | --version! --help! --exec:c^D --exec-before-download:c^D --on-download-complete:x^D --config-location:r^D --cookies-from-browser:^D --netrc^D -v --external-downloader:x^D --downloader:x^D --postprocessor-args:^C
gnuplot               | C | r* | -e:c^C --version! -V! --help! -h! -p -c
octave,octave-cli,maxima,sage,gp,scilab,wolframscript | C | r* | --version! --help!
units                 | S | t* | -1cehlmnoqrstvVCp -d: -e -f:r^C -o: --exponential --terse --verbose --compact --one-line --strict --version --help --conformable --digits: --list-units
dc                    | S | - | -e: -f:r^C -t -b: -s: --expression: --terse --base: --help --version -V -h
pwgen,mcookie,apg,xkcdpass,diceware | S | t* | -01ABcCnNsvyaq -N: -r: -H:r -m: -x: -M: -n: -E: -w: -d: -s -t -l -v -f:r --num: --capitalize --numerals --symbols --secure --no-vowels --ambiguous -i --file:r --max-size: --verbose --acrostic: --interactive --wordfile:r --numwords: --delimiter: --min: --max: --count:
tz,zdump              | S | t* | -v -c: -V
tlmgr conf            | S | t  |
`;
