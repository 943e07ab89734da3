/** git by its subcommands; the format is that of `readTable`. Who may not be named here changes something ordinary. */
export const git = `
git                   | S | sub | -P -p --no-pager --paginate --no-optional-locks --literal-pathspecs --glob-pathspecs --noglob-pathspecs --icase-pathspecs --no-replace-objects --bare --no-lazy-fetch --no-advice --version --help -v -h --html-path --man-path --info-path --exec-path -C:l --exec-path?^D --git-dir:x^C --work-tree:l^C --namespace:^C --super-prefix:^C --config-env:^D --attr-source:
git status            | S | t* | -sbvuz --short --branch --show-stash --porcelain? --long --verbose --untracked-files? --ignore-submodules? --ignored? --column? --no-column --ahead-behind --no-ahead-behind --renames --no-renames --find-renames? -u?
git log,git whatchanged,git show,git diff,git shortlog,git range-diff,git diff-tree,git diff-index,git diff-files,git rev-list | S | t* | -abceghimnpqrstuvwzE -# -n: -S: -G: -L: -O:r -U? -M? -C? -B? -l: -X? -i -1 -D --oneline --graph --all --stat? --shortstat --numstat --dirstat? --name-only --name-status --patch --no-patch --raw --summary --pretty? --format: --date: --abbrev? --abbrev-commit --no-abbrev-commit --decorate? --no-decorate --decorate-refs: --decorate-refs-exclude: --author: --committer: --grep: --all-match --invert-grep --since: --after: --until: --before: --max-count: --skip: --reverse --first-parent --merges --no-merges --follow --topo-order --date-order --author-date-order --cc --color? --no-color --color-moved? --color-moved-ws: --no-color-moved --color-words? --word-diff? --word-diff-regex: --staged --cached --merge-base --unified: --ignore-space-change --ignore-all-space --ignore-blank-lines --ignore-space-at-eol --ignore-cr-at-eol --ignore-matching-lines: --diff-filter: --find-renames? --find-copies? --find-copies-harder --no-renames --rename-empty --minimal --patience --histogram --diff-algorithm: --anchored: --relative? --no-relative --full-index --binary --text --check --exit-code --quiet --no-ext-diff --no-textconv --submodule? --ignore-submodules? --src-prefix: --dst-prefix: --no-prefix --default-prefix --line-prefix: --function-context --inter-hunk-context: --left-right --left-only --right-only --cherry-pick --cherry-mark --cherry --boundary --ancestry-path? --branches? --tags? --remotes? --glob: --exclude: --reflog --walk-reflogs --no-walk? --do-walk --simplify-by-decoration --simplify-merges --full-history --dense --sparse --show-pulls --children --parents --timestamp --count --objects --no-notes --notes? --show-notes? --encoding: --mailmap --use-mailmap --no-mailmap --regexp-ignore-case --extended-regexp --fixed-strings --perl-regexp --basic-regexp --source --log-size --patch-with-stat --patch-with-raw --compact-summary --clear-decorations --numbered --email --summary --group: --committer --no-index --no-commit-id --ws-error-highlight: --pickaxe-regex --pickaxe-all --root --name-only --expand-tabs? --no-expand-tabs --remerge-diff --diff-merges: --no-diff-merges --creation-factor: --show-signature^C --output:w^C --ext-diff^C --textconv^C --end-of-options --disk-usage --use-bitmap-index --no-object-names --max-age: --min-age: --stdin --not --alternate-refs --single-worktree --ignore-missing --bisect -R -W --ours --theirs --base --output-indicator-new: --output-indicator-old: --output-indicator-context: --max-parents: --min-parents: --no-max-parents --no-min-parents --exclude-first-parent-only --left-only --ita-invisible-in-index --default: --rotate-to: --skip-to: --find-object:
git branch            | S | -  | -avrvvqi -vv --all --remotes --list! --verbose --show-current --contains! --no-contains! --merged! --no-merged! --points-at:! --sort: --format: --color? --no-color --column? --no-column --abbrev: --no-abbrev --ignore-case -l! -d^C --delete^C -m^C --move^C -c^C --copy^C -u:^C --set-upstream-to:^C --unset-upstream^C --track?^C -t^C -f^D --force^D -D^D -M^D -C^D --edit-description^C
git tag               | S | -  | -li -n? -l! --list! --contains! --no-contains! --merged! --no-merged! --points-at:! --sort: --format: --color? --column? --ignore-case -v^C -a^C -s^C -m:^C -d^C --delete^C -f^D --force^D
git reflog drop,git obliterate,git clear,git clear-soft,git delete-branch,git delete-tag,git delete-merged-branches,git delete-squashed-branches,git delete-submodule,git fresh-branch,git gh-pages,git force-clone,git reauthor,git blame-someone-else,git rename-tag,git rename-branch,git sync,git alias,git bulk,git secret reveal,git secret cat,git secret killperson,git secret removeperson,git secret clean,git crypt,git annex drop,git annex dropunused,git annex forget,git annex uninit,git lfs migrate,git merge-index,git flow feature delete,git flow hotfix delete,git flow release delete,git flow bugfix delete | D | t* |
git flow,git flow feature,git flow hotfix,git flow release,git flow bugfix,git secret,git annex | C | sub |
git p4                | C | sub |
git lfs migrate info  | C | t* |
git help              | S | t* | -acgim --all --guides --config --user-interfaces --developer-interfaces --no-external-commands --no-aliases --verbose -w^C --web^C --man --info
git mergetool,git difftool | D | t* | --tool-help!
git prune             | D | t* | -n! --dry-run! -v --verbose --progress --expire:
git repack            | C | t* | -d^D -l -q -f -F
git verify-pack,git show-index | S | r* | -v -s --verbose --stat-only --object-format:
git column            | S | - | --mode: --width: --padding: --indent: --nl: --raw-mode: --command:
git remote            | S | sub | -v --verbose
git remote show       | C | t* | -n!
git remote get-url    | S | t* | --all --push
git remote update,git remote prune,git remote add,git remote remove,git remote rm,git remote rename,git remote set-url,git remote set-head,git remote set-branches | C | t* |
git stash             | C | sub |
git stash list,git stash show | S | t* | --date: -psu --stat --oneline --patch --name-only --name-status --include-untracked --format: -# -n:
git stash drop,git stash clear | D | t* |
git reflog            | S | sub | -n: -# --max-count: --oneline --date: --all --format: --pretty?
git reflog show,git reflog list,git reflog exists | S | t* | -n: -# --max-count: --oneline --date: --all --format: --pretty?
git reflog expire,git reflog delete | D | t* |
git rev-parse,git describe,git name-rev,git merge-base,git for-each-ref,git show-ref,git show-branch,git cherry,git merge-tree,git count-objects,git check-ignore,git check-attr,git check-mailmap,git check-ref-format,git var,git stripspace,git patch-id,git get-tar-commit-id,git version,git diff-pairs,git ls-tree,git cat-file,git blame,git annotate | S | t* | -abcdefhHilmnopqrstuvwxz -L: -n: -C: -M: -S:r --abbrev? --abbrev-ref? --short? --verify --symbolic --symbolic-full-name --show-toplevel --show-prefix --show-cdup --show-superproject-working-tree --git-dir --git-common-dir --absolute-git-dir --git-path: --is-inside-work-tree --is-inside-git-dir --is-bare-repository --is-shallow-repository --show-object-format? --all --branches? --tags --remotes? --glob: --exclude: --heads --head --dereference --hash? --exact-match --dirty? --broken? --contains --always --long --match: --candidates: --first-parent --debug --name-only --refs: --no-undefined --is-ancestor --fork-point --octopus --independent --count: --sort: --format: --points-at: --merged? --no-merged? --contains: --ignore-case --quiet --default: --sq --sq-quote --since: --until: --path-format: --verbose --human-readable --no-index --stdin --non-matching --name-status --full-name --full-tree --object-only --batch? --batch-check? --batch-all-objects --batch-command? --follow-symlinks --unordered --buffer --filters^C --textconv^C --porcelain --line-porcelain --incremental --show-stats --show-name --show-number --show-email --root --date: --reverse: --ignore-rev: --ignore-revs-file:r --color-lines --color-by-age --minimal --progress --no-progress --contents:r --independent --topo-order --sha1-name --current --more: --list --no-name --reflog? --end-of-options --build-options --branch --normalize --allow-onelevel --no-allow-onelevel --refspec-pattern --print --strip-comments --comment-lines --annotate-stdin --mailmap-file:r --write-tree --messages --no-messages --merge-base: --allow-unrelated-histories
git ls-files          | S | t* | -cdmoistuvzfkr -x: -X:r --cached --deleted --modified --others --ignored --stage --unmerged --killed --directory --no-empty-directory --eol --exclude: --exclude-from:r --exclude-per-directory: --exclude-standard --error-unmatch --with-tree: --full-name --recurse-submodules --abbrev? --debug --deduplicate --sparse --format:
git grep              | S | t* | -ainwvhHlLcoqpWIrFEGPz -# -e: -f:r -A: -B: -C: -m: --and --or --not --all-match --cached --untracked --no-index --no-exclude-standard --exclude-standard --recurse-submodules --text --textconv^C --ignore-case --max-depth: --word-regexp --invert-match --full-name --extended-regexp --basic-regexp --perl-regexp --fixed-strings --line-number --column --files-with-matches --name-only --files-without-match --null --only-matching --count --color? --no-color --break --heading --show-function --context: --after-context: --before-context: --function-context --threads: --quiet --max-count: -O?c^D --open-files-in-pager?c^D
git config            | S | t* | --get! --get-all! --get-regexp! --list! -l! --get-urlmatch! --get-color! --get-colorbool! --name-only --show-origin --show-scope --local --null -z --type: --bool --int --path --default: --includes --no-includes --global --system --file:r -f:r --edit^C -e^C --unset^C --unset-all^C --remove-section^D --worktree --add^C --replace-all^C
git fsck              | S | t* | -v --no-dangling --dangling --full --no-full --strict --connectivity-only --unreachable --root --tags --cache --no-reflogs --verbose --progress --no-progress --name-objects --lost-found^C
git worktree          | C | sub |
git worktree list     | S | -  | -v -z --porcelain --verbose
git worktree remove   | D | t* |
git submodule         | C | sub |
git submodule deinit  | C | t* | -f^D --force^D --all
git submodule status,git submodule summary | S | t* | --recursive --cached --quiet
git notes             | C | sub |
git notes list,git notes show | S | t* |
git bisect            | C | sub |
git bisect log,git bisect view,git bisect visualize | S | - |
git rm                | C | t* | -f^D --force^D -r -q -n --cached
git rerere            | C | sub |
git rerere status,git rerere diff,git rerere remaining | S | - |
git rerere clear      | D | - |
git lfs               | C | sub |
git lfs ls-files,git lfs env,git lfs status,git lfs version | S | t* | -alsndj --all --long --size --name-only --porcelain --json
git lfs prune         | D | t* |
git verify-commit,git verify-tag | S | t* | -v --verbose --raw --format:
git symbolic-ref      | C | t* | -q --short --no-recurse --recurse -d^D --delete^D
git maintenance       | D | sub |
git format-patch      | C | t* | -o:w --output-directory:w --output:w --attach? --inline? --thread? --signature-file:r --stdout -n -N -k -s -v: -M -p
git maintenance run   | C | t* | --task: --auto --quiet --schedule:
git ls-remote         | C | t* | --upload-pack:c^D --exec:c^D -o:^D
git fetch,git pull    | C | t* | --upload-pack:c^D --force^C -f^C --output:^D
git clone             | C | t,w | --separate-git-dir:w --upload-pack:c^D -u:c^D -c:^D --config:^D --template:x^D
git push              | C | t* | -f^D --force^D --force-with-lease?^D --force-if-includes^D --mirror^D --delete^D -d^D --prune^D --receive-pack:c^D --exec:c^D
git reset             | C | t* | --hard^D --merge^D --keep^C
git clean             | D | t* | -n! --dry-run! -dxXq
git checkout          | C | t* | -f^D --force^D -B:^D
git switch            | C | t* | -f^D --force^D --discard-changes^D -C:^D --force-create:^D
git restore           | C | t* |
git rebase            | C | t* | -x:c^D --exec:c^D
git gc                | C | t* | --prune?^D --aggressive
git filter-branch,git filter-repo,git fast-import,git update-ref,git replace,git credential,git credential-store,git credential-cache,git credential-osxkeychain,git credential-manager,git credential-libsecret,git credential-wincred,git credential-gnome-keyring,git credential-oauth,git daemon,git send-email,git imap-send,git instaweb,git shell,git http-backend,git upload-pack,git receive-pack,git prune-packed,git hook,git for-each-repo,git maintenance start,git maintenance stop,git maintenance register,git maintenance unregister,git lost-found,git checkout-index | D | t* |
git archive           | C | t* | -l! --list! -o:w --output:w --remote:^C --exec:c^D
git bundle            | C | sub |
git bundle create     | C | w,t* |
git bundle verify,git bundle list-heads | S | r,t* | -q --quiet
git read-tree         | C | t* | --reset^D -m -u -i -n -v --dry-run --prefix: --index-output:w --empty --no-sparse-checkout
git submodule update  | C | t* | --force^D -f^D --init --recursive --remote --merge --rebase --checkout --depth: --jobs: -j: --no-fetch --reference:l --single-branch --recommend-shallow --progress --filter: -N
git apply             | C | r* | --unsafe-paths^D --check! --stat! --numstat! --summary! -R --reverse -p? -v --verbose -q --quiet --cached --index -3 --3way --recount --unidiff-zero --inaccurate-eof --include: --exclude: --whitespace: --ignore-whitespace --directory:w
git am,git merge,git commit,git add,git mv,git revert,git cherry-pick,git init,git sparse-checkout,git write-tree,git hash-object,git update-index,git commit-tree,git mktree | C | t* | -F:r --template:x^D --directory:w --separate-git-dir:w^D --gpg-sign?
`;
