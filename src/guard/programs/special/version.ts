import {type Argument, textOf} from '../../shell/argument.ts';

/** Whether a program is only asked which one it is, and answers without reading anything of the project. */
export function asksForVersion(name: string, args: readonly Argument[]): boolean {
  const [first, second, ...more] = args.map(textOf);
  if (/^--help$/.test(first ?? '') && VERSIONED.test(name) && args.length === 2) return /^[a-z]+$/.test(second ?? '');
  if (more.length > 0 || (second !== undefined && !/^(?:-v|--verbose)$/.test(second ?? ''))) return false;
  if (VERSIONED.test(name)) return /^(?:--version|--help|-V|-version|version)$/.test(first ?? '');
  return OF_THE_SYSTEM.test(name) && /^--(?:version|help)$/.test(first ?? '');
}

/** Programs that read no configuration before they answer. */
const OF_THE_SYSTEM =
  /^(?:split|csplit|ldd|hyperfine|mkdir|touch|cp|mv|ln|install|mktemp|patch|truncate|rm|chmod|chown|kill|dd|mount|umount|useradd|bc|numfmt|strace|ltrace|ar|nm|as|ld|m4|script|expect|entr|parallel|sudo|su|iptables|fdisk|mkfs|cpio|gzip|bzip2|unzip|7z|logrotate|lsof|crontab)$/;

/** Programs that may be asked for their version without running anything of the project. */
const VERSIONED =
  /^(?:[a-z]*sh|node|nodejs|deno|bun|npm|npx|pnpm|python[\d.]*|pip[\d.]*|uv|ruff|poetry|ruby|gem|bundle|perl|php|composer|lua|go|gofmt|rustc|cargo|rustup|gcc|g\+\+|cc|clang|clang\+\+|make|cmake|ninja|java|javac|kotlin|scala|mvn|gradle|dotnet|swift|docker|docker-compose|podman|kubectl|helm|terraform|tofu|ansible|vagrant|packer|git|gh|glab|hg|svn|curl|wget|ssh|rsync|tar|zip|unzip|gzip|xz|zstd|awk|gawk|sed|grep|rg|fd|jq|yq|tmux|screen|vim|nvim|nano|emacs|code|psql|mysql|sqlite3|redis-cli|mongosh|aws|gcloud|az|heroku|flyctl|ffmpeg|ffprobe|convert|magick|pandoc|latex|pdflatex|shellcheck|shfmt|eslint|prettier|tsc|jest|vitest|pytest|mypy|black|brew|apt|dpkg|systemctl|nginx|openssl|gpg|nvim|R|Rscript|julia|ghc|stack|cabal|elixir|erl|mix|zig|nim|crystal|protoc|buf|hugo|bazel|nix|direnv|bat|fzf|htop|strace|gdb|lldb|valgrind|kind|minikube|k9s|pre-commit|conda|mamba|pipenv|pipx|pyenv|rbenv|nvm|fnm|asdf|mise|volta|wasm-pack|vercel|netlify|firebase|wrangler|supabase|stripe|rails|django-admin|flask|uvicorn|gunicorn|cotty|claude|codex|gemini|ollama)$/;
