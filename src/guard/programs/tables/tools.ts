/** Tools with subcommands; the format is that of `readTable`. A subcommand that is not listed is an ordinary change. */
export const tools = `
docker,podman,nerdctl | S | sub | --version -v --help -D --debug -l: --log-level: --context:^C -c:^C -H:^D --host:^D --config:l^C --tls^C --tlsverify^C --url:^D --connection:^D
docker ps,docker images,docker logs,docker inspect,docker version,docker info,docker stats,docker port,docker top,docker history,docker diff,docker events | S | t* | -aqfnlst -# -n: --all --quiet --filter: --format: --no-trunc --last: --latest --size --digests --follow --tail: --since: --until: --timestamps --details --type: --no-stream --human --tree --sort: --pod --ns --noheading --history --names
docker container,docker image,docker network,docker volume,docker system,docker context,docker buildx,docker builder,docker compose,docker plugin,docker manifest,docker swarm,docker node,docker service,docker stack,docker secret,docker config,docker scout | S | sub | -f:r --file:r -p: --project-name: --profile: --env-file:r --project-directory:l --ansi: --help
docker system events,docker node inspect,docker secret inspect,docker container ls,docker container ps,docker container list,docker container logs,docker container inspect,docker container top,docker container stats,docker container diff,docker image ls,docker image list,docker image inspect,docker image history,docker network ls,docker network list,docker network inspect,docker volume ls,docker volume list,docker volume inspect,docker system df,docker system info,docker context ls,docker context show,docker context inspect,docker buildx version,docker buildx du,docker buildx inspect,docker compose ps,docker compose logs,docker compose config,docker compose ls,docker compose images,docker compose top,docker compose version,docker compose port,docker compose events,docker service ls,docker service ps,docker service logs,docker service inspect,docker node ls,docker node ps,docker stack ls,docker stack ps,docker stack services,docker secret ls,docker config ls,docker plugin ls | S | t* | -aqfnlstv -n: --size --all --quiet --filter: --format: --no-trunc --follow --tail: --since: --until: --timestamps --services --volumes --images --profiles --hash: --no-log-prefix --no-color --no-stream --status: --orphans --verbose --index: --short --latest --last: --builder: --pretty
docker rm,docker rmi,docker kill,docker container rm,docker container kill,docker container prune,docker image rm,docker image prune,docker network rm,docker network prune,docker volume rm,docker volume prune,docker system prune,docker builder prune,docker buildx prune,docker buildx rm,docker compose rm,docker compose kill,docker swarm leave,docker node rm,docker service rm,docker stack rm,docker secret rm,docker config rm,docker context rm,docker plugin rm,docker image remove,docker volume remove,docker container remove | D | t* |
xdg-mime              | C | sub |
xdg-mime query        | S | t* |
pactl                 | C | sub | -s: --server:^C
pactl list,pactl info,pactl stat,pactl get-default-sink,pactl get-default-source,pactl get-sink-volume,pactl get-sink-mute | S | t* | -f: --format:
sops                  | D | t* | --version! --help! -e --encrypt -i --in-place
docker cp             | C | r,w | -a -L -q --archive --follow-link --quiet
docker compose down   | C | t* | -v^D --volumes^D --rmi:^D
docker commit | C | t* | -a: -c: -m: -p
docker swarm join-token,docker swarm unlock-key | D | t* |
docker login,docker logout,docker secret create,docker save,docker export | C | t* | -p:^D --password:^D -o:w --output:w
docker-compose        | S | sub | -f:r --file:r -p: --project-name: --profile: --env-file:r --version -v --help
docker-compose ps,docker-compose logs,docker-compose config,docker-compose top,docker-compose images,docker-compose port,docker-compose version | S | t* | -aqfnt --tail: --follow --services --no-color --timestamps
docker-compose rm,docker-compose kill | D | t* |
docker-compose down   | C | t* | -v^D --volumes^D --rmi:^D
kubectl,oc,k,kubecolor | C | sub | -n: --namespace: --context: --cluster: -v: --kubeconfig:r^C --token:^D -s:^D --server:^D --as:^C
kubectl help,kubectl plugin | S | t* | --name-only
kubectl version       | C | - | --client! -o: --output: --short
kubectl wait,kubectl explain | C | t* |
kubectl apply         | C | t* | --prune^D --force^D
kubectl delete,kubectl drain,kubectl evict,kubectl replace | D | t* |
terraform,tofu,terragrunt | C | sub | -chdir:l
terraform destroy,terraform force-unlock,terraform taint,terraform untaint | D | t* |
terraform apply       | C | t* -long | -auto-approve^D -destroy^D -json -no-color -var: -var-file:r -target: -replace: -state:w -parallelism:
pulumi                | C | sub |
pulumi destroy,pulumi cancel,pulumi state | D | t* |
pulumi up,pulumi update,pulumi refresh | C | t* | -y^D --yes^D -f^D -s: --stack: --show-secrets^D
pulumi config,pulumi stack | C | sub | --show-secrets^D
pulumi stack output,pulumi config get | C | t* | --show-secrets^D --json
npm,pnpm              | S | sub | -v --version -h --help -g^C --global^C -C:l --dir:l --prefix:l --silent -s --no-color -w: --workspace: -r --recursive --filter: -F:
npm ls,npm list,npm ll,npm la,npm root,npm bin,npm prefix,npm help,npm explain,npm why,npm config list,npm query,npm get,npm help-search,npm cache ls,npm get_,npm config ls,npm pkg get,npm completion,npm store path,npm licenses | S | t* | -agplr -g --recursive --all --depth: --json --long --parseable --global --prod --dev --omit: --package-lock-only --link --silent --workspaces --only: --production
npm config,npm pkg,npm cache,npm store,npm dist-tag,npm access,npm token,npm owner,npm team,npm profile,npm hook,npm org | C | sub |
npm config get        | S | t* |
npm config set        | C | t* | -L: --location: -g --global
npm set,npm config edit,npm config delete,npm unpublish,npm deprecate,npm token create,npm token list,npm adduser,npm login,npm owner add,npm access grant,npm dist-tag add,npm dist-tag rm,npm cache clean | D | t* |
npm exec,npm x        | C | t* | -c:c^D --call:c^D -y^D --yes^D
npm dlx,npm create | D | t* |
npm run,npm run-script,npm test,npm t,npm start,npm stop,npm install,npm i,npm ci,npm add,npm uninstall,npm remove,npm rm,npm update,npm up,npm upgrade,npm outdated,npm audit,npm view,npm info,npm show,npm search,npm pack,npm link,npm dedupe,npm prune,npm rebuild,npm init,npm version,npm doctor,npm ping,npm whoami,npm diff,npm sbom,npm edit,npm explore,npm docs,npm repo,npm bugs | C | t* | --script-shell:x^D --git:x^D --globalconfig:^D --userconfig:^D --ignore-scripts -g --global --registry:^D --node-options:^D --init-module:x^D
yarn                  | C | sub | --version^C -v^C
yarn list,yarn why,yarn info,yarn workspaces,yarn bin,yarn dir | C | t* |
yarn dlx,yarn publish,yarn npm,yarn plugin | D | t* |
bun                   | C | sub | --version -e:c^D --eval:c^D -r:x --preload:x
bun pm                | C | sub |
bun pm ls,bun pm bin,bun pm hash | S | - | -g --all --global
bun pm cache          | S | sub |
bun publish,bun create | D | t* |
bun x                 | C | t* |
uvx,pipx run          | D | t* |
pipx                  | C | sub |
pipx list              | S | t* |
pip,pip3              | C | sub | --log:w --version -V --help -h --python:x^D
pip cache list,pip cache info,pip config debug,pip list,pip show,pip freeze,pip check,pip help,pip debug,pip cache dir,pip inspect,pip config list,pip config get | S | t* | -lvqf -o? --outdated^C -o^C --uptodate^C --format: --local --user --not-required --editable --verbose --files --all --exclude: --no-color --disable-pip-version-check --path:l --log:w --exclude-editable --include-editable -r:r --requirement:r --global --site --platform: --python-version: --implementation: --abi: -u
pip hash              | S | r* | -a: --algorithm:
pip config,pip cache  | C | sub |
pip config set,pip config edit,pip config unset | D | t* |
pip install,pip download,pip wheel | C | t* | --log:w --index-url:^D -i:^D --extra-index-url:^D --trusted-host:^D --break-system-packages^D --target:w -t:w --prefix:w --root:w --global-option:^D --install-option:^D
pip uninstall         | C | t* | -y^D --yes^D --break-system-packages^D -r:r --requirement:r
uv                    | C | sub | --version -V --help --directory:l --project:l -p: --python: -q --quiet -v --verbose --offline --no-cache -n --no-progress --color: --config-file:r^C
uv pip,uv tool,uv python,uv cache,uv self | C | sub |
uv pip list,uv pip show,uv pip freeze,uv pip tree,uv pip check,uv tree,uv tool list,uv python list,uv python dir,uv python find,uv cache dir,uv tool dir,uv self version,uv help | S | t* | --outdated^C --format: --quiet -q -d: --depth: --only-installed --universal --no-dev --no-pager --short --output-format: --frozen --locked --package:
uv version            | S | - | --short --output-format: --quiet -q
uv tool run,uv pip uninstall,uv cache clean,uv tool uninstall,uv tool update-shell,uv python uninstall,uv cache prune,uv auth | D | t* |
uv publish            | D | t* | --dry-run!^C --index: --publish-url: -u: --username: --trusted-publishing: --check-url:
poetry,pdm,hatch      | C | sub | --version -V --help -n -q --no-interaction -C:l --directory:l
pipenv                | C | sub | --version --help --rm^D
conda,mamba,micromamba | C | sub | --version -V --help
pdm list,pdm info,hatch status,conda env list,pipenv graph | S | t* | -tlTa --tree --latest^C --outdated^C --no-dev --only: --json --envs
poetry env,conda env  | C | sub |
poetry config         | S | t | --list --local --unset^C --migrate^C
poetry source,poetry debug,poetry self,poetry cache | C | sub |
poetry cache clear    | D | t* |
bundle clean          | C | t* | --force^D --dry-run
funcsave,funced       | D | t* |
poetry env remove,conda env remove,conda remove,conda uninstall,conda clean,conda init,hatch publish,pdm publish | D | t* |
poetry publish        | D | t* | --dry-run!^C --build -r: --repository: -u: --username: --skip-existing -n
cargo version,cargo help | S | t* | -v --verbose -aedipZ -p: -i: -e: -d: --depth: --invert: --package: --prefix: --no-dedupe --duplicates --edges: --format: --format-version: --no-deps --manifest-path:r --workspace --all-features --no-default-features --features: --target: --offline --locked --frozen --message-format: --config:^D
cargo yank,cargo login,cargo logout,cargo uninstall | D | t* |
cargo publish         | D | t* | --dry-run!^C -n!^C -p: --package: --allow-dirty --no-verify --features: --all-features --manifest-path:r -v -q --workspace --locked --offline
cargo owner           | D | t* | --list!^C -l!^C --registry:
rustup                | C | sub | --version -V
rustup toolchain,rustup target,rustup component,rustup override | C | sub |
rustup self           | D | sub |
rustup self update    | C | - |
rustup target remove,rustup component remove | C | t* |
go                    | C | sub | -C:l
go version,go list,go doc,go help | S | t* -long | -m -json -f: -deps -test -e -find -compiled -versions^C -u^C -all -short -src -cmd -C:l -mod:^C -modfile:^C -toolexec:x^D -overlay:r^D -exec:x^D
go env                | S | t* | -json -w^D -u^D -changed
go clean              | C | t* -long | -modcache^D -i^D -n -x -cache -testcache -fuzzcache
go run,go build,go test,go vet,go install,go get,go mod,go generate,go fmt,go work,go fix | C | t* -long | -toolexec:x^D -exec:x^D -vettool:x^D -o:b -overlay:r^D -modfile:
brew                  | C | sub | --version! -v --prefix:! --cellar:! --repository! --cache! --caskroom! --help!
brew list,brew ls,brew info,brew config,brew deps,brew uses,brew leaves,brew --prefix,brew --cellar,brew --version,brew doctor,brew formulae,brew casks,brew tap-info,brew desc,brew commands,brew help,brew cat,brew log,brew missing,brew shellenv | S | t* | -1lrtv --versions --formula --cask --full-name --pinned --json? --installed --tree --recursive --verbose --quiet --greedy --help --multiple -p --installed-on-request --installed-as-dependency
brew uninstall,brew remove,brew rm,brew zap | D | t* |
brew autoremove       | D | t* | -n! --dry-run!
brew cleanup          | D | t* | -n! --dry-run! -s --prune:
brew bundle           | C | sub | --file:r --cleanup^D --force^D -f^D --no-upgrade -v
brew bundle install   | C | t* | --file:r --cleanup^D --force-cleanup^D --zap^D
brew bundle cleanup   | C | t* | --file:r --force^D -f^D --zap^D
brew services         | D | sub |
brew services list,brew services info | S | t* | --json --all
apt,apt-get,aptitude  | C | sub | -qqy -q -y --yes --version -o: --option: -c:^D --config-file:^D
apt list,apt show,apt policy,apt depends,apt rdepends,apt help,apt madison | S | t* | -aiqu --installed --upgradable --all-versions -qq --manual-installed -o: --option: -c:^D --config-file:^D
apt search            | S | t* | --names-only -n -o: --option: -c:^D --config-file:^D
apt remove,apt purge,apt autoremove,apt full-upgrade,apt dist-upgrade,apt edit-sources,apt autopurge | D | t* |
apt-get remove,apt-get purge,apt-get autoremove,apt-get dist-upgrade | D | t* |
apt install,apt-get install | C | t* | -o: --option: -c:^D --allow-unauthenticated^D --force-yes^D
apt-cache             | S | t* | -an --installed --names-only -f --full -o: --option: -c:^D --config-file:^D
dpkg                  | D | t* | -l! -L! -s! -S! --list! --status! --listfiles! --search! --get-selections! --print-architecture! --version! --verify! -V! --compare-versions! -c! --contents! -I! --info! -f! --field! -C! --audit! --print-foreign-architectures! -p! --print-avail! --admindir:^D
rpm                   | D | t* -long | -q! -qa! -qi! -ql! -qf! -qR! -qc! -qd! -qip! -qlp! -qpi! -qpl! -qRp! --query! --version! -V! -Va! --showrc! --last --queryformat: --qf: --changelog --requires --provides --scripts --whatprovides: --whatrequires: -qal! -qcf! -qdf! -qlf! -qif! -qaf! -qp! -qpR! -qpd! -qpc! -qil! -qpil! -qpV! --verify! -Vf! -Vp! --all --file --list --info -a -f -l -i -R -c -d -p --package --state --configfiles --docfiles --licensefiles --nodeps --nosignature --nodigest --obsoletes --conflicts --recommends --suggests --whatobsoletes: --whatrecommends: --triggers --filetriggers --dump --qf --filesbypkg --checksig! -K! --eval:^D -E:^D --define:^D -D:^D --root:^C --dbpath:^C --pipe:c^D --load:^D --rcfile:^D
pacman                | C | t* -long | -T! -F! -Fl! -Fx! -Fq! -Fo! -Dk! -Dkk! -Dkq! -Qeq! -Qtd! -Qtdq! -Q! -Qi! -Ql! -Qs! -Qo! -Qe! -Qm! -Qu! -Qdt! -Qdtq! -Qqe! -Qqdt! -Qq! -Qen! -Qqen! -Qqm! -Qk! -Qkk! -Si! -Ss! -Sl! -V! --version! -S -Sy -Syu -Syyu -U^D --upgrade^D -y -u -q --noconfirm --needed -R^D -Rs^D -Rn^D -Rns^D -Rsn^D -Rnsc^D -Rscn^D -Rcns^D -Rcs^D -Rsc^D -Rcn^D -Rc^D -Rd^D -Rdd^D -Rcu^D -Rsu^D -Rnsu^D -Scc^D --remove^D --overwrite:^D --config:r^D --root:^D -r:^D --query! --files! --deptest! --info --list --search --owns --deps --explicit --foreign --native --unrequired --upgrades --check --quiet --changelog --groups --file --color:
dnf,yum,zypper,apk,xbps-install,port,snap,flatpak,winget,choco,scoop,nix | C | sub | -y -q
dnf group,dnf grp,dnf module,dnf versionlock,dnf history | C | sub |
dnf history undo,dnf history rollback,dnf history redo,dnf versionlock clear,dnf module reset,dnf module disable,dnf swap,dnf distro-sync,dnf downgrade,dnf system-upgrade reboot | D | t* |
dnf config-manager    | C | t* | --dump! --add-repo:^D --setopt:^D --save^D
nix-env               | C | t* -long | -q! -qa! -qaP! --query! --version! -i -iA -u -f:x --installed --available --description --json --status --out-path --profile:^C -e^D --uninstall^D --delete-generations^D
nix-store             | C | t* -long | -q! -qR! --query! --version! --references --requisites -R --referrers --tree --graph --deriver --outputs --size --hash --roots --print-env --gc^D --delete^D
nix-collect-garbage   | D | t* | --dry-run! --version!
nix store,nix profile | C | sub |
nix store gc,nix store delete,nix profile wipe-history | D | t* |
dnf ls,dnf if,dnf se,dnf repoquery,dnf rq,dnf changelog,dnf group list,dnf grp list,dnf group info,dnf grp info,dnf module list,dnf module info,dnf versionlock list,dnf history list,dnf history info,dnf list,dnf info,dnf search,dnf repolist,dnf provides,yum list,yum info,yum search,zypper search,zypper info,apk info,apk list,apk search,apk policy,snap list,snap info,flatpak list,flatpak info,port installed | S | t* | -aqv --installed --all --app --runtime --columns: --user --system -d --show-details --color: --repo: --enablerepo: --disablerepo: -i -I -u -o -P -L -R -W -e -r --deplist --requires --whatrequires: --whatprovides: --since: --upgrades
dnf remove,dnf erase,dnf autoremove,yum remove,yum erase,zypper remove,zypper rm,apk del,snap remove,flatpak uninstall,flatpak remove,emerge --unmerge,port uninstall,winget uninstall,choco uninstall,scoop uninstall | D | t* |
systemctl             | D | sub | --user --system --no-pager -l --full -a --all --failed! -q --quiet -t: --type: --state: --plain --no-legend -o: --output: -n: --lines: --version! 
systemctl status,systemctl is-active,systemctl is-enabled,systemctl is-failed,systemctl is-system-running,systemctl list-units,systemctl list-unit-files,systemctl list-timers,systemctl list-sockets,systemctl list-jobs,systemctl list-dependencies,systemctl list-automounts,systemctl list-paths,systemctl list-machines,systemctl whoami,systemctl show,systemctl cat,systemctl get-default,systemctl help,systemctl show-environment,systemctl --version | S | t* | -alqp -n: -t: -p: --no-pager --full --all --user --system --type: --state: --property: --value --plain --no-legend --lines: --output: --reverse --after --before --failed --quiet -r -M:^C -H:^C --show-types --wait --recursive --with-dependencies --timestamp: --firmware-setup^D --machine:^C --host:^C --no-block --dry-run
service               | D | t* | --status-all!
launchctl             | D | sub |
launchctl list,launchctl print,launchctl help,launchctl version,launchctl blame | S | t* |
crontab               | D | t* | -l! -u:^D
timedatectl,hostnamectl,localectl,loginctl,networkctl | S | sub | --no-pager -a --all -l --full --static --transient --pretty --json: --value -p: --property:
bluetoothctl,coredumpctl,udevadm,gsettings,dconf,defaults | C | sub | --no-pager -t -f: -p
timedatectl status,timedatectl show,timedatectl list-timezones,hostnamectl status,localectl status,localectl list-locales,loginctl list-sessions,loginctl list-users,loginctl show-session,networkctl status,networkctl list,udevadm info,gsettings get,gsettings list-keys,gsettings list-schemas,gsettings list-recursively,dconf read,dconf list,dconf dump,defaults read,defaults domains,defaults find | S | t* | -aqln -n: -p: --no-pager --all --property: --value
defaults write,defaults delete,defaults import,gsettings set,gsettings reset,dconf write,dconf reset,dconf load,hostnamectl set-hostname,timedatectl set-time,timedatectl set-timezone,timedatectl set-ntp,loginctl kill-session,loginctl terminate-session,loginctl terminate-user,coredumpctl gdb | D | t* |
busctl                | D | sub | --user --system --no-pager --list --json: -j -q
busctl list,busctl tree,busctl status,busctl introspect | S | t* | --user --system --no-pager --json: -j -q --acquired --activatable --unique
gio                   | C | sub |
gio info,gio list,gio tree,gio help,gio version | S | t* | -adlh --hidden
gio trash,gio remove,gio set,gio launch | D | t* |
xsv,qsv               | C | sub | --list --version --help
xsv count,xsv headers,xsv stats,xsv frequency,xsv table,xsv select,xsv search,xsv slice,xsv sort,xsv flatten,xsv sample,qsv count,qsv headers,qsv stats,qsv frequency,qsv table,qsv select,qsv search,qsv slice,qsv sort,qsv flatten,qsv sample | S | t* | -d: -s: -l: -n -v -i -N -R -w: -p: -c: -e: -o:w^C --output:w^C --select: --limit: --start: --end: --len: --index: --no-headers --everything --median --mode --cardinality --nulls --numeric --reverse --invert-match --ignore-case --seed: --width: --pad: --just-names
ip                    | C | sub -long | -4 -6 -0 -s -d -o -r -a -t -ts -br -brief -c -color -c=auto -c=always -c=never -j -json -p -pretty -details -stats -statistics -resolve -all -oneline -iec -h -human -human-readable -V! -f: -family: -n:^C -N -netns:^C -b:^D -batch:^D -B:^D -force^D
ip address,ip link,ip route,ip neighbor,ip rule,ip maddress,ip tunnel,ip netns,ip netconf,ip nexthop,ip tuntap,ip vrf,ip mroute,ip token,ip mptcp,ip macsec,ip l2tp,ip xfrm,ip stats | S | sub |
ip address show,ip address list,ip link show,ip link list,ip route show,ip route list,ip neighbor show,ip neighbor list,ip rule show,ip rule list,ip maddress show,ip maddress list,ip tunnel show,ip tunnel list,ip netns show,ip netns list,ip netconf show,ip netconf list,ip nexthop show,ip nexthop list,ip tuntap show,ip tuntap list,ip vrf show,ip vrf list,ip mroute show,ip mroute list,ip token show,ip token list,ip route get,ip neighbor get,ip nexthop get,ip netns identify,ip netns pids,ip netns monitor,ip xfrm monitor,ip help,ip stats show,ip monitor,ip link help,ip address help,ip route help,ip link xstats,ip link afstats,ip address s,ip route s,ip neighbor s,ip link sh,ip rule s,ip maddress s | S | t* | -Z
ip address add,ip address change,ip address replace,ip address delete,ip address flush,ip address restore,ip link set,ip link add,ip link delete,ip link change,ip link replace,ip link property,ip route add,ip route delete,ip route change,ip route replace,ip route append,ip route flush,ip route restore,ip neighbor add,ip neighbor delete,ip neighbor change,ip neighbor replace,ip neighbor flush,ip rule add,ip rule delete,ip rule flush,ip rule restore,ip maddress add,ip maddress delete,ip tunnel add,ip tunnel change,ip tunnel delete,ip tunnel prl,ip tunnel 6rd,ip netns add,ip netns delete,ip netns exec,ip netns attach,ip netns set,ip nexthop add,ip nexthop delete,ip nexthop replace,ip nexthop flush,ip tuntap add,ip tuntap delete,ip token set,ip token delete,ip vrf exec,ip mptcp endpoint,ip mptcp limits,ip macsec add,ip macsec set,ip macsec delete,ip l2tp add,ip l2tp delete,ip xfrm state,ip xfrm policy,ip stats set,ip tcp_metrics,ip sr,ip ioam,ip fou,ip ila | D | t* |
glab,hub              | C | sub | --version --help -R: --repo:
gh pr,gh issue,gh repo,gh release,gh auth,gh secret,gh ssh-key,gh gpg-key,gh gist,gh workflow,gh run,gh cache,gh variable,gh codespace,gh alias,gh extension,gh project,gh label | C | sub |
gh repo delete,gh repo archive,gh repo edit,gh release delete,gh issue delete,gh auth token,gh auth login,gh auth logout,gh auth refresh,gh auth setup-git,gh secret set,gh secret delete,gh secret remove,gh ssh-key add,gh ssh-key delete,gh gpg-key add,gh gpg-key delete,gh gist delete,gh variable set,gh variable delete,gh codespace delete,gh alias set,gh alias import,gh extension install,gh extension upgrade,gh cache delete,gh run delete,gh workflow disable,gh project delete,gh label delete,gh release delete-asset | D | t* |
gh pr merge           | C | t* | --admin^D
gh config set         | D | sub | -h: --host:
gh config set git_protocol,gh config set prompt,gh config set prefer_editor_prompt,gh config set color_labels,gh config set spinner,gh config set accessible_colors,gh config set accessible_prompter | C | t* |
gh config set editor,gh config set pager,gh config set browser | D | sub |
gh config set editor vi,gh config set editor vim,gh config set editor nvim,gh config set editor nano,gh config set editor emacs,gh config set editor code,gh config set pager less,gh config set pager cat,gh config set pager delta,gh config set pager bat | C | - |
gh repo sync          | C | t* | --force^D -b: --branch: -s: --source:
gh repo deploy-key add,gh auth git-credential,gh ext install,gh ext upgrade | D | t* |
gh ext,gh repo deploy-key,gh search | C | sub |
gh ext list,gh ext ls | S | - |
gh auth status        | C | t* | -t^D --show-token^D
aws                   | C | sub | --profile: --region: --output: --version --endpoint-url: --no-verify-ssl^D
aws s3                | C | sub |
aws s3 rm,aws s3 rb | D | t* |
aws s3 presign        | D | t* |
aws configure get     | D | sub | --profile:
aws configure get region,aws configure get output | S | - | --profile:
aws configure,aws iam,aws sts,aws secretsmanager,aws kms,aws ssm,aws organizations | D | sub |
aws ecr get-login-password,aws codeartifact login | D | t* |
aws sts get-caller-identity | C | t* |
gcloud iam,gcloud kms,gcloud projects,gcloud secrets | D | sub |
gcloud projects create,gcloud projects list,gcloud projects describe,gcloud projects get-iam-policy,gcloud secrets list,gcloud secrets describe | C | t* | --format: --filter: --project: --limit: --sort-by: --page-size: --uri
az,doctl,heroku,fly,flyctl,firebase,vercel,netlify,supabase,wrangler,stripe,gsutil,argocd,flux,railway,hcloud,linode-cli,oci,ibmcloud,scw | C | sub |
vault read,vault write,vault kv,vault delete,vault login,vault token,vault operator,vault policy,vault print | D | t* |
vault status,vault version | S | t* |
tmux                  | C | sub | -c:c^D -L: -S: -f:x^D -V -2 -u
tmux ls,tmux list-sessions,tmux list-windows,tmux list-panes,tmux lsw,tmux lsp,tmux show-options,tmux show,tmux show-window-options,tmux showw,tmux info,tmux has-session,tmux has,tmux list-keys,tmux lsk,tmux list-commands,tmux list-buffers,tmux lsb,tmux list-clients | S | t* | -agsN1 -t: -F: -f: -T: -P: -p -q -v -w
tmux capture-pane,tmux capturep | C | t* | -aCeJNPqT -p! -b: -E: -S: -t:
tmux display-message,tmux display | C | t* | -aINv -p! -l -c: -d: -t: -F:
tmux run-shell,tmux run,tmux if-shell,tmux if,tmux pipe-pane,tmux send-keys,tmux send,tmux source-file,tmux source,tmux set-hook,tmux kill-server,tmux kill-session,tmux kill-window,tmux kill-pane,tmux respawn-pane,tmux respawn-window,tmux paste-buffer,tmux set-buffer,tmux load-buffer,tmux set-environment,tmux bind-key,tmux bind,tmux confirm-before,tmux confirm,tmux display-menu,tmux menu,tmux choose-tree,tmux command-prompt,tmux display-popup,tmux popup | D | t* |
cotty                 | D | sub | --version --help
cotty ls,cotty status,cotty version,cotty help,cotty doctor,cotty read,cotty check,cotty watch,cotty export,cotty notify,cotty demo,cotty approvals,cotty audit,cotty new | C | t* |
dotnet                | C | sub | --info! --list-sdks! --list-runtimes! --version! --help!
mvn,gradle,mvnw,gradlew | C | sub | --version! -v! -V --help! -h! -q
composer,bundle,gem,mix,sbt,stack,cabal,opam,swift,luarocks | C | sub | --version -v -V --help
composer diagnose,opam list,luarocks list,luarocks show | S | t* | -altn --local --all --tree --name-only --latest^C --outdated^C --path --no-plugins
composer global,gem signin,gem signout,gem push,gem yank,gem uninstall,gem cleanup,mvn deploy | D | t* |
nvm,fnm,volta,pyenv,rbenv,nodenv,asdf,mise,tfenv | C | sub | --version
nvm ls,nvm list,nvm current,nvm which,nvm version,fnm list,fnm current,volta list,pyenv versions,pyenv version,pyenv which,rbenv versions,rbenv version,rbenv which,asdf list,asdf current,asdf which,mise ls,mise current,mise which,mise list,mise doctor | S | t* | --bare --skip-aliases --json --current --installed --global
pre-commit            | C | sub | --version
direnv                | C | sub |
direnv allow,direnv permit,direnv grant,direnv edit,direnv exec | D | t* |
direnv status,direnv version | S | t* |
swaymsg,i3-msg        | C | t* | -t:! --type:! -q -r -p -v! --quiet --raw --pretty --version! -s:^C --socket:^C -m^C --monitor^C
hyprctl               | C | sub | -j -r --batch:^D --version!
hyprctl activewindow,hyprctl activeworkspace,hyprctl animations,hyprctl binds,hyprctl clients,hyprctl configerrors,hyprctl cursorpos,hyprctl devices,hyprctl getoption,hyprctl globalshortcuts,hyprctl instances,hyprctl layers,hyprctl layouts,hyprctl monitors,hyprctl splash,hyprctl systeminfo,hyprctl version,hyprctl workspacerules,hyprctl workspaces,hyprctl decorations | S | t* | -j
hyprctl kill          | D | t* |
`;
