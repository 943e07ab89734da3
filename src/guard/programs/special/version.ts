import {type Argument, textOf} from '../../shell/argument.ts';
import {findRow} from '../find-row.ts';

/** Whether a program is only asked which one it is or how it is used, and answers without running anything of the project. */
export function asksForVersion(name: string, args: readonly Argument[]): boolean {
  const last = textOf(args.at(-1));
  if (args.length === 0 || args.length > 4 || last === null || !ASKS.test(last)) return false;
  if (args.length > 1) return asksAboutPart(name, args.map(textOf));
  if (last === '--help' || last === '--version') return answersAlone(name);
  if (last === '-v') return TELLS_BY_V.test(name);
  if (last === '-h')
    return (
      HELPS_BY_H.test(name) ||
      /^(?:cargo|rustc|cmake|make|tsc|jq|rg|fd|bat|deno|jj|vagrant)$/.test(name) ||
      // What only reads has no other use for it alone.
      findRow(name)?.level === 'SAFE'
    );
  if (last === '-help') return /^(?:java|javac|javadoc|terraform|tofu|packer)$/.test(name);
  if (last === '--exec-path') return name === 'git';
  if (last === 'version') return VERSION_IS_A_WORD.test(name);
  return /^-(?:V|version)$/.test(last) && VERSIONED.test(name);
}

/** Programs that change much, and with just these words only tell something. */
export function tellsOnly(name: string, args: readonly Argument[]): boolean {
  const tells = TELLS.get(name);
  if (!tells || args.length > 6) return false;
  const texts = args.map(textOf);
  return !texts.includes(null) && tells.test(texts.join(' '));
}

const TELLS: ReadonlyMap<string, RegExp> = new Map([
  ['parted', /^(?:-l|-lm|-ml|--list|-m -l)$/],
  ['losetup', /^$/],
  ['screen', /^-(?:ls|list)$/],
  ...['service', 'rc-service', 'invoke-rc.d'].map((name): [string, RegExp] => [name, /^[\w@.-]+ status$/]),
  ['rc-update', /^(?:-v|show|-v show|show -v)?$/],
  ['efibootmgr', /^(?:-v|--verbose|-u|--unicode)?$/],
  ['zramctl', /^(?:--output-all|--bytes|-b|-n)?$/],
  ['busctl', /^(?:--user|--system)?$/],
  ['xhost', /^$/],
  ['hciconfig', /^(?:-a)?$/],
  ['bootctl', /^$/],
  ['depmod', /^(?:-n|--dry-run|--show)$/],
  ['modprobe', /^(?:-c|--showconfig|(?:-n|--dry-run|-D|--show-depends|-nv) [\w-]+)$/],
  ['taskset', /^-(?:p|pc|cp|p -c|c -p) \d+$/],
  ['chrt', /^(?:-m|-p \d+)$/],
  ['ionice', /^(?:-p )?\d+$|^$/],
  ['prlimit', /^(?:-p ?|--pid[= ])\d+$|^$/],
  ['busybox', /^(?:--help|--list|--list-full)?$/],
  ['toybox', /^(?:--help|--version|--long)?$/],
  ['xinput', /^$/],
  ['machinectl', /^$/],
  ['xset', /^-?q$/],
  ['setxkbmap', /^(?:-query|-print)$/],
  ['xmodmap', /^-p(?:m|k|ke|p)?$/],
  ['wmctrl', /^-[lmdpGx]+$/],
  ['xrdb', /^-query$/],
  ['nixos-rebuild', /^list-generations(?: --json)?$/],
  ['usbip', /^list (?:-l|--local|-pl)$/],
  ['tailscale', /^(?:exit-node list)$/],
  ['brew', /^tap$/],
  ['dnf', /^history$/],
  ['php', /^(?:--r[fcei]|--rfunction|--rclass|--rextension|--rextinfo) \w+$/],
  ['aws', /^(?:[a-z0-9-]+ ){0,2}help(?: [a-z-]+)?$/],
  ['npm', /^run(?:-script)?$/],
  ['pnpm', /^run$/],
  ['security', /^(?:--help|help)(?: [a-z-]+)?$/],
  ['dscl', /^(?:\.|localhost|\/[\w./-]+) -?(?:list|ls|read|cat)(?: \/[\w./-]*)?(?: [A-Z]\w+){0,3}$/],
]);

const ASKS = /^(?:--version|--help|-h|-help|-V|-v|-version|version|--exec-path|--verbose|[A-Za-z][\w-]*)$/;

/** What is known to do no more than an ordinary change answers `--version` and `--help` alone with a text. */
function answersAlone(name: string): boolean {
  if (VERSIONED.test(name) || OF_THE_SYSTEM.test(name)) return true;
  return /^(?:SAFE|CAUTION)$/.test(findRow(name)?.level ?? '') && !RUNS_FIRST.test(name);
}

/** `curl --help all`, `rustc --version --verbose`, `rustc --print cfg`, `docker compose up --help`. */
function asksAboutPart(name: string, texts: readonly (string | null)[]): boolean {
  const [first, second] = texts;
  if (texts.at(-1) === '--help' || (texts.at(-1) === '-h' && HELPS_BY_H.test(name)))
    return asksAboutSubcommand(name, texts.slice(0, -1));
  if (texts.length !== 2 || !VERSIONED.test(name)) return false;
  if (/^(?:-v|--verbose)$/.test(second ?? '')) return /^(?:--version|-V)$/.test(first ?? '');
  if (first === '--help') return /^[a-z]+$/.test(second ?? '');
  return name === 'rustc' && /^--(?:print|explain)$/.test(first ?? '');
}

