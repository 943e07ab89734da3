/** Programs that change something, or run what the project has; the format is that of `readTable`. */
export const changers = `
mkdir,gmkdir          | C | w* | -pv -m: --parents --verbose --mode:
touch                 | C | w* | -acmh -d: -r:l -t: --date: --reference:l --time: --no-create
cp,gcp                | C | r*,w | -t:w --target-directory:w -S: --suffix:
mv,gmv                | C | w*,w | -t:w --target-directory:w -S: --suffix:
ln,gln,link           | C | r*,w | -t:w --target-directory:w -S: --suffix:
install               | C | r*,w | -t:w --target-directory:w -m: --mode: -o:^D -g:^D -d -D -v -p -C -b -s --strip-program:x^D
tee                   | C | w* | -aip --append --ignore-interrupts --output-error?
split,csplit          | C | r,w | -n: -b: -l: -a: -d --filter:c^D --lines: --bytes: --number:
truncate              | D | w* | -s: --size: -r:l
mktemp                | C | t* | -d -q -u -t -p:w --tmpdir? -m:
mkfifo,mknod          | C | w* | -m: --mode:
patch                 | C | w,r | -i:r --input:r -d:w --directory:w -o:w --output:w -p? -r:w
dos2unix,unix2dos     | C | w* |
cd,pushd,popd         | S | l* | -LPe@n
make,gmake,ninja,just,task,rake,bazel,buck2,meson,mage,invoke,nox,tox | C | t* | -C:l -f:r --directory:l --file:r --eval:c^D
cmake                 | C | t* | -P:x -E^C --build:l --install:w^C
ctest                 | C | t* |
gcc,g++,cc,c++,clang,clang++,rustc,javac,swiftc,ghc,nasm,as,ld,tsc,esbuild,sass,protoc,gfortran,zig,m4,pandoc | C | r* | -o:b --output:b --out-dir:b --outDir:b -B:x^D -wrapper:x^D -specs?x^D -fplugin:x^D -fplugin?x^D --lua-filter:x^D --filter:x^D
gzip,gunzip,bzip2,bunzip2,xz,unxz,zstd,unzstd,lz4 | C | w* | -o:w
zip                   | C | w,r* | -TT:c^D --unzip-command:c^D -O:w --out:w
unzip                 | C | r,t* | -d:w
7z,7za                | C | t,r* |
ar,gar                | C | t,w*,r |
cpio                  | C | r* | --rsh-command:x^D -D:w -F:r -O:w -I:r
pbcopy,xclip,xsel,wl-copy | C | r* |
gpg,gpg2              | C | r* | -o:w --output:w --export-secret-keys^D --export-secret-subkeys^D --delete-secret-keys^D --delete-keys^D --delete-secret-and-public-keys^D --agent-program:x^D --gpg-program:x^D --photo-viewer:c^D
openssl               | C | r* -long | -out:w -keyout:w -writerand:w -engine:x^D
ssh-keygen            | C | t* | -f:w -D:x^D -R:
ssh-copy-id           | D | t* |
code,cursor,open,xdg-open,emacsclient | C | r* |
vi,vim,nvim,view,vimdiff,ex,gvim | C | w* | -c:c^D --cmd:c^D -S:x^D -s:x^D -u:x^D -es^D -E^D -e^D
nano,pico,micro,hx,joe,kak,ed | C | w* | -s:c^D
emacs                 | C | w* | --eval:c^D -eval:c^D -l:x^D --load:x^D -f:c^D --funcall:c^D --batch^D --script:x^D
tcpdump               | C | t* | -z:c^D -w:w -r:r
nix-shell             | C | t* | --run:c --command:c -E:^D --expr:^D
pee                   | C | c* |
sponge                | C | w* | -a
perf                  | C | sub |
strace,ltrace,gdb,lldb,valgrind | C | t* | -ex:c^D -x:x^D --eval-command:c^D -o:c^D --batch^D
psql,mysql,mariadb,sqlite3,duckdb,mongosh,redis-cli,cqlsh,clickhouse-client | C | t* |
expect                | D | t* |
hyperfine             | C | c* |
read,mapfile,readarray,let,getopts,compgen,complete,bind,enable,hash,history,fc,shopt,set,umask,unset | C | t* |
ldd                   | C | r* |
`;
