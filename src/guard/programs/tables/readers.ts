/** Programs that only read; the format is that of `readTable`. An option that is not listed is not known to be harmless. */
export const readers = `
ls,gls,vdir,dir       | S | l* | -aAbBcCdDfFgGhHikKlLmnNopqQrRsStTuUvxXZ1@eOWyP -I: -w: --all --almost-all --author --block-size: --classify? --color? --colour? --context --directory --dereference --escape --file-type --format: --full-time --group-directories-first --hide: --hide-control-chars --human-readable --hyperlink? --ignore: --ignore-backups --indicator-style: --inode --kibibytes --literal --no-group --numeric-uid-gid --quote-name --quoting-style: --recursive --reverse --show-control-chars --si --size --sort: --tabsize: --time: --time-style: --width: --zero --help --version
exa,eza,lsd           | S | l* | -1aBbdDfFgGhHiIlmrRStuUxX@ --all --tree --long --git --icons --level: --depth: --sort: --group-directories-first --color: --header --git-ignore --only-dirs --ignore-glob: -L: -s: -I: --version --help --no-user --no-permissions --no-time --no-filesize --no-icons --git-repos --total-size --hyperlink --time-style: --time: --show-symlinks --absolute
pwd                   | S | -  | -LP
cat,gcat              | S | r* | -AbeEnstTuv --number --number-nonblank --show-all --show-ends --show-nonprinting --show-tabs --squeeze-blank --help --version
tac                   | S | r* | -br -s: --before --regex --separator: --help --version
bat,batcat            | S | r* | -pnAPuf -l: -r: -H: -m: --plain --number --show-all --style: --language: --line-range: --highlight-line: --paging: --color: --theme: --decorations: --tabs: --wrap: --no-pager --terminal-width: --list-languages --list-themes --pager:c^D --help --version
head,tail,ghead,gtail | S | r* | -qvz -# -c: -n: --bytes: --lines: --quiet --silent --verbose --zero-terminated -f -F -r --follow? --retry -s: --sleep-interval: --pid: --max-unchanged-stats: --help --version
nl                    | S | r* | -p -b: -d: -f: -h: -i: -l: -n: -s: -v: -w: --body-numbering: --number-width: --starting-line-number: --number-format: --number-separator:
wc,gwc                | S | r* | -clmwL --bytes --chars --lines --words --max-line-length --total: --files0-from:r --help --version
grep,egrep,fgrep,ggrep,rgrep | S | t,r* | -EFGPinvwxyclLoqsbHhTUZzaIrR -# -A: -B: -C: -m: -d: -D: -e:! -f:r! --extended-regexp --fixed-strings --basic-regexp --perl-regexp --regexp:! --file:r! --ignore-case --no-ignore-case --invert-match --word-regexp --line-regexp --count --color? --colour? --files-without-match --files-with-matches --max-count: --only-matching --quiet --silent --no-messages --byte-offset --with-filename --no-filename --label: --line-number --initial-tab --null --null-data --after-context: --before-context: --context: --text --binary-files: --devices: --directories: --exclude: --exclude-from:r --exclude-dir: --include: --recursive --dereference-recursive --line-buffered --binary --help --version -V
zgrep,zegrep,zfgrep,bzgrep,bzegrep,xzgrep,xzegrep,lzgrep | S | t,r* | -EFinvwclLohHqs -# -A: -B: -C: -m: -e:!
zcat,gzcat,bzcat,xzcat,lzcat,zstdcat | S | r* | -fq
rg                    | S | t,r* | -iSsvwxclLoqnNHhIFPUua0.Vp -# -A: -B: -C: -m: -g: -t: -T: -e:! -f:r! -j: -M: -r: -d: -z^C --ignore-case --smart-case --case-sensitive --invert-match --word-regexp --line-regexp --count --count-matches --files-with-matches --files-without-match --only-matching --quiet --line-number --no-line-number --with-filename --no-filename --heading --no-heading --color: --colors: --column --no-column --context: --after-context: --before-context: --glob: --iglob: --type: --type-not: --type-add: --type-list --type-clear: --files! --hidden --no-hidden --no-ignore --no-ignore-vcs --no-ignore-parent --no-ignore-global --ignore-file:r --follow --max-count: --max-depth: --maxdepth: --max-filesize: --max-columns: --max-columns-preview --multiline --multiline-dotall --null --null-data --passthru --pretty --regexp:! --file:r! --replace: --sort: --sortr: --stats --json --threads: --trim --text --binary --unrestricted --vimgrep --crlf --encoding: --engine: --fixed-strings --pcre2 --auto-hybrid-regex --field-match-separator: --field-context-separator: --path-separator: --no-config --no-messages --no-mmap --mmap --one-file-system --debug --trace --version --help --include-zero --glob-case-insensitive --sort-files --search-zip^C --pre:c^D --pre-glob:^D --hostname-bin:c^D
ag,ack                | S | t,r* | -iSsvwlLcQnHh -A: -B: -C: -G: -m: --ignore-case --smart-case --case-sensitive --word-regexp --files-with-matches --files-without-matches --count --literal --hidden --ignore: --ignore-dir: --python --py --js --ts --ruby --java --cpp --cc --php --perl --go --rust --html --css --json --xml --yaml --sql --shell --markdown --make --type: --nocolor --color --nogroup --group --depth: --pager:c^D
sort,gsort            | S | r* | -bdfghiMnRrVcCmsuz -k: -t: -S: --ignore-leading-blanks --dictionary-order --ignore-case --general-numeric-sort --human-numeric-sort --ignore-nonprinting --month-sort --numeric-sort --random-sort --reverse --sort: --version-sort --check? --merge --key: --field-separator: --stable --unique --zero-terminated --parallel: --batch-size: --buffer-size: --debug -o:w^C --output:w^C --compress-program:x^D -T:w^C --temporary-directory:w^C --files0-from:r^C --random-source:r --help --version
shuf,gshuf            | S | r* | -ezr -n: -i: -o:w^C --output:w^C --head-count: --input-range: --echo --repeat --zero-terminated --random-source:r
uniq,guniq            | S | r,w | -cdDiuz -f: -s: -w: --count --repeated --all-repeated? --skip-fields: --ignore-case --skip-chars: --unique --zero-terminated --check-chars: --group? --help --version
cut,gcut              | S | r* | -ns -b: -c: -d: -f: -z --bytes: --characters: --delimiter: --fields: --only-delimited --complement --output-delimiter: --zero-terminated
paste                 | S | r* | -sz -d: --delimiters: --serial --zero-terminated
join,comm             | S | r* | -123iz -a: -e: -j: -o: -t: -v: --check-order --nocheck-order --total --output-delimiter: --zero-terminated --header --ignore-case
col                   | S | t* | -bfhpx -l:
fold,fmt,expand,unexpand,rev,colrm,look,tsort | S | r* | -abcstiu -# -w: -p: -t: -g: --width: --spaces --tabs: --initial --all --bytes --uniform-spacing
column                | S | r* | -txeJn -s: -o: -c: -N: -R: -H: -l: --table --separator: --output-separator: --output-width: --json --table-columns: --table-right:
tr,gtr                | S | t* | -cCdst --complement --delete --squeeze-repeats --truncate-set1
diff,colordiff,sdiff  | S | r,r | -abBcdeEiInNpqrstTuwyZ -# -C: -U: -F: -I: -x: -X:r -W: --new-line-format: --old-line-format: --unchanged-line-format: --line-format: --normal --brief --report-identical-files --unified? --context? --ed --rcs --side-by-side --width: --left-column --suppress-common-lines --show-c-function --show-function-line: --label: -L: --expand-tabs --initial-tab --recursive --no-dereference --new-file --unidirectional-new-file --ignore-file-name-case --exclude: --exclude-from:r --starting-file: --from-file:r --to-file:r --ignore-case --ignore-tab-expansion --ignore-trailing-space --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-matching-lines: --text --strip-trailing-cr --minimal --horizon-lines: --speed-large-files --color? --palette: --help --version -l^C --paginate^C -o:w^C --output:w^C
cmp                   | S | r,r,t,t | -bls -n: -i: --bytes: --print-bytes --verbose --silent --quiet --ignore-initial:
diff3                 | S | r* | -AeEmTxX3 --diff-program:x^D
stat,gstat            | S | l* | -LfxnFlqrs -c: -t --dereference --file-system --format: --printf: --terse --cached:
file                  | S | l* | -bciIkLhnNprsvzZ0 -F: --brief --mime --mime-type --mime-encoding --extension --dereference --no-dereference --separator: --print0 --keep-going --raw --special-files --version --help -f:r^C --files-from:r^C -m:r^C --magic-file:r^C -C^C --compile^C
tree                  | S | l* | -adflxpugshDFqNQirtUvcACSnXJ -L: -P: -I: -H: -T: --dirsfirst --filesfirst --gitignore --noreport --charset: --filelimit: --timefmt: --si --du --prune --matchdirs --ignore-case --inodes --device --sort: --fromfile --version --help -o:w^C -R^C
du,gdu,ncdu,dust      | S | l* | -aAbcDHhklLmPsSx0g -d: -t: -B: -X:r -I: --all --apparent-size --block-size: --bytes --total --dereference --max-depth: --human-readable --inodes --separate-dirs --si --summarize --threshold: --time? --time-style: --exclude: --exclude-from:r --one-file-system --null --files0-from:r --help --version
df,gdf,duf            | S | l* | -ahHiklmPTgIY -B: -t: -x: --all --block-size: --human-readable --si --inodes --local --output? --portability --total --type: --print-type --exclude-type: --no-sync --sync^C
basename,dirname,getopt | S | a* |
realpath,readlink,greadlink,grealpath | S | l* | -efmnqsvzLP --canonicalize --canonicalize-existing --canonicalize-missing --no-newline --relative-to:l --relative-base:l --strip --no-symlinks --logical --physical --zero --quiet --silent --verbose
namei,pathchk         | S | l* | -xmolnvpP
echo,true,false,seq,:,gecho,gseq | S | a* |
factor,expr,gexpr     | S | t* |
sleep,gsleep          | S | t* |
date,gdate            | S | t* | -uRjn -d: -r:l -f:r -v: -I? --date: --utc --universal --rfc-3339: --rfc-email --iso-8601? --reference:l --debug -s:^D --set:^D --file:r^C
cal,ncal,gcal         | S | t* | -3bCHhjJMNpwy1 -m: -A: -B: -d: -n:
whoami,logname,tty,arch,nproc,users,uptime,w,who,last,lastlog,groups,free,vmstat,lscpu,lsmem,lsblk,lsusb,lspci,lsmod,pinky,finger,getconf,locale,iostat,mpstat,ipcs,lsipc,lslocks,lsns,acpi | S | t* | -abcdefghiklmnpqrtuvwxzHPTSVWFAJ -# -s: -o: --all --bytes --kibi --mebi --gibi --human --si --wide --total --seconds: --pretty --since --json --ignore: --fs --paths --output: --version --help -productName -productVersion
sensors               | S | t* | -jAufvh -c:r^C --version --help
neofetch,fastfetch,screenfetch | C | t* |
dircolors             | S | r* | -bcp --sh --bourne-shell --csh --c-shell --print-database --print-ls-colors
infocmp               | S | t* | -1CLIKxqudnlrEefgipT -A:l -B:l -s: -v: -w: -R:
hostname              | S | -  | -F:^D --file:^D -b^D --boot^D -aAdfiIsy --all-fqdns --domain --fqdn --long --ip-address --all-ip-addresses --short --help --version
uname,guname          | S | -  | -asnrvmpio --all --kernel-name --nodename --kernel-release --kernel-version --machine --processor --hardware-platform --operating-system
id                    | S | t* | -aGgnpruzZF --group --groups --name --real --user --zero
which,whereis,type,apropos,whatis | S | t* | -r -d -e --regex --exact --wildcard -abfpPqtsvmwklu --query --all --skip-alias --skip-functions --skip-dot --skip-tilde --tty-only --version
printenv              | S | t* | -0 --null
ps                    | S | t* | -aAdefFHjlLMmrSTVwXxyZcnuNE -o: -O: -p: -q: -t: -U: -G: -g: -C: -s: -k: -D: --pid: --ppid: --user: --User: --group: --Group: --sid: --tty: --quick-pid: --sort: --forest --format: --no-headers --no-heading --headers --cols: --columns: --rows: --lines: --width: --deselect --info --version --help? --cumulative --context
pgrep,pidof,pstree,pmap,pwdx | S | t* | -acfgilLnoOpPrsStTUvwxXZGhHAN -u: -P: -F:r -d: --show-parents --full --list-full --list-name --newest --oldest --exact --parent: --count --user: --delimiter: --ns: --show-pids --compact-not --arguments --ascii --uid-changes --numeric-sort
lsof                  | S | t* | -aCbhlnNOPRtUVX -i? -p: -u: -c: -d: -g: -s? -F? -r? -S? -T? +D:l +d:l
ss,netstat            | S | t* | -HsaenltuwxpomiOrNVZEbgMSdWIT -f: -A: -D:w^C -F:r^C -K^D --numeric --listening --tcp --udp --unix --processes --all --extended --summary --options --memory --info --raw --route --interfaces --statistics --programs --wide --continuous --kill^D --no-header --json
md5sum,sha1sum,sha224sum,sha256sum,sha384sum,sha512sum,b2sum,md5,shasum,cksum,sum,gsha256sum,b3sum | S | r* | -bctwzqrnsp -a: -l: --binary --check --tag --text --zero --ignore-missing --quiet --status --strict --warn --algorithm: --length: --debug --help --version
base64,base32,basenc,gbase64 | S | r* | -dDn -w: -b: --decode --ignore-garbage --wrap: -i:r --input:r -o:w^C --output:w^C --base64 --base64url --base32 --base16 --help --version
xxd                   | S | r,w | -abeEiprsu -l: -s: -c: -g: -o: -n:
od,hexdump,hd         | S | r* | -abcCdDFHiIlLosvxX -A: -j: -N: -n: -t: -w? -S: -e: --format: --address-radix: --skip-bytes: --read-bytes: --traditional
strings,gstrings      | S | r* | -afow -n: -t: -e: -T: -# --all --bytes: --radix: --encoding: --print-file-name
nm                    | S | r* | -aABCDgjlnoPprsSuUvV -t: -f: --debug-syms --demangle? --no-demangle --dynamic --extern-only --defined-only --undefined-only --line-numbers --numeric-sort --no-sort --size-sort --print-size --print-armap --reverse-sort --portability --format: --radix: --special-syms --help --version --plugin:x^D
otool,dwarfdump,c++filt | S | r* -long | -a -A -C -d -D -g -n -p -P -r -S -t: -u -x -h -H -s -T -l -L -v -w? -W -e -I -j: -M: --info --demangle? --dynamic --extern-only --disassemble --headers --all-headers --syms --symbols --sections --segments --program-headers --file-header --dynamic-syms --section-headers --relocs --source --version --help
jq,gojq,jaq           | S | t,r* | -acCejMnrRsSV -f:r! --arg:: --argjson:: --slurpfile::r --rawfile::r --args --jsonargs --raw-output --raw-output0 --raw-input --compact-output --null-input --slurp --sort-keys --color-output --monochrome-output --tab --indent: --join-output --ascii-output --exit-status --unbuffered --stream --stream-errors --seq --from-file:r! --version --help --ascii -L:r^C --library-path:r^C
xmllint               | S | r* | --format --noout --xpath: --html --nonet --version --recover --huge --noblanks --encode: --output:w^C -o:w^C --shell^C --schema:r --dtdvalid:r --valid --postvalid
tput                  | S | t* | -T: -V -S^C
stty                  | S | sub | -ag -F:l --all --save --file:l
stty size,stty speed  | S | -  |
clear                 | S | -  | -xV -T:
tokei,cloc,scc        | S | l* | -fsCVl --files --languages --sort: --output: --by-file --json --csv --quiet --hide-rate --exclude-dir: --exclude: -e: -t: -o:w^C --vcs: --no-gitignore --config:r^C --out:w^C --report-file:w^C
less,more,zless,bzless,xzless | S | r* -long | -N -n -S -R -r -F -X -i -I -M -m -E -e -c -C -d -f -g -G -h: -j: -J -K -L -p: -P: -q -Q -s -u -U -V -w -W -x: -y: -z: -# -~ -RFX -FRX -FX -SR -RS -SN -NS +G +F --LINE-NUMBERS --chop-long-lines --RAW-CONTROL-CHARS --quit-if-one-screen --no-init --ignore-case --IGNORE-CASE --pattern: --quiet --help --version -o:w^C -O:w^C --log-file:w^C --LOG-FILE:w^C -k:r^D --lesskey-file:r^D --lesskey-src:r^D --lesskey-content:^D -t:^C -T:r^C --tag:^C --tag-file:r^C
man                   | S | t* | -kfaw -# -s: -S: --apropos --whatis --all --path --where --sections: --section: -P:c^D --pager:c^D -H?c^D --html?c^D -C:r^D --config-file:r^D -M:r^C --manpath:r^C -l^C --local-file^C -X?^C -T?^C -t^C --troff^C -p:^C -K^C
info,tldr,help        | S | t* | -dmsOw --index-search: --usage: --all --location --where -p: --platform: --version --help -o:w^C --output:w^C --dribble:w^C --restore:x^C
journalctl            | S | t* | -# -aefklmNqrx -n: -u: -t: -p: -g: -S: -U: -o: -b? -F: --boot? --unit: --user-unit: --identifier: --priority: --grep: --since: --until: --lines: --follow --reverse --output: --output-fields: --utc --no-pager --no-tail --no-hostname --no-full --full --all --quiet --dmesg --list-boots --disk-usage --user --system --catalog --case-sensitive? --cursor: --after-cursor: --show-cursor --facility: --merge --header --fields --field: --vacuum-size:^D --vacuum-time:^D --vacuum-files:^D --rotate^D --flush^D --relinquish-var^D --sync^C --setup-keys^D --update-catalog^D --root:r^C --image:r^C --file:r^C --directory:r^C -D:r^C
dmesg                 | S | -  | -HLTdehkpPrtuwxW -l: -f: --level: --facility: --human --ctime --color? --follow --decode --kernel --nopager --since: --until: --reltime --time-format: --json -C^D -c^D --clear^D --read-clear^D -D^D -E^D -n:^D --console-off^D --console-on^D --console-level:^D
top,htop,btop,atop,glances,iotop,nvtop | S | t* | -bcHiSs1eE -n: -d: -p: -u: -U: -o: -w? -l: --tree --user: --delay: --pid: --sort-key: --version --help
dpkg-query            | S | t* | -lsSWLpc -f: --list --show --status --search --listfiles --showformat:
lsb_release,getent    | S | t* | -aidrcsv --all --id --description --release --codename --short --version
getfacl,lsattr,getfattr | S | l* | -aRdpetncsv -n: --all-effective --recursive --absolute-names
ulimit                | S | -  | -aHSbcdefiklmnpqrstuvxPRT
times,jobs,dirs,caller | S | t* | -lnprsv
wait                  | S | t* | -nf
iconv                 | S | r* | -cs -f: -t: -l --from-code: --to-code: --list -o:w^C --output:w^C
shellcheck            | S | r* | -ax -s: -S: -e: -o: -f: -i: -C? --shell: --severity: --exclude: --format: --enable: --color? --norc --external-sources --check-sourced --version
hadolint,actionlint   | S | r* | -f: --format: --no-color --ignore: --version
sysctl                | S | t* | -anNeAX --all --names --values -w^D --write^D -p^D --load?^D --system^D
fd,fdfind             | S | t,l* | -HIuasigFlL0p1h -t: -e: -E: -d: -S: -c: -j: -o: --hidden --no-ignore --unrestricted --absolute-path --case-sensitive --ignore-case --glob --fixed-strings --list-details --follow --print0 --full-path --type: --extension: --exclude: --max-depth: --min-depth: --exact-depth: --size: --changed-within: --changed-before: --color: --owner: --max-results: --threads: --base-directory:l --path-separator: --strip-cwd-prefix? --version --help
zipinfo               | S | r,t* | -12smlvhtTz
findmnt               | S | t* | -AaDflnPrRuUvJsmkb -o: -t: -O: -S: -T:l -M:l -N: -F:r --all --df --json --list --noheadings --output: --raw --types: --fstab --mtab --kernel --target:l --source: --mountpoint:l
ifconfig              | S | t  | -as
route                 | S | -  | -neFCv46
arp                   | S | t  | -anev -s:^D -d:^D -f:r^D
blkid                 | S | l* | -o: -s: -t: -L: -U: -k -i -p^C --output: --match-tag: --match-token: --label: --uuid:
yes                   | S | t* |
pr                    | S | r* | -# -dfFmrtTaJ -l: -w: -h: -o: -n? -s? -e? -i? --header: --length: --width: --columns:
uuidgen,vm_stat,iwconfig,reset,diffstat,system_profiler,uuid | S | r* | -rtvV -w: -p: -m -l --random --time --version --help --Full --Output: -detailLevel: -json
ping,ping6,dig,nslookup,host,traceroute,tracepath,mtr,whois,telnet_ | C | t* | -f:r
ethtool               | S | t,t* | -s^D -K^D -G^D -A^D -C^D -L^D -E^D -f^D -F^D -r^D -p^C -t^C -N^D -U^D -X^D -W^D --change^D --features^D --offload^D --pause^D --coalesce^D --set-ring^D --set-channels^D --set-priv-flags^D --negotiate^D --reset^D --flash^D --change-eeprom^D --identify^C --test^C -i -k -S -a -c -g -l -T -m -P -d -n -u -x -w^C --driver --show-features --statistics --show-ring --show-coalesce --show-pause --show-channels --module-info
exiftool              | S | r* -long | -a -u -g -G -G1 -s -s1 -s2 -s3 -S -j -json -csv -r -n -fast -ver -common -ee -q -m -T -t -b -b1 -list
pdftotext             | C | r,w -long | -f: -l: -layout -raw -enc:
pdftotext -           | S | r,t -long | -f: -l: -layout -raw -enc: -nopgbrk -q -eol: -upw: -opw: -table -simple -fixed: -x: -y: -W: -H: -bbox -htmlmeta -r: -nopgbrk
glow                  | S | r* | -p -w: -s: --pager --width: --style:
yamllint              | S | r* | -f: -s -d: -c:r --format: --strict --no-warnings --config-data: --config-file:r
bc                    | S | r* | -ilqsvwh --interactive --mathlib --quiet --standard --version --warn --help
numfmt                | S | t* | -z -d: --delimiter: --debug --field: --format: --from: --from-unit: --grouping --header? --invalid: --padding: --round: --suffix: --to: --to-unit: --zero-terminated
csvcut,csvgrep,csvlook,csvsort,csvstat,csvjson,csvjoin,csvstack,csvformat | S | r* | -nlHtaivxSIL -c: -C: -d: -q: -p: -z: -u: -b -e: -K: -m: -r: -f:r -y: --names --columns: --delimiter: --tabs --skip-lines: --no-inference --linenumbers --mean --median --min --max --sum --nulls --unique --freq --count --stdev --csv --json --reverse
ffprobe               | S | r* -long | -v: -loglevel: -hide_banner -show_format -show_streams -show_entries: -show_frames -show_packets -show_chapters -show_error -show_data -select_streams: -of: -print_format: -count_frames -count_packets -i:r -pretty -unit -sexagesimal -read_intervals: -version -formats -codecs
whence,where          | S | t* | -acfmpsSvwx
locate,mdfind,plocate | S | t* | -icber0 -n: -l: -name: -onlyin:l --basename --count --ignore-case --limit: --regex
`;
