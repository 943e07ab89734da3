/** jj, Mercurial, and what publishes or signs packages; the format is that of `readTable`. */
export const repositories = `
jj                    | C | sub | --version -V -h --help --ignore-working-copy --ignore-immutable --at-op: --at-operation: -R:l --repository:l --no-pager --color: --quiet --debug --config:^D --config-file:r^D
jj bookmark,jj b,jj tag,jj workspace,jj file,jj config,jj git,jj git remote,jj op,jj operation,jj bisect,jj util,jj sparse | C | sub |
jj log,jj status,jj st,jj diff,jj show,jj interdiff,jj op log,jj op show,jj op diff,jj operation log,jj operation show,jj operation diff,jj evolog,jj evolution-log,jj obslog,jj help,jj version,jj root,jj bookmark list,jj bookmark l,jj b list,jj b l,jj tag list,jj tag l,jj workspace list,jj workspace root,jj file list,jj config get,jj config g,jj config list,jj config l,jj config path,jj config p,jj git remote list,jj git root,jj sparse list,jj util completion | S | t* | -r: --revision: --revisions: --from: --to: -f: -t: -n: --limit: -T: --template: -p --patch -s --summary --stat --git --types --name-only --color-words --context: -w --ignore-all-space -b --ignore-space-change -G --no-graph --reversed -d --op-diff -a --all --all-remotes --remote: --tracked --conflicted --sort: --user --repo --workspace --include-defaults --include-overridden --at-op: --at-operation: -R:l --repository:l --ignore-working-copy --no-pager --color: --quiet --tool:^D --config:^D --config-file:r^D
jj file show,jj file annotate | S | r* | -r: --revision: -T: --template: -R:l --no-pager --color: --ignore-working-copy --at-op: --config:^D --config-file:r^D
jj resolve            | C | t* | -l! --list! -r: --revision: --tool:
jj git push           | C | t* | --deleted^D -b: --bookmark: -r: -c: --change: --named: --remote: --all --tracked --allow-new -N --dry-run
jj config set,jj config s | D | sub | --user --repo --workspace
jj config set user.name,jj config set user.email,jj config s user.name,jj config s user.email | C | t* |
jj config edit,jj config e,jj op abandon,jj operation abandon,jj workspace forget | D | t* |
hg                    | C | sub | --version -R:l --repository:l --cwd:l -v -q -y --noninteractive --color: --pager: --traceback --hidden --config:^D --debugger^D
hg log,hg history     | S | t* | -GpgfMvq -I: -X: -r: -b: -d: -u: -l: -k: -B: -T: --graph --include: --exclude: --rev: --branch: --date: --user: --limit: --keyword: --bookmark: --template: --style: --patch --git --stat --follow --no-merges --copies --removed --line-range: --only-branch: --cwd:l --config:^D
hg status,hg st       | S | t* | -mardcuinCASv0q -I: -X: -T: --modified --added --removed --deleted --clean --unknown --ignored --no-status --copies --all --print0 --subrepos --include: --exclude: --rev: --change: --template: --cwd:l --config:^D
hg cat,hg annotate,hg blame | S | r* | -r: --rev: -u -d -n -c -l -f -a -w -b -B -v -q --user --date --number --changeset --line-number --follow -I: -X: -o:w^C --output:w^C --decode^C -T: --template: --config:^D
hg update,hg up,hg checkout,hg co | C | t* | -cm -C^D --clean^D -r: --rev: -d: --date: --check --merge
hg revert             | C | t* | -i -a^D --all^D -C^D --no-backup^D -r: --rev: -I: -X:
hg push               | C | t* | -f^D --force^D -r: --rev: -b: --branch: -B: --bookmark: --new-branch --ssh:c^D -e:c^D --remotecmd:c^D
hg remove,hg rm       | C | t* | -AS -f^D --force^D -I: -X: --after --subrepos
hg purge,hg clean,hg strip,hg rollback,hg prune | D | t* |
svn revert            | C | t* | -q -R^D --recursive^D --depth:^D --remove-added^D
svn cleanup           | C | t* | --remove-unversioned^D --remove-ignored^D
svn delete,svn del,svn remove,svn rm | C | t* | --force^D --keep-local -m: -F:r
pod                   | C | sub | --version! --help!
pod trunk,pod repo    | C | sub |
pod trunk push,pod trunk deprecate,pod repo push | D | t* |
changeset,vsce,ovsx   | C | sub | --version! --help!
semantic-release,np,release-it | D | t* | --dry-run!^C -d!^C --version! --help!
goreleaser            | C | sub | --version! --help!
goreleaser release    | D | t* | --snapshot!^C --clean --skip: --config:r
docker compose up     | C | t* | -V^D --renew-anon-volumes^D
docker plugin install,docker plugin enable,docker plugin set | D | t* |
kill-port,fkill,del-cli,del,bfg,git-filter-repo | D | t* | --version! --help!
cargo release         | C | t* | -x^D --execute^D
cargo workspaces,cargo ws | C | sub |
cargo workspaces publish,cargo ws publish | D | t* |
kubectl cp            | C | r,w | -n: --namespace: -c: --container: --no-preserve --retries:
cargo add             | C | t* | --git:^D --path:l -F: --features: --rename: --registry:
glab variable get,glab variable export | D | t* |
oc whoami             | C | t* | -t^D --show-token^D
kubectl view-secret,kubectl modify-secret | D | t* |
caddy trust,caddy untrust,railway down | D | t* |
huggingface-cli,hf,nuget | C | sub | --version! --help!
hf auth               | C | sub |
huggingface-cli login,huggingface-cli logout,hf auth login,hf auth logout,hf auth token,nuget push,cabal upload,luarocks upload,stack upload,nuget setapikey | D | t* |
git-crypt             | D | sub | --version! --help!
git-crypt status      | S | t* |
add-apt-repository,apt-add-repository | D | t* | --help! --version!
apt-key list,apt-key finger | S | - |
npm pkg delete,gh alias delete,glab alias delete,dnf versionlock delete | C | t* |
cargo deb             | C | t* | --install^D -o:b -p: --target: --no-build
conda package         | C | t* | -r^D --reset^D -w:l
poetry python         | C | sub |
poetry python remove  | D | t* |
fly ssh,flyctl ssh    | C | sub |
fly ssh console,flyctl ssh console | C | t* | -C:c --command:c -a: --app: -u: --user: -s --select -r: --region: -g: --process-group: --machine: --pty -q
npm fund              | S | - | --json --depth: --no-color -w: --workspace:
npm c                 | C | sub |
npm c list,npm c ls,npm c get | S | t* | --json -l --long
npm c set,npm c edit,npm c delete,npm c rm,npm access set,npm access revoke,npm access public,npm access restricted,npm access edit,npm org set,npm team add,npm team create,npm token revoke,npm profile set,npm profile enable-2fa,npm profile disable-2fa,npm logout,npm hook add,npm hook update | D | t* |
npm publish           | D | t* | --dry-run!^C --access: --tag: --otp: --provenance -w: --workspace: --workspaces
pnpm setup,bun c,bun pm cache rm,yarn cache clean | D | t* |
yarn cache            | C | sub |
bun pm list,bun pm hash-string,bun pm hash-print,bun pm untrusted,bun pm default-trusted,bun why | S | t* | -a --all --top --depth:
bun pm pkg            | C | sub |
bun pm pkg get        | S | t* |
bun exec              | C | c |
pipx ensurepath,volta setup | D | t* |
pyenv install,nodenv install,rbenv install,goenv install | C | t* | -l! --list!
apt-key               | D | sub |
`;
