/** Programs that change something, or run what the project has; the format is that of `readTable`. */
export const changers = `
mkdir,gmkdir,zf_mkdir | C | w* | -pv -m: --parents --verbose --mode:
touch                 | C | m* | -acmh -d: -r:l -t: --date: --reference:l --time: --no-create
cp,gcp                | C | r*,m | -t:w --target-directory:w -S: --suffix:
mv,gmv,zf_mv          | C | w*,m | -t:w --target-directory:w -S: --suffix:
ln,gln,link,zf_ln     | C | r*,w | -t:w --target-directory:w -S: --suffix:
install               | C | r*,w | -t:w --target-directory:w -m: --mode: -o:^D -g:^D -d -D -v -p -C -b -s --strip-program:x^D --owner:^D --group:^D --compare --preserve-timestamps --strip --backup? --verbose --no-target-directory -T -Z --preserve-context
tee                   | C | w* | -aip --append --ignore-interrupts --output-error?
csplit                | C | r,t* | -f:w -b: -n: -k -s -z --prefix:w --suffix-format: --digits: --elide-empty-files --quiet
split                 | C | r,w | -n: -b: -l: -a: -d --filter:c^D --lines: --bytes: --number:
truncate              | D | w* | -s: --size: -r:l
mktemp                | C | t* | -d -q -u -t -p:w --tmpdir? -m: --dry-run! --directory --quiet --suffix:
mkfifo,mknod          | C | w* | -m: --mode:
patch                 | C | w,r | -i:r --input:r -d:w --directory:w -o:w --output:w -p? -r:w
dos2unix,unix2dos     | C | w* | -i! --info!
cd,pushd,popd         | S | l* | -LPe@n
bazel,buck2,meson,mage,invoke,nox,tox | C | t* | -C:l -f:r --directory:l --file:r --eval:c^D
ctest                 | C | t* |
ghc                   | C | r* -long | --numeric-version! --info! --print-libdir! --supported-extensions! -V! -o:b -O -O2 -Wall -package: -pgmF:x^D -F^D -fplugin?x^D -e:c^D
javac,swiftc,nasm,as,ld,esbuild,sass,protoc,zig,m4 | C | r* | -o:b --output:b --out-dir:b --outDir:b -B:x^D -wrapper:x^D -specs?x^D -fplugin:x^D -fplugin?x^D --lua-filter:x^D --filter:x^D
pandoc                | C | r* | -o:w --output:w --list-output-formats! --list-input-formats! --list-extensions! --list-highlight-styles! --list-highlight-languages! --lua-filter:x^D --filter:x^D -F:x^D -L:x^D --pdf-engine:x^C
fzf,sk                | C | t* | --version! --help! --preview:c --preview-window: --bind: --history:w --listen? -m -e -i -x -q: -f: -n: -d: -1 -0 +s +x +i --height: --reverse --multi --ansi --border --print0 --read0 --expect: --header: --prompt: --layout: --query: --filter: --exact --no-sort --tac --with-shell:^D
vite,q,fx,dasel,kotlinc,kotlin,logger,say,st-info,picocom,minicom,plantuml,ansible-lint,rsync-ssl,cu,webpack,rollup,parcel,turbo,nx,lerna,gulp,grunt,bower,babel,swc,storybook,cypress,playwright,mocha,ava,karma,jasmine,jest,vitest,next,nuxt,astro,remix,svelte-kit,ng,vue,expo,ionic,cordova,capacitor,electron,tauri,cookiecutter,copier,hatchling,gunicorn,uvicorn,hypercorn,daphne,celery,airflow,prefect,dagster,mlflow,wandb,dvc,streamlit,gradio,scrapy,behave,robot,locale-gen,rails,puma,sidekiq,foreman,overmind,honcho,procfile,artisan,drush,wp,symfony,laravel,phpunit,pest,codecept,pecl,pear,phpize,lein,boot,mill,ant,ivy,kobaltw,scalac,groovyc,jshell,jlink,jpackage,javadoc,jarsigner,native-image,wasm-pack,wasm-bindgen,wasmtime,wasmer,trunk,cross,cargo-nextest,bindgen,cbindgen,sccache,ccache,distcc,gprbuild,fpc,dmd,ldc2,crystal,shards,nimble,v,odin,zls,gleam,rebar3,idris,agda,coqc,lean,isabelle,fstar,tlc,z3,cvc5,minizinc,glpsol,verilator,iverilog,vvp,gtkwave,yosys,nextpnr,ghdl,vivado,quartus_sh,quartus,modelsim,kicad-cli,ngspice,freecadcmd,slic3r,prusa-slicer,cura,octoprint,west,idf.py,mbed,zephyr,particle,balena,nerves,mosquitto_pub,mosquitto_sub,mqtt,can-utils,candump,cansend,sigrok-cli,logic2,bruno,insomnia,postman,mkisofs,genisoimage,xorriso,growisofs,brasero,lame,flac,oggenc,opusenc,faac,cdparanoia,abcde,mkvextract,mkvpropedit,MP4Box,mp4box,x264,x265,svtav1,av1an,cwebp,dwebp,avifenc,cjxl,djxl,pngquant,optipng,oxipng,jpegoptim,jpegtran,guetzli,svgo,scour,rsvg-convert,potrace,autotrace,dcraw,ufraw,hugin,enblend,exiftran,scrot,maim,grim,slurp,flameshot,screencapture,recordmydesktop,wf-recorder,asciinema,vhs,svg-term,termtosvg,ttyrec,cava,mpc,ncmpcpp,cmus,moc,playerctl,pacmd,amixer,alsamixer,aplay,arecord,speaker-test,wpctl,brightnessctl,xbacklight,light,redshift,notify-send,zenity,kdialog,yad,dialog,whiptail,rofi,dmenu,wofi,peco,gum,taskwarrior,timew,todo.sh,khal,khard,neomutt,mutt,aerc,msmtp,offlineimap,mbsync,isync,notmuch,newsboat,irssi,weechat,profanity,toot,calcurse,remind,ledger,hledger,beancount,gnucash-cli | C | t* |
gzip,gunzip,bzip2,bunzip2,xz,unxz,zstd,unzstd,lz4,brotli,lzma,unlzma,pigz,unpigz,pbzip2,lzip,lzop,lbzip2,pixz,lrzip,compress,uncompress | C | w* | -o:w -l! --list! -t! --test! -v --verbose -q --quiet
zip                   | C | w,r* | -TT:c^D --unzip-command:c^D -O:w --out:w -m^D --move^D -d^C --delete^C --show-files!
unzip                 | C | r,t* | -d:w -abCjLnoqUuvVXZ -x
7z,7za,7zz            | C | t,r* -long | -spf^D -spf2^D -o?w -p? -y -r -sdel^D -si -so
ar,gar                | C | t,w*,r |
pbcopy,xclip,xsel,wl-copy | C | r* |
openssl               | C | r* -long | -out:m -keyout:m -writerand:w -engine:x^D
ssh-copy-id           | D | t* |
open,xdg-open         | C | r* |
vi,vim,nvim,view,vimdiff,ex,gvim | C | w* | -c:c^D --cmd:c^D -S:x^D -s:x^D -u:x^D -es^D -E^D -e^D
nano,pico,micro,hx,joe,kak,ed | C | w* | -s:c^D
emacs                 | C | w* | --eval:c^D -eval:c^D -l:x^D --load:x^D -f:c^D --funcall:c^D --batch^D --script:x^D
tcpdump               | C | t* | -z:c^D -w:w -r:r
nix-shell             | C | t* | --run:c --command:c -E:^D --expr:^D
pee                   | C | c* |
sponge                | C | w* | -a
perf                  | C | sub |
strace,ltrace,gdb,lldb,valgrind | C | t* | -p:^D --pid:^D --pid?^D -pid:^D --attach-pid:^D -ex:c^D -x:x^D --eval-command:c^D -o:c^D --batch^D
psql,mysql,mariadb,sqlite3,duckdb,mongosh,redis-cli,cqlsh,clickhouse-client | C | t* |
expect                | D | t* |
mysqladmin,mariadb-admin | C | t* | --defaults-file:r^D --defaults-extra-file:r^D --plugin-dir:^D
hyperfine             | C | c* |
read,mapfile,readarray,let,getopts,compgen,complete,bind,enable,hash,history,fc,shopt,set,umask,unset | C | t* |
ldd                   | C | r* |
emacsclient           | C | r* | -e^D --eval^D -a:^C --alternate-editor:^C -c -nw -t -n -q -r -s: -d: -f: -T: --tty --no-wait --quiet --create-frame --reuse-frame --socket-name: --server-file:^C --no-window-system --display: --suppress-output -u
`;
