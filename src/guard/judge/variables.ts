import {ORDINARY_BUILDS} from './ordinary-builds.ts';

/** Variables that decide what programs run, load or obey. Setting one is dangerous. */
const DECIDING = new RegExp(
  `^(?:${[
    'PATH|CDPATH|FPATH|MANPATH|INFOPATH|HOME|SHELL|SHELLOPTS|BASHOPTS|BASH_.*|ENV|IFS|PROMPT_COMMAND|PROMPT|RPROMPT|PS[0-4]|ZDOTDIR|EXECIGNORE|GLOBIGNORE',
    'LD_.*|DYLD_.*|GCONV_PATH|LOCPATH|NLSPATH|HOSTALIASES|RES_OPTIONS|MALLOC_.*|TERMINFO.*|TERMCAP|GETCONF_DIR',
    '.*PAGER|.*EDITOR|VISUAL|.*BROWSER|LESS|LESSOPEN|LESSCLOSE|LESSKEY.*|LESSEDIT|MANOPT|MORE|LV|MAILCAPS',
    'GIT_.*|SSH_.*|SVN_SSH|HGRCPATH|CVS_RSH|RSYNC_.*|TAR_OPTIONS|POSIXLY_CORRECT|GREP_OPTIONS|RIPGREP_CONFIG_PATH|ACK_OPTIONS|FZF_.*|BAT_.*|DIRENV_.*|TMUX.*|SCREENRC',
    'NODE_OPTIONS|NODE_PATH|NODE_EXTRA_CA_CERTS|NODE_TLS_.*|npm_.*|NPM_.*|YARN_.*|PNPM_.*|BUN_.*|DENO_.*|ELECTRON_.*|TS_NODE_.*',
    'PYTHON.*|PIP_.*|VIRTUAL_ENV|CONDA_.*|UV_.*|POETRY_.*|PERL5.*|PERLLIB|PERL_.*|RUBY.*|GEM_.*|BUNDLE_.*|LUA_.*|PHPRC|PHP_INI_SCAN_DIR|R_.*|JULIA_.*',
    'JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_.*|JAVA_HOME|CLASSPATH|MAVEN_.*|GRADLE_.*|SBT_OPTS|KOTLIN_.*|ANT_.*',
    'GO(?:FLAGS|ENV|PATH|ROOT|PROXY|NOSUMDB|NOSUMCHECK|SUMDB|PRIVATE|INSECURE|TOOLCHAIN|BIN)|CGO_.*|CARGO.*|RUSTC.*|RUSTFLAGS|RUSTUP_.*|RUSTDOC.*',
    'CC|CXX|CPP|LD|AR|AS|CFLAGS|CXXFLAGS|LDFLAGS|CPATH|C_INCLUDE_PATH|LIBRARY_PATH|PKG_CONFIG.*|MAKEFLAGS|MAKEFILES|MFLAGS|GNUMAKEFLAGS|CMAKE_.*|GCC_.*|COMPILER_PATH',
    'DOCKER_.*|COMPOSE_.*|COMPOSER|COMPOSER_(?:HOME|VENDOR_DIR|BIN_DIR|CACHE_DIR)|KUBECONFIG|KUBE_.*|HELM_.*|AWS_.*|GOOGLE_.*|CLOUDSDK_.*|AZURE_.*|VAULT_.*|TF_.*|ANSIBLE_.*|XDG_.*|OPENSSL_.*|SSL_.*|CURL_.*|WGETRC|NETRC',
    'http_proxy|https_proxy|all_proxy|ftp_proxy|HTTP_PROXY|HTTPS_PROXY|ALL_PROXY|SUDO_.*|COTTY_.*|VIM|VIMINIT|VIMRUNTIME|EXINIT|NVIM_.*|EMACS.*|INPUTRC|HIST.*|FCEDIT|LS_OPTIONS|TMPDIR|DISPLAY|WAYLAND_DISPLAY|DBUS_.*|QT_.*|GTK_.*|GIO_.*|FIGNORE|OPTIND|MAIL.*|TIMEFMT|READNULLCMD|NULLCMD|WORDCHARS|command_not_found_.*|GNUPGHOME|PROXY_COMMAND|CHPWD.*|precmd.*|preexec.*|fish_(?!greeting$|color_\\w+$).*|PSQLRC|PGSERVICEFILE|PGPASSFILE|MYSQL_.*|SQLITE_.*|PYENV_.*|NVM_.*|RBENV_.*',
  ].join('|')})$`,
);

