/**
 * Programs that run the command in their words: `names | level | words before the command | options`, options as in `readTable`. An option
 * that is not listed makes the line dangerous, since nobody knows then where the command begins.
 */
export const wrappers = `
command               | S | 0 | -p -v -V
builtin,noglob,nocorrect,unbuffer,catchsegv,dbus-run-session,busybox,toybox | S | 0 | -p
exec                  | S | 0 | -c -l -a:
env,genv              | S | 0 | -i -0 -v --ignore-environment --null --debug --list-signal-handling -u: --unset: -C:l --chdir:l -S:^D --split-string:^D -P:^D --help --version --block-signal? --default-signal? --ignore-signal?
nohup,gnohup          | S | 0 | --help --version
setsid                | S | 0 | -c -f -w --ctty --fork --wait
timeout,gtimeout      | S | 1 | -k: -s: -v -p -f --foreground --preserve-status --kill-after: --signal: --verbose
nice,gnice            | S | 0 | -n: -# --adjustment:
ionice                | S | 0 | -c: -n: -t --class: --classdata: --ignore -p:^D
chrt                  | C | 1 | -b -f -i -o -r -d -v --idle --batch --fifo --rr --other --deadline --reset-on-fork --verbose --all-tasks --sched-runtime: --sched-deadline: --sched-period:
taskset               | S | 1 | -c -a --cpu-list
stdbuf,gstdbuf        | S | 0 | -i: -o: -e: --input: --output: --error:
time,gtime            | S | 0 | -p -v -q -l -h -f: -o:w^C -a --format: --output:w^C --verbose --portability --append
caffeinate            | S | 0 | -d -i -m -s -u -t: -w:
flock                 | C | 1 | -s -x -e -n -w: -E: -o -F --nonblock --exclusive --shared --wait: --timeout: -c:c --command:c --conflict-exit-code: -u --unlock --close --no-fork --verbose --fcntl
strace,ltrace         | C | 0 | -f -ff -v -x -xx -y -yy -T -t -tt -c -C -q -qq -e: -s: -o:w -O: -S: -P: -E:^D -p:^D -u:^D -ttt -tttt -w -i -k -n -z -Z -A -l: -U: -I: -a: -d -h -V --follow-forks --output-separately --trace? --output:w --summary --summary-only --summary-sort-by: --summary-wall-clock --string-limit: --relative-timestamps? --absolute-timestamps? --timestamps? --syscall-times? --no-abbrev --abbrev? --verbose? --decode-fds? --decode-pids? --quiet? --silent? --columns: --status? --signal? --signals? --trace-path: --trace-fds? --failed-only --successful-only --stack-traces? --instruction-pointer --syscall-number --strings-in-hex? --const-print-style: --output-append-mode --seccomp-bpf --interruptible: --help --version --attach:^D --inject:^D --fault:^D --env:^D --user:^D
proxychains,proxychains4,torsocks,choom,chronic,sem,dotenv,cgexec,eatmydata,bwrap | C | 0 | -a -q -v
valgrind              | C | 0 | -q -v -h --tool? --leak-check? --show-leak-kinds? --show-reachable? --track-origins? --log-file?w --log-fd? --xml? --xml-file?w --suppressions?r --gen-suppressions? --default-suppressions? --num-callers? --error-exitcode? --errors-for-leak-kinds? --error-limit? --trace-children? --child-silent-after-fork? --main-stacksize? --callgrind-out-file?w --massif-out-file?w --cachegrind-out-file?w --dhat-out-file?w --dump-instr? --collect-jumps? --cache-sim? --branch-sim? --undef-value-errors? --keep-stacktraces? --track-fds? --time-stamp? --read-var-info? --fair-sched? --vgdb? --vgdb-error? --instr-atstart? --stacks? --depth? --max-snapshots? --threshold? --free-fill? --malloc-fill? --redzone-size? --soname-synonyms? --version --help --verbose --quiet
numactl               | S | 0 | -H --hardware -s --show -N: -m: -C: -i: -p: -l -a -b --cpunodebind: --membind: --interleave: --physcpubind: --preferred: --localalloc --all --balancing
xcrun                 | S | 0 | --sdk: -sdk: --toolchain: -toolchain: -f --find -r --run -l --log -v --verbose -n --no-cache -k^C --kill-cache^C --show-sdk-path --show-sdk-version --show-sdk-build-version --show-sdk-platform-path --show-sdk-platform-version --version --help
adb shell,adb exec-out | C | 0 | -T -t -tt -x -n -e:
lxc exec,incus exec,multipass exec | C | 1 | -n -t -T -d: --env: --cwd: --user: --group: --mode: --force-interactive --force-noninteractive --disable-stdin --working-directory: --no-map-working-directory
heroku run            | C | 0 | -a: --app: -s: --size: -e: --env: -r: --remote: -x --exit-code --no-tty --no-notify
perf stat,perf record,perf trace | C | 0 | -a -g -q -v -s -d -e: -F: -p:^D -o:w -r: -C: -x: -I: -t: --call-graph: --verbose
setarch,runcon        | C | 0 | -R -v -c -t: -u: -r: -l: --addr-no-randomize --verbose --compute --type: --user: --role: --range:
linux32,linux64,i386,i486,i586,i686,x86_64,uname26 | C | 0 | -R -v -3 -B -F -I -L -S -T -X -Z --addr-no-randomize --verbose
proot                 | C | 0 | -r:l -R:l -S:l -b: -w:l -0 -i: -k: -q:x^D -v: --rootfs:l --bind: --cwd:l --pwd:l --root-id
aa-exec               | C | 0 | -p: -n: -d -i -v --profile: --namespace: --debug --immediate --verbose
watchexec             | C | 0 | -e: -w:l -f: -i: -d: -s: -o: -n -r -c? -p -q -v --exts: --watch:l --filter: --ignore: --debounce: --signal: --restart --clear? --postpone --quiet --notify --no-vcs-ignore --no-project-ignore --on-busy-update: --shell:^D --version --help
cargo watch           | C | 0 | -c -q -B: -d: -i: -w:l -x: -s:c -C:l -F: -N -E:^D --clear --quiet --debug --why --no-vcs-ignores --no-dot-ignores --no-gitignore --ignore-nothing --no-restart --no-process-group --no-auto --postpone --poll --skip-local-deps --notify --env:^D --env-file:r^D --use-shell:^D --delay: --ignore: --watch:l --watch-when-idle --exec: --shell:c --workdir:l --features: --watch-external -h -V --help --version
zellij run            | C | 0 | -c -f -i -n: -d: -s --name: --cwd:l --floating --close-on-exit --in-place --start-suspended --direction:
cross-env             | C | 0 |
cross-env-shell       | C | 0 |
env-cmd               | C | 0 | -f:r --file:r -e: --environments: --no-override --silent --verbose
ifne                  | C | 0 | -n
npx,bunx,pnpx         | C | 0 | -c:c^D --call:c^D -y^D --yes^D -p:^D --package:^D --node-options:^D --shell:^D --no --no-install --offline --prefer-offline -q --quiet --bun --silent --ignore-existing -w: --workspace: --workspaces --version -v --help -h
bun x                 | C | 0 | -p:^D --package:^D --bun --no-install --verbose --silent
script                | C | 1 | -a -d -e -f -k -p -q -r -F? -t? -T:w -I:w -O:w -B:w -c:c --command:c --quiet --append --return --flush --force --version --help -h -V --timing?w --log-out:w --log-in:w --log-io:w --log-timing:w --logging-format: --echo: --output-limit: -m: -E: -o:
entr                  | C | 0 | -a -c -d -n -p -r -x -z -s:c
daemonize,daemon,cpulimit,softlimit,setuidgid,chpst,envdir,with-contenv,s6-setuidgid,nocache,trickle,tsocks,torify,schedtool,unclutter,retry,pipexec,dtach,abduco,reptyr | C | 0 | -a -v
multitime             | C | 0 | -n: -s: -f: -l -q -v -I:^D -i:^D -o:^D -b:^D -r:^D
screen                | C | 0 | -d -D -m -r -R -x -X^D -l -i -q -U -A -a -L -v -S: -t: -s:x -c:x^D -h: -e: -p: -T: --version --help
ld.so                 | C | 0 | --list --verify --inhibit-cache --library-path:^D --preload:^D --audit:^D --argv0: --inhibit-rpath:
tmux new-session,tmux new | C | 0 | -A -d -D -E -P -X -c:l -e:^D -f: -F: -n: -s: -t: -x: -y:
tmux new-window,tmux neww | C | 0 | -a -b -d -k -P -S -c:l -e:^D -F: -n: -t:
tmux split-window,tmux splitw | C | 0 | -b -d -f -h -v -I -P -Z -c:l -e:^D -F: -l: -p: -t:
uv run                | C | 0 | --with: --with-editable:b --with-requirements:r --env-file:r --python: -p: -q --quiet -v --verbose --no-sync --frozen --locked --isolated --no-project --all-extras --extra: --group: --only-group: --no-group: --all-groups --dev --no-dev --only-dev --project: --directory: --package: --all-packages --active --exact --offline --no-cache -n --no-env-file --refresh --reinstall -U --upgrade -s --script --color: -m --module
conda run,mamba run   | C | 0 | -n: --name: -p:l --prefix:l -v --verbose --no-capture-output --live-stream --cwd:l
poetry run,pipenv run,pdm run,hatch run,bundle exec,rbenv exec,pyenv exec,mise exec,mise x,asdf exec,nix run,doppler run,op run,npm exec,npm x,yarn exec,pnpm exec,composer exec | C | 0 | -q -n: --no-capture-output -s --silent -p:^D -y^D --yes^D -c:c^D --call:c^D -w: --workspace:
docker compose run,docker-compose run | C | 1 | -i -t -it -ti -d -T -P -q --rm --interactive --tty --detach --build --no-deps --no-TTY --service-ports --use-aliases --remove-orphans --quiet-pull --quiet -u: --user: -w: --workdir: -e: --env: --env-from-file:r --entrypoint: -l: --label: --name: -p: --publish: --pull: -v:^C --volume:^C --cap-add:^D --cap-drop:
gh codespace ssh,gh cs ssh | C | 0 | -c: --codespace: -d --debug --debug-file: --profile: --server-port: -R: --repo: --repo-owner: --config
minikube ssh,colima ssh | C | 0 | -p: --profile: -n: --node: --native-ssh --layer:
limactl shell         | C | 1 | --workdir: --shell: --debug --tty
oc rsh                | C | 1 | -c: --container: -t -T --tty --no-tty -n: --namespace: --shell: --timeout:
podman machine ssh    | C | 1 | --username:
rustup run            | C | 1 | --install
npm explore           | C | 1 | --shell:x^D
jj bisect run         | C | 0 | -r: --range: --find-good --command:^D
jj util exec          | C | 0 |
docker exec,docker container exec,docker compose exec,docker-compose exec | C | 1 | -i -t -it -ti -d -T --interactive --tty --detach -u: --user: -w: --workdir: -e: --env: --env-file:r --privileged^D --index: --detach-keys:
kubectl exec          | C | 1 | -i -t -it -ti -c: --container: -n: --namespace: --stdin --tty -q --quiet
sudo                  | D | 0 | -n -A -b -E -H -i -k -K -l -P -S -s -v -B -u: -g: -h: -p: -C: -r: -t: -T: -U: -D: -R: --user: --group: --preserve-env? --login --shell --non-interactive --stdin --prompt: --list --validate --reset-timestamp --remove-timestamp --set-home --background --askpass --edit --close-from: --chdir: --chroot: --host: --other-user: --command-timeout:
doas                  | D | 0 | -n -s -u: -C: -L
parallel              | S | 0 | -j: -k -0 -n: -N: -a:r -I: -P: -q -t -u -v -X -m --jobs: --keep-order --null --dry-run --bar --eta --progress --halt: --max-args: --max-procs: --line-buffer --tty --lb --tag --will-cite --colsep: --no-notice --retries: --timeout: --joblog:w --verbose --pipe --block::
watch                 | S | 0 | -n: -d? -t -b -e -c -g -x -p -q: -w --interval: --differences? --no-title --beep --errexit --color --chgexit --exec --precise --no-wrap --equexit:
ssh,mosh,autossh,sshpass | C | 1 | -4 -6 -A -a -C -f -g -K -k -M -N -n -q -s -T -t -tt -v -vv -vvv -X -x -Y -y -G -V -b: -B: -c: -D:^C -e: -E:w -F:r^D -I:x^D -i: -J: -L:^C -l: -m: -O: -o:^C -p: -Q: -R:^D -S:^C -W: -w:^D -P:^D
xvfb-run              | C | 0 | -a -l -n: -s: -f: -e:w -p: -w: --auto-servernum --auto-display --listen-tcp --server-num: --server-args: --error-file:w --xauth-protocol: --wait:
fakeroot              | C | 0 | -s:w -i:r -u --unknown-is-real -b: --help --version -v -h
prlimit               | C | 0 | -c? -d? -e? -f? -i? -l? -m? -n? -q? -r? -s? -t? -u? -v? -x? -y? --core? --data? --nice? --fsize? --sigpending? --memlock? --rss? --nofile? --msgqueue? --rtprio? --stack? --cpu? --nproc? --as? --locks? --rttime? -o: --output: --noheadings --raw --verbose
faketime              | C | 1 | -m -f --exclude-monotonic
firejail              | C | 0 | -q --quiet --noprofile --net? --private? --private-tmp --private-dev --seccomp? --caps.drop? --nonewprivs --noroot --read-only? --whitelist? --blacklist? --name? --profile?r --x11? --dns? --ip? --appimage --list --tree --netstats --top --version --help
rlwrap                | S | 0 | -a? -A? -b: -c -C: -D: -e: -f:r -g: -h -H:w -i -I -l:w -m? -M: -n -N -o -p? -P: -q: -r -R -s: -S: -t: -U -v -w: -W? -z:x^D
systemd-inhibit       | C | 0 | --what: --who: --why: --mode: --list --no-pager --no-legend --version --help --no-ask-password
systemd-cat           | C | 0 | -t: -p: --identifier: --priority: --stderr-priority: --level-prefix: --namespace: --version --help
gamemoderun,mangohud,prime-run,optirun,primusrun,pasuspender,intercept-build,scan-build,reattach-to-user-namespace,withlock,solo,lockrun,runlim | C | 0 |
pct exec,qm guest exec | C | 1 | --keep-env: --synchronous: --timeout: --pass-stdin:
arch                  | S | 0 | -arm64? -arm64e? -x86_64? -x86_64h? -i386? -32? -64? -c -d: -e:^D -h
leaks -atExit         | C | 0 |
bear                  | C | 0 | --verbose --output:w --append --config:r --force-preload --force-wrapper --version --help -v -o:w
`;
