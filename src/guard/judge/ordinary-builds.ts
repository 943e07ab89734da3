/** Values of variables that builds obey, with which they do no more than without them: those that people give them. */
export const ORDINARY_BUILDS: readonly (readonly [RegExp, RegExp])[] = [
  // A compiler by its name alone is the system's.
  [
    /^(?:CC|CXX|CPP|LD|AR|AS)$/,
    /^(?:s?ccache )?(?:[a-z0-9_]+-){0,4}(?:gcc|g\+\+|cc|c\+\+|clang|clang\+\+|clang-cl|cpp|icc|icx|tcc|ld|lld|ld\.lld|gold|mold|ar|as)(?:-\d+(?:\.\d+)?)?(?: -(?:m(?:32|64)|std=[\w+]+|O[0-3s]|E|g))*$/,
  ],
  // No plugin, no specs, no folder of programs, nothing for the linker or another tool.
  [
    /^(?:C|CXX|CPP|LD)FLAGS$/,
    /^(?:-(?:O(?:[0-3sgz]|fast)?|g(?:gdb|dwarf)?[\d-]*|W(?![a-z],)[\w=+-]*|std=[\w+]+|f(?!(?:pass-)?plugin|use-ld=.*\/)[\w-]+(?:=[\w,-]+)?|m[\w.-]+(?:=[\w.+-]+)?|[DU]\w+(?:=[\w."'-]*)?|[IL] ?(?:\/(?:usr|opt)\/)?(?!\S*\.\.\/)\w[\w./-]*|l[\w+.-]+|pthread|pipe|static|shared|s|w)(?: +|$))*$/,
  ],
  [
    /^RUST(?:DOC)?FLAGS$/,
    /^(?:(?:-C ?(?:target-cpu|opt-level|debuginfo|lto|codegen-units|target-feature|instrument-coverage|debug-assertions|overflow-checks|panic|strip)(?:=[\w+,.-]+)?|-[AWDF] ?[\w:-]+|--cfg[ =]\w+|--cap-lints[ =]\w+)(?: +|$))*$/,
  ],
  [/^RUSTC_WRAPPER$/, /^(?:sccache|cachepot)?$/],
  [/^RUSTUP_TOOLCHAIN$/, /^(?:stable|beta|nightly|\d+\.\d+(?:\.\d+)?)(?:-[\w-]+)?$/],
  [/^CARGO_(?:TARGET_DIR|BUILD_TARGET_DIR)$/, /^(?!.*\.\.(?:\/|$))\w[\w./-]*$/],
  [/^CARGO_(?:BUILD_JOBS|NET_\w+|PROFILE_\w+|HTTP_MULTIPLEXING)$/, /^[\w-]*$/],
  [/^(?:MAKEFLAGS|MFLAGS)$/, /^-{0,2}(?:[ksw]*|[ksw]*j ?\d*|jobs=\d+|no-print-directory)$/],
  [
    /^GOFLAGS$/,
    /^(?:-(?:mod=(?:mod|vendor|readonly)|v|race|trimpath|count=\d+|tags=[\w,]+|buildvcs=(?:false|true|auto)|p=\d+)(?: +|$))*$/,
  ],
  [
    /^CMAKE_(?:BUILD_TYPE|BUILD_PARALLEL_LEVEL|EXPORT_COMPILE_COMMANDS|GENERATOR|COLOR_DIAGNOSTICS|CONFIG_TYPE)$/,
    /^[\w -]*$/,
  ],
  [
    /^(?:MAVEN_OPTS|SBT_OPTS|ANT_OPTS|GRADLE_OPTS|JAVA_TOOL_OPTIONS|_JAVA_OPTIONS|JDK_JAVA_OPTIONS)$/,
    /^(?:(?:-Xm[sxn]\d+[kmgKMG]?|-Xss\d+[kmKM]?|-XX:\+Use\w+GC|-XX:Max(?:Metaspace|Perm)Size=\d+\w?|-XX:MaxRAMPercentage=[\d.]+|-Dfile\.encoding=[\w-]+|-Djava\.awt\.headless=\w+|-Dorg\.gradle\.(?:daemon|parallel|jvmargs)=[\w-]+|-ea)(?: +|$))*$/,
  ],
  [/^PYTHONWARNINGS$/, /^(?:ignore|default|error|always|module|once)(?:::\w*)?$/],
  [/^PYTHON(?:FAULTHANDLER|ASYNCIODEBUG|DEVMODE|NOUSERSITE|SAFEPATH|TRACEMALLOC|OPTIMIZE|UTF8|VERBOSE)$/, /^\d*$/],
  [/^RUBYOPT$/, /^(?:-(?:W\d?|W:no-\w+|w) ?)*$/],
  [/^COMPOSE_(?:PROJECT_NAME|PROFILES|PARALLEL_LIMIT|ANSI|PROGRESS|HTTP_TIMEOUT|IGNORE_ORPHANS)$/, /^[\w,-]*$/],
  [/^DOCKER_DEFAULT_PLATFORM$/, /^[\w/]*$/],
  [/^TF_(?:LOG|INPUT|IN_AUTOMATION|WORKSPACE|VAR_\w+)$/, /^[\w.:-]*$/],
  [/^GIT_(?:TRACE(?:_\w+)?|CURL_VERBOSE|LFS_SKIP_SMUDGE|LFS_\w*PROGRESS)$/, /^(?:[012]|true|false|)$/],
  [/^ANSIBLE_(?:NOCOWS|FORCE_COLOR|NOCOLOR|STDOUT_CALLBACK)$/, /^[a-z\d]*$/i],
  [/^YARN_ENABLE_(?:IMMUTABLE_INSTALLS|PROGRESS_BARS|TELEMETRY|COLORS|GLOBAL_CACHE)$/, /^(?:true|false|[01])$/],
  [/^UV_(?:PYTHON|NO_CACHE|NO_PROGRESS|FROZEN|LOCKED|OFFLINE|LINK_MODE|COMPILE_BYTECODE)$/, /^[\w.]*$/],
  [/^DISPLAY$/, /^:\d+(?:\.\d+)?$/],
];