/** `git rebase --help`: programs that have a text for each of their own subcommands, where that one does not run another program. */
function asksAboutSubcommand(name: string, words: readonly (string | null)[]): boolean {
  return (
    WITH_SUBCOMMANDS.test(name) &&
    words.every(
      (word, place) =>
        /^[a-z][a-z-]*$/.test(word ?? '') && (place === words.length - 1 || !RUNS_ANOTHER.test(word ?? '')),
    )
  );
}

/** To none of their subcommands `-h` is something else. */
const HELPS_BY_H =
  /^(?:gh|glab|brew|npm|pip3?|uv|poetry|conda|rustup|kubectl|helm|terraform|tofu|az|gcloud|dotnet|go)$/;

const WITH_SUBCOMMANDS =
  /^(?:docker|podman|kubectl|helm|terraform|tofu|gh|glab|aws|az|gcloud|npm|pnpm|pip3?|uv|poetry|conda|go|brew|systemctl|journalctl|flatpak|snap|dotnet|rustup|gem|minikube|kind|doctl|hcloud|flyctl|ip|nmcli)$/;
const RUNS_ANOTHER = /^(?:run|run-script|exec|x|dlx|create|start|test|watch|tool|foreach|debug|attach|ssh)$/;

/** They run what the project names before they answer. */
const RUNS_FIRST = /^(?:yarn|gulp|grunt|rake|mill|lein|robot|cotty)$/;

/** `-v` alone is the version, and not a run with more words. */
const TELLS_BY_V =
  /^(?:gcc|g\+\+|gfortran|cc|c\+\+|clang|clang\+\+|tsc|nginx|httpd|apachectl|apache2|haproxy|named|php-fpm|make|ruby|node|npm|pnpm|perl|php|lua|latexmk|pandoc|biber|composer|docker|vagrant|packer|brew|ocaml|unzip|zip|redis-server|squid|dnsmasq|gs|gimp|aspell|hunspell)$/;

/** To others the word is a file, or a target: `make version`. Most programs with such a subcommand stand in a table. */
const VERSION_IS_A_WORD =
  /^(?:zig|buf|heroku|flyctl|minikube|kind|k9s|step|nats|trivy|gitleaks|grype|syft|cosign|golangci-lint|velero|helmfile|skaffold|tilt|pulumi|mise|asdf|cotty|claude|ollama|hg|npm)$/;

/** Programs that read no configuration before they answer. */
const OF_THE_SYSTEM =
  /^(?:split|csplit|ldd|hyperfine|mkdir|touch|cp|mv|ln|install|mktemp|patch|truncate|rm|chmod|chown|kill|dd|mount|umount|useradd|bc|numfmt|strace|ltrace|ar|nm|as|ld|m4|script|expect|entr|parallel|sudo|su|iptables|fdisk|mkfs|cpio|gzip|bzip2|unzip|7z|logrotate|lsof|crontab)$/;

/** Programs that may also be asked in other ways for their version without running anything of the project. */
const VERSIONED =
  /^(?:[a-z]*sh|node|nodejs|deno|bun|npm|npx|pnpm|python[\d.]*|pip[\d.]*|uv|ruff|poetry|ruby|gem|bundle|perl|php|composer|lua|go|gofmt|rustc|cargo|rustup|gcc|g\+\+|cc|clang|clang\+\+|make|cmake|ninja|java|javac|kotlin|scala|mvn|gradle|dotnet|swift|docker|docker-compose|podman|kubectl|helm|terraform|tofu|ansible|vagrant|packer|git|gh|glab|hg|svn|curl|wget|ssh|rsync|tar|zip|unzip|gzip|xz|zstd|awk|gawk|sed|grep|rg|fd|jq|yq|tmux|screen|vim|nvim|nano|emacs|code|psql|mysql|sqlite3|redis-cli|mongosh|aws|gcloud|az|heroku|flyctl|ffmpeg|ffprobe|convert|magick|pandoc|latex|pdflatex|shellcheck|shfmt|eslint|prettier|tsc|jest|vitest|pytest|mypy|black|brew|apt|dpkg|systemctl|nginx|openssl|gpg|nslookup|ping|R|Rscript|julia|ghc|stack|cabal|elixir|erl|mix|zig|nim|crystal|protoc|buf|hugo|bazel|nix|direnv|bat|fzf|htop|strace|gdb|lldb|valgrind|kind|minikube|k9s|pre-commit|conda|mamba|pipenv|pipx|pyenv|rbenv|nvm|fnm|asdf|mise|volta|wasm-pack|vercel|netlify|firebase|wrangler|supabase|stripe|rails|django-admin|flask|uvicorn|gunicorn|cotty|claude|codex|gemini|ollama|golangci-lint|semgrep|gitleaks|trufflehog|trivy|grype|syft|snyk|checkov|cosign|kubeconform|stern|helmfile|skaffold|tilt|velero|logcli|k3s|k0s|deno|tflint|infracost|step|nats|pass|op|corepack)$/;