/** Parameters of zsh that say what words mean, what runs at prompts and where code is looked for; zshmodules(1), zshparam(1). */
const DECIDING_IN_ZSH =
  /^(?:(?:dis_)?(?:aliases|galiases|saliases|functions|builtins)|commands|options|modules|nameddirs|userdirs|mapfile|path|fpath|mailpath|module_path|MODULE_PATH|prompt|PROMPT[2-4]|R?PS[1-4]|RPROMPT2|SPROMPT|(?:chpwd|precmd|preexec|periodic|zshexit|zshaddhistory|zsh_directory_name)_functions|zsh_scheduled_events|histchars|STTY|POSTEDIT|TMPPREFIX|_(?:pat|post)?comps|_services)$/;

/** Whether zsh obeys the parameter of this name; a subscript is none of the name. */
export function decidesInZsh(name: string): boolean {
  return DECIDING_IN_ZSH.test(name);
}

/** Variables that programs read and that change only how something looks, or in which mode it runs. */
const HARMLESS =
  /^(?:LC_[A-Z]+|LANG|LANGUAGE|TZ|NO_COLOR|FORCE_COLOR|CLICOLOR(?:_FORCE)?|COLORTERM|TERM|COLUMNS|LINES|CI|NODE_ENV|DEBUG|VERBOSE|RUST_BACKTRACE|RUST_LOG|LOG_LEVEL|GREP_COLORS?|LS_COLORS|BLOCKSIZE|BLOCK_SIZE|PORT|HOST|TEST|ENVIRONMENT|APP_ENV|RAILS_ENV|RACK_ENV|DEBIAN_FRONTEND|GOOS|GOARCH|CGO_ENABLED|GOMAXPROCS|OMP_NUM_THREADS|CUDA_VISIBLE_DEVICES|TIMEFORMAT|TIME_STYLE|MANWIDTH)$/;

/** Values that switch a deciding variable off. */
const OFF: readonly (readonly [RegExp, RegExp])[] = [
  [/^(?:GIT_|MAN|SYSTEMD_|AWS_)?PAGER$/, /^(?:|cat|\/bin\/cat)$/],
  [/^(?:GIT_)?(?:SEQUENCE_)?EDITOR$/, /^(?:true|:)$/],
  [/^GIT_(?:OPTIONAL_LOCKS|TERMINAL_PROMPT|FLUSH|MERGE_AUTOEDIT)$/, /^[01]?$/],
  [/^GIT_(?:AUTHOR|COMMITTER)_(?:NAME|EMAIL|DATE)$/, /./],
  [/^PYTHON(?:DONTWRITEBYTECODE|UNBUFFERED|HASHSEED|IOENCODING|UTF8)$/, /^[\w-]*$/],
  [
    /^(?:NODE_NO_WARNINGS|NPM_CONFIG_(?:LOGLEVEL|COLOR|PROGRESS)|npm_config_(?:loglevel|color|progress)|PIP_DISABLE_PIP_VERSION_CHECK|PIP_NO_INPUT|HOMEBREW_NO_AUTO_UPDATE)$/,
    /^\w*$/,
  ],
  [/^CARGO_(?:TERM_COLOR|INCREMENTAL)$/, /^\w*$/],
  [/^LESS$/, /^-?[FRXSiNMqQ]*$/],
  [/^TMPDIR$/, /^(?:\/var)?\/tmp(?:\/tmp\.new)?\/?$/],
  [/^IFS$/, /^[\s,:;|=]*$/],
  [/^DOCKER_BUILDKIT$/, /^[01]$/],
  [
    /^NODE_OPTIONS$/,
    /^(?:(?:--max[-_]old[-_]space[-_]size=\d+|--no-warnings|--no-deprecation|--enable-source-maps|--trace-\w+|--experimental-(?:vm-modules|strip-types)|--openssl-legacy-provider|--expose-gc|--unhandled-rejections=\w+|--stack-trace-limit=\d+|--max-http-header-size=\d+)(?: |$))*$/,
  ],
  ...ORDINARY_BUILDS,
  // Names of stages: a shell that finds no such file reads none.
  [/^ENV$/, /^(?:dev|development|test|testing|qa|ci|local|stage|staging|preview|prod|production)$/],
  [/^AWS_(?:DEFAULT_)?(?:PROFILE|REGION)$/, /^[\w-]*$/],
];

/** What setting a variable can do: `deciding`, `harmless`, or `ordinary` where nobody knows who reads it. */
export function variableKind(name: string, value: string | null): 'deciding' | 'harmless' | 'ordinary' {
  if (value !== null && OFF.some(([names, values]) => names.test(name) && values.test(value))) return 'harmless';
  if (HARMLESS.test(name)) return 'harmless';
  return DECIDING.test(name) ? 'deciding' : 'ordinary';
}
