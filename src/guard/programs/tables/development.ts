/** What compilers, debuggers, package tools and checkers of code tell; the format is that of `readTable`. */
export const development = `
gcc,g++,cc,c++,clang,clang++,gfortran,gdc,gnat | C | r* -long | -v -dumpmachine! -dumpversion! -dumpfullversion! -dumpspecs! -print-search-dirs! -print-sysroot! -print-multi-lib! -print-libgcc-file-name! -print-file-name: -print-prog-name: -print-targets! -print-resource-dir! --print-targets! --print-target-triple! -print-target-triple! --print-search-dirs! --print-resource-dir! -print-effective-triple! --print-supported-cpus! --print-multi-lib! -print-multiarch! -print-multi-os-directory! --target-help! -Q -### -c -S -E -g -O? -W? -f? -m? -D? -I:l -L:l -l: -std? -x: -o:b --output:b -B:x^D -wrapper:x^D -specs?x^D -fplugin:x^D -fplugin?x^D
rustc                 | C | r* -long | --print: --explain:! -vV! -Vv! --target: --edition: -O -g -C: -L: -o:b --out-dir:b
tsc                   | C | r* | -v! --all! --showConfig! --listFilesOnly! -p:r --project:r -w --outDir:b -o:b
go tool               | C | sub |
go tool dist          | C | sub |
go tool dist list,go tool dist version,go tool dist env,go tool dist banner | S | - -long | -json -broken
go tool dist clean    | D | t* |
go tool nm,go tool objdump,go tool buildid | S | t* -long | -n -size -sort: -type -s: -S
go tool cover         | C | t* -long | -func:! -html:^C -o:w -mode:
gofmt                 | S | r* | -d -l -s -e -r: -w^C -cpuprofile:w^C
goimports,gofumpt,golines | S | r* -long | -d -l -e -s -h -extra -local: -w^C -lang: -modpath:
golangci-lint,staticcheck,revive,gosec,govulncheck,errcheck,ineffassign,nilaway | C | t* -long | --version! --help!
javap                 | S | r* -long | -c -p -v -l -s -public -protected -private -package -sysinfo -constants -verbose -cp:l -classpath:l --class-path:l --module: -help -version
jar                   | C | t* | --list! -t! -tf:! -tvf:! --file: -f: --describe-module! -d! --version! --help! -C:l
jar tf,jar tvf,jar -tf,jar -tvf | S | r* |
jps,jinfo,jstat,jstack,jcmd,jmap,jhsdb,jfr,jdeps,jdeprscan | C | t* -long | -l! -lv! -lm! -lmv! -lvm! -q! -m! -v! -V! -mlvV! -summary! -s! -verbose! -gc! -gcutil! -help! --help! -h! --list-deps! --print-module-deps! -F^C
jenv,sdk,archive-tool | C | sub | --version
ghc-pkg               | C | sub | --user --global --version! --help! -v?
ghc-pkg list,ghc-pkg describe,ghc-pkg field,ghc-pkg latest,ghc-pkg check,ghc-pkg find-module,ghc-pkg dot,ghc-pkg dump | S | t* | --user --global --simple-output -v? --names-only
pydoc,pydoc3          | C | t* |
perldoc,ri,yri        | S | t* | -fqvltumoAiM -f: -q: -a: -v: -p^C -n:^C -w^C -b^C -d:^D -k:^C --version
cpan,cpanm            | D | t* | -v! -V! -l! --version! --help! --info! -D!
pkg-config,pkgconf    | S | t* | --cflags --libs --libs-only-l --libs-only-L --libs-only-other --cflags-only-I --cflags-only-other --modversion --exists --atleast-version: --exact-version: --max-version: --variable: --define-variable:^C --list-all --list-package-names --print-variables --print-requires --print-requires-private --print-provides --print-errors --short-errors --silence-errors --static --shared --version --help --errors-to-stdout --debug --uninstalled --path --validate --env:
addr2line,llvm-symbolizer,llvm-addr2line | S | t* | -afiCpsvH -e:r -j: -b: --exe:r --functions --inlines --demangle? --basenames --pretty-print --addresses --obj:r --version --help
size,avr-size         | S | r* | -ABGdoxtCf --format: --radix: --mcu: --common --totals --target: --version --help
objdump               | S | r* | -aCdDefFgGhHprRsStTvVwWxzl -M: -j: -m: -b: -E: -I: -i -P: --disassemble? --disassemble-all --disassemble-zeroes --source --source-comment? --headers --section-headers --all-headers --private-headers --syms --dynamic-syms --reloc --dynamic-reloc --full-contents --section: --demangle? --no-show-raw-insn --no-addresses --line-numbers --wide --visualize-jumps? --start-address: --stop-address: --architecture: --disassembler-options: --info --dwarf? --file-headers --archive-headers --file-start-context --prefix: --prefix-strip: --insn-width: --adjust-vma: --special-syms --inlines --help --version --x86-asm-syntax: --macho --print-imm-hex --triple: --mcpu: --mattr:
readelf               | S | r* | -aehlStgsduncVADIWrL -x: -p: -R: -z -w? -C --all --file-header --program-headers --segments --section-headers --sections --section-groups --section-details --headers --syms --symbols --dyn-syms --notes --relocs --unwind --dynamic --version-info --arch-specific --use-dynamic --hex-dump: --string-dump: --relocated-dump: --decompress --debug-dump? --wide --demangle? --histogram --archive-index --help --version --sym-base: --lint
patchelf              | C | w* | --print-rpath! --print-interpreter! --print-needed! --print-soname! --version!
chrpath               | C | w* | -l! --list! -v! --version! -r: -d
checksec,hardening-check,libtree,lddtree,pahole,bloaty,nm-new,elfls,rabin2 | S | t* | --file:r --dir:l --output: --format: -p -v -a -C: -d: -n: -s: -I -i -e -z -zz -S -h --version --help
cppcheck              | C | r* | --version! --doc! --errorlist! --help!
clang-format          | S | r* | -i^C -n --dry-run --Werror -Werror --style: -style: --fallback-style: --lines: -lines: --dump-config --verbose --sort-includes --assume-filename: -output-replacements-xml --output-replacements-xml --files:r --version --help
clang-tidy            | C | r* | --version! --list-checks! --dump-config! --verify-config! --help! --explain-config! -checks: --checks: -p: -p? -load:x^D --load:x^D
llvm-config,curl-config,pg_config,mysql_config,xml2-config,freetype-config,sdl2-config,python3-config,python-config,ncurses6-config,icu-config,gpg-error-config,apu-1-config,apr-1-config,krb5-config,nc-config,php-config,ruby-config,net-snmp-config,gdal-config,geos-config | S | t* -long | --version --libs --cflags --ldflags --includes --prefix --bindir --includedir --libdir --cxxflags --system-libs --components --targets-built --host-target --build-mode --extension-dir --embed --configdir --configure --features --protocols --ca --static-libs --vernum --extension-suffix --abiflags --sharedir --pkglibdir --pgxs --sysconfdir --cc --help
ctags,etags,gtags,global | C | t* | --version! -V! --list-languages! --list-kinds?! --list-maps! --help! -x
readtags              | S | t* | -l -e -p -i -n -t:r -E --list
cscope                | C | t* | -V! -h! --version! --help!
gcov,lcov,gcovr,genhtml,gprof | C | t* | --version! --help! --list! -l
shfmt                 | S | r* | -d -l -s -i: -bi -ci -sr -kp -fn -ln: -p -f -mn -w^C --diff --list --simplify --indent: --binary-next-line --case-indent --space-redirects --write^C --language-dialect: --find --to-json --from-json --filename: --version --help
rustfmt               | C | r* | --check! --print-config:^C --help! --version! -V! -l --edition: --config:
black                 | C | w* | --check! --diff! --version! --help! -h! -q -v -l: -t: --line-length: --target-version: --quiet --verbose --color --no-color --fast --skip-string-normalization -S --include: --exclude: --extend-exclude: --config:r
isort                 | C | w* | --check-only! --check! -c! --diff! --version! --help! --profile: -q -l: --show-files!
ruff check            | C | t* |
ruff format           | C | w* | --diff! --check! --config:r -n --no-cache --line-length: --target-version: --exclude:
ruff rule,ruff version,ruff help,ruff linter,ruff config | S | t* | --all --output-format:
ruff                  | C | sub | --version --help -V -h
flake8,pylint,pycodestyle,pydocstyle,bandit,vulture,pyflakes,prospector,mccabe,radon,autoflake,pyright,pytype,pyre,safety,pip-audit,interrogate | C | r* | --version! --help! --list-msgs! --list-checks! --help-msg:! --list-groups! --list-extensions!
pipdeptree,pip-licenses | S | t* | -p: -r -a -l -f -w: -e: -d: --packages: --reverse --all --local-only --freeze --warn: --json --json-tree --depth: --format: --order: --from: --with-urls --with-authors --version
jupyter               | C | sub | --version! --paths! --config-dir! --data-dir! --runtime-dir! --json --help!
pyenv root,pyenv prefix,pyenv shims,pyenv commands,rbenv root,rbenv prefix,rbenv shims,pyenv help,rbenv help,volta which,nvm help,jenv versions,jenv version,tfenv list,asdf info,asdf where,sdk current,sdk version,sdk help,goenv versions,goenv version,phpenv versions,nodenv versions,nodenv version | S | t* | --bare
conda config          | C | t* | --show! --show-sources! --describe! --get! --json
conda env export,conda export | S | - | -n: --name: -p:l --prefix:l -f:w^C --file:w^C --no-builds --from-history --ignore-channels --json -c: --channel: --format: --override-channels
conda list,conda info | S | t* | --base --system --unsafe-channels^D -n: --name: -p:l --prefix:l -e -c -f --export --json --explicit --envs -a --all --show-channel-urls --md5 --full-name -s
poetry version        | S | - | -s --short -n -q
poetry list,poetry help,poetry source show,poetry debug info,poetry self show,poetry env info,poetry env list,poetry show,poetry about,poetry check | S | t* | -tlTap -p --path --full-path --tree --latest^C --outdated^C --no-dev --only: --with: --without: --why --all --top-level --json --lock --strict -e --executable -n -q --no-ansi
composer show,composer info,composer licenses,composer validate,composer depends,composer why,composer prohibits,composer why-not,composer suggests,composer status | S | t* | -itsNPaDmoldv --installed --tree --name-only --path --direct --platform --available^C --latest^C --outdated^C --all^C --locked --no-dev --self --format: --no-interaction -n -q --no-plugins --no-scripts --strict --no-check-all --no-check-lock --no-check-publish --recursive -r
bundle list,bundle info,bundle show,bundle platform,bundle version | S | t* | --name-only --paths --path --without-group: --only-group:
gem list,gem environment,gem env,gem which,gem contents,gem dependency,gem help,gem specification,gem stale,gem info | S | t* | -adlviqV --local --all --details --versions --no-versions --installed --exact -e -v: --version: -r^C -b^C --remote^C --both^C -u^C --quiet --no-verbose --ruby --spec: --yaml --marshal --field:
cargo                 | C | sub | --version -V -vV --help -h --list! --explain:! -v --verbose -q --color: --config:^D -C:l -Z:
cargo info,cargo search | C | t* | --registry: --index:^D
cargo install         | C | t* | --list! --git:^D --index:^D --path: --registry:
cargo fmt             | C | t* | --check! --all -v -q --
cargo tree,cargo metadata,cargo pkgid,cargo locate-project,cargo read-manifest,cargo verify-project | S | t* | -aedipZqv -p: -i: -e: -d -f: -F: --depth: --invert? --package: --prefix: --no-dedupe --duplicates --edges: --format: --format-version: --filter-platform: --no-deps --manifest-path:r --workspace --all-features --no-default-features --features: --target: --offline --locked --frozen --message-format: --charset: --prune: --exclude: --color: --quiet --config:^D
rustup doc            | C | t* | --path! --toolchain:
rustup completions,rustup help,rustup show,rustup which,rustup toolchain list,rustup target list,rustup component list,rustup override list | S | t* | -v -q --installed --toolchain: --path --verbose --quiet
dotnet nuget,dotnet tool,dotnet workload,dotnet sln,dotnet list,dotnet new | C | sub |
dotnet publish,dotnet remove | C | t* |
dotnet nuget push,dotnet nuget delete,dotnet tool uninstall,dotnet user-secrets | D | t* |
dotnet dev-certs      | C | t* | -t^D --trust^D --clean^D -ep:w --export-path:w
dotnet tool list,dotnet workload list,dotnet sln list,dotnet list reference,dotnet nuget locals,dotnet new list,dotnet help | S | t* | -g --global --local -l --list --columns:
stack path,stack ls,opam env,opam show,opam var,mix help,rebar3 help,rebar3 version,lein version,lein help,sbt about,dub list,nimble list,shards version | S | t* | --bin --shell: --installed
flutter,dart          | C | sub | --version! --help! -h! -v -d:
flutter pub,dart pub  | C | sub |
flutter pub publish,dart pub publish | D | t* | --dry-run!^C -n!^C
flutter devices,flutter doctor,flutter channel,flutter emulators | C | t* |
deno                  | C | sub | --version! -V! --help! -h!
act                   | C | t* | -l! --list! --version! --help! -n -W:r -j: --graph! -g!
just                  | C | t* | --list! -l! --summary! --show:! -s:! --dump! --variables! --evaluate^C --version! --help! --choose^C -f:r --justfile:r -d:l --unsorted -u --groups!
task,go-task          | C | t* | --list! -l! -a! --list-all! --summary! --version! --help! -h! -t:r -d:l
rake                  | C | t* | -V! --version! -H! --help! -f:r
make,gmake            | C | t* | -v! --version! -h! --help! -C:l -f:r --directory:l --file:r --makefile:r --eval:c^D -E:c^D
cmake                 | C | t* | --help-command:! --help-module:! --help-variable:! --help-policy:! --help-property:! --help-manual:! --help-command-list! --help-property-list! --help-variable-list! --help-policy-list! --help-full! --help-module-list! --help-variable-list! --list-presets?! -N^C -L^C -P:x -E^C --build:l --install:w^C --workflow^C
ninja                 | C | t* | -C:l -f:r -t:^C --version! -n -v -j:
meson introspect      | S | t* | -a --targets --tests --buildoptions --dependencies --installed --projectinfo --indent
bazel query,bazel cquery,bazel aquery | C | t* |
svn,fossil,bzr,darcs,cvs,p4 | C | sub | --version
hg branch,hg bookmarks,hg config | S | - | -v -q -T: --debug
svn status,svn info,svn diff,svn st,svn stat,svn di,hg diff,hg branches,hg tags,hg heads,hg summary,hg sum,hg id,hg identify,hg root,hg paths,hg parents,hg files,hg manifest,hg tip,hg showconfig,hg help,hg grep,hg version,hg phase,fossil status,fossil info,fossil timeline,fossil diff,fossil changes | S | t* | -vqpsuaAmngGdri -n: -r: -l: -T: -u: -d: -k: -c: -b: -B: -I: -X: --stat --git -# --limit: --rev: --revision: --template: --no-pager --summary --patch --no-graph --graph --follow --user: --date: --branch: --keyword: --only-branch: --style: --debug --active --closed --all --change: --text --show-updates^C --diff-cmd:x^D --config:^D --config-option:^D --config-dir:^D --tool:^D --ignore-working-copy
tig,lazygit,gitui,ungit,gitk,git-gui,git-cola,mc,ranger,nnn,lf,yazi,vifm,k9s,lazydocker,ctop,dive,byobu,subl,atom,zed,helix,kate,gedit,mousepad | C | t* | --version! --help!
zellij                | C | sub | --version! -V! --help!
zellij list-sessions,zellij ls | S | t* | -s -n --short --no-formatting
code,codium,cursor    | C | r* | --list-extensions! --show-versions! --version! -v! --status! --help! -h! --category:
delta                 | S | r* | -ns --side-by-side --line-numbers --dark --light --color-only --version --help --show-syntax-themes --list-syntax-themes --list-languages --show-config --diff-so-fancy --features: --width: -w: --paging: --pager:c^D
difft,difftastic      | S | r* | --color: --display: --width: --background: --syntax-highlight: --context: --skip-unchanged --list-languages --version --help --check-only --exit-code --ignore-comments --tab-width: --sort-paths
bats,shellspec        | C | r* | --version! -v! --help! -h! --count! -c!
semgrep,gitleaks,trufflehog,trivy,grype,syft,snyk,checkov,tfsec,terrascan,kubesec,cosign,sonar-scanner,codeql,osv-scanner,dockle | C | t* | --version! --help!
yapf,autopep8,pyupgrade,djlint,sqlfluff,sqlformat,stylelint,eslint,oxlint,standard,xo,tslint,htmlhint,markdownlint,markdownlint-cli2,remark,ktlint,detekt,checkstyle,pmd,spotbugs,phpcs,phpcbf,phpstan,psalm,rubocop,standardrb,reek,brakeman,credo,hlint,ormolu,luacheck,selene,swiftlint,swiftformat,nixfmt,alejandra,statix,cmake-format,uncrustify,astyle,indent,asmfmt,scalafmt,scalafix,elm-format,purs,zprint,cljfmt,clj-kondo | C | w* | --version! --help! --show-config! --help-all!
prettier              | C | t* | --check -c --list-different -l --version! -v! --help! --find-config-path:^C --support-info! --plugin:x^D --config:r
stylua                | C | w* | --check! --version! -V! --help!
taplo                 | C | sub | --version
taplo get             | S | t* | -f:r --file-path:r -o:
biome,dprint,buf      | C | sub | --version --help
watchman,chokidar,onchange,fswatch,inotifywait,guard | C | t* | --version! --help! -c:c --command:c
nodemon               | C | t* | --version! --help! -x: --exec: -e: --ext: -w:l --watch:l -i: --ignore: --delay: --config:r^C -q -V -L --signal:
concurrently          | C | c* | --version! --help! -k -n: -c: -r -g -s: -m: -p: -l: --names: --prefix: --prefix-colors: --kill-others --kill-others-on-fail --raw --success: --max-processes: --restart-tries: --restart-after: --hide: --group --timings -P
serve,http-server,live-server,browser-sync | C | t* | --version! --help! -h! -v! -c:r --config:r -p: -l: --listen:
`;
