/** What `dist/` is made of: two bundles of the same sources, and the page of `web/`. */
import {readFileSync} from 'node:fs';
import {basename, dirname, join, relative, resolve, sep} from 'node:path';
import {type InputOptions, type OutputOptions, type Plugin, type RolldownBuild, rolldown} from 'rolldown';
import {minifySync} from 'rolldown/utils';

const root = resolve(import.meta.dirname, '..');
const MAIN = 'src/cli/main.ts';

/** Files that start processes or threads, and the library: output name → source. */
export const entries = {
  'server-main': 'src/app/server-main.ts',
  'host-main': 'src/backends/pty/host/main.ts',
  library: 'src/library/index.ts',
  test: 'src/library/tui-test.ts',
  'screen-worker': 'src/screen/worker.ts',
  'picture-worker': 'src/screen/picture/picture-worker.ts',
  'search-worker': 'src/engine/search/search-worker.ts',
  'pseudoterm-runner': 'src/pseudoterm/runner/runner-main.ts',
  'pseudo-terminal': 'src/pseudoterm/browser.ts',
} as const;

/**
 * What the command line loads only now and then, and much of it: output name → source. It is part of the other bundle, so
 * that it shares its chunks.
 */
const apart = {
  'verb-exec': 'src/cli/verbs/exec.ts',
  'verb-shell': 'src/cli/verbs/shell.ts',
  'verb-demo': 'src/cli/verbs/demo.ts',
  'verb-export': 'src/cli/verbs/export.ts',
  'verb-replay': 'src/cli/verbs/replay.ts',
  'verb-check': 'src/cli/verbs/check.ts',
  'verb-doctor': 'src/cli/verbs/doctor.ts',
  'verb-serve': 'src/cli/verbs/serve.ts',
  'verb-iterm2-server': 'src/cli/verbs/iterm2-server.ts',
  'ephemeral-mcp': 'src/app/ephemeral-mcp.ts',
  'pseudo-mcp': 'src/app/pseudo-mcp.ts',
  'host-alone': 'src/app/host-alone.ts',
  backends: 'src/backends/index.ts',
  guard: 'src/guard/index.ts',
  'read-audit': 'src/app/audit/read-audit.ts',
  'effective-policy': 'src/app/effective-policy.ts',
} as const;

/** Files of packages that are read when they are needed, and lie beside the bundle. */
export const assets = [
  'node_modules/pdfjs-dist/wasm/jbig2.wasm',
  'node_modules/pdfjs-dist/wasm/openjpeg.wasm',
  'node_modules/harfbuzzjs/dist/harfbuzz.wasm',
  'node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono.ttf',
  'node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-Bold.ttf',
  'node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-Oblique.ttf',
  'node_modules/dejavu-fonts-ttf/ttf/DejaVuSansMono-BoldOblique.ttf',
];

/** What npm installs beside us (native code, data) stays outside of the bundle; the rest of node_modules goes into it. */
const external = Object.keys(readPackage().dependencies);

function readPackage(): {readonly dependencies: Readonly<Record<string, string>>} {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
}

/** All bundles; to be closed by the caller. What they write goes into one folder. */
export async function openBundles(): Promise<readonly Bundle[]> {
  return [
    {build: await openModules(), output: modulesOutput},
    {build: await openCommandLine(), output: commandLineOutput},
    {build: await openScript({xterm: 'web/src/xterm-global.ts'}), output: {...scriptOutput, name: 'cottyXterm'}},
    {build: await openScript({player: 'web/src/player-main.ts'}), output: scriptOutput},
    {build: await openScript({terminal: 'web/src/main.ts'}), output: pageOutput},
  ];
}

interface Bundle {
  readonly build: RolldownBuild;
  readonly output: OutputOptions;
}

/** ES modules, split so that each process loads only what it needs. */
function openModules(): Promise<RolldownBuild> {
  return rolldown({...common(), input: {...entries, ...apart}, plugins: [locateFromDist(), packTightly()]});
}

/** Who reads the code reads the sources: what stands there in comments is loaded by nobody. Licences stay. */
const comments = {legal: true, annotation: true, jsdoc: false} as const;

const modulesOutput: OutputOptions = {
  format: 'esm',
  minify: false,
  comments,
  sourcemap: false,
  entryFileNames: '[name].js',
  chunkFileNames: '[name]-[hash].js',
};

/**
 * The command line is CommonJS: a file that any Node.js can read and says which one is needed, one that nearly every verb needs,
 * and some that few need. A verb is over in a few milliseconds, of which loading ES modules file by file would take most.
 */
function openCommandLine(): Promise<RolldownBuild> {
  return rolldown({
    ...common(),
    input: {cli: MAIN},
    preserveEntrySignatures: false,
    plugins: [keepApart(), evaluated('src/cli/argv/tool-descriptions.ts'), locateFromDist()],
  });
}

const commandLineFiles = [
  // Finds the compiled code of the others before they are loaded.
  {
    name: 'start',
    test: /\/src\/(?:cli\/start|app\/(?:index|compile-cache|home)|core\/errors|private\/.*)\.ts/,
    priority: 3,
  },
  {name: 'recording', test: /\/src\/log\//, priority: 2},
  {name: 'tools', test: /\/src\/cli\/argv\/tool-/, priority: 2},
  {name: 'toml', test: /\/node_modules\/smol-toml\//, priority: 2},
  {name: 'seldom', test: /\/src\/cli\/verbs\/(?:audit|serve|secret|rename|approvals|answer)\.ts/, priority: 2},
  {name: 'permissions', test: /\/src\/(?:app\/security-permissions|core\/tool-names)\.ts/, priority: 2},
  {name: 'bridge', test: /\/src\/(?:transports\/bridge\/|cli\/verbs\/mcp\.ts)/, priority: 2},
  {name: 'start-server', test: /\/src\/app\/(?:start-server|program-file)\.ts/, priority: 2},
  {name: 'stop-server', test: /\/src\/app\/(?:stop-server|retire-server|server-process)\.ts/, priority: 2},
  {name: 'verbs', test: (id: string) => id !== join(root, MAIN), priority: 1},
];

const commandLineOutput: OutputOptions = {
  format: 'cjs',
  minify: false,
  comments,
  sourcemap: false,
  entryFileNames: '[name].cjs',
  chunkFileNames: 'cli-[name].cjs',
  codeSplitting: {groups: commandLineFiles, includeDependenciesRecursively: false},
};

/** Files of the page that are no scripts: their place in `dist/` → what is joined there. */
export const pageFiles = {
  'web/index.html': ['web/index.html'],
  'web/terminal.css': ['node_modules/@xterm/xterm/css/xterm.css', 'web/src/page.css', 'web/src/timeline.css'],
  'web/player.css': ['node_modules/@xterm/xterm/css/xterm.css', 'web/src/player.css', 'web/src/timeline.css'],
} as const;

/** For browsers. */
function openScript(input: Readonly<Record<string, string>>): Promise<RolldownBuild> {
  return rolldown({cwd: root, input, platform: 'browser'});
}

/** A script that can stand in a page. */
const scriptOutput: OutputOptions = {format: 'iife', minify: true, sourcemap: false, entryFileNames: 'web/[name].js'};

/** A module; what it loads later has a fixed name, by which the server knows it. */
const pageOutput: OutputOptions = {
  format: 'esm',
  minify: true,
  sourcemap: false,
  entryFileNames: 'web/[name].js',
  chunkFileNames: 'web/[name].js',
  // Of the terminal and of the time line, which is loaded when it is asked for.
  codeSplitting: {
    groups: [{name: 'common', test: /\/(?:web\/src\/(?:ask|terminal|xterm|theme|timeline\/dom)|picture\/theme)\.ts/}],
  },
};

function common(): InputOptions {
  return {
    cwd: root,
    external: id => id.startsWith('node:') || external.some(name => id === name || id.startsWith(`${name}/`)),
    platform: 'node',
    // Node.js 22 knows no `using`.
    transform: {target: 'node22.13'},
    // No source does anything by being imported alone: a room's contract pulls in what is used of it and nothing else.
    treeshake: {moduleSideEffects: [{test: /\/src\//, external: false, sideEffects: false}]},
    onLog: (level, log, report) => {
      // Some packages probe for eval or use it in code that we never reach.
      if (level === 'warn' && (log.code === 'EVAL' || log.id?.includes('node_modules'))) return;
      // Said before it is known what of a room is used.
      if (log.code === 'INEFFECTIVE_DYNAMIC_IMPORT') return;
      report(level, log);
    },
  };
}

/** Imports of what stays apart go to the other bundle. */
function keepApart(): Plugin {
  const outputs = new Map(Object.entries(apart).map(([name, source]) => [join(root, source), `./${name}.js`]));
  return {
    name: 'keep-apart',
    resolveId(source, importer, {kind}) {
      if (kind !== 'dynamic-import' || importer === undefined) return null;
      const output = outputs.get(resolve(dirname(importer), source));
      return output === undefined ? null : {id: output, external: true};
    },
  };
}

/** A module that becomes its own value: its exports, which are data, as they are when it is evaluated here. */
function evaluated(source: string): Plugin {
  const file = join(root, source);
  return {
    name: 'evaluated',
    async load(id) {
      if (id !== file) return null;
      const values: Readonly<Record<string, unknown>> = await import(file);
      const lines = Object.entries(values).map(([name, value]) => `export const ${name} = ${JSON.stringify(value)};`);
      return {code: lines.join('\n'), moduleType: 'js'};
    },
  };
}

/** PDF.js is the largest part of the package; without blanks and with short names it is a quarter smaller, and others are a half. */
const packed = [
  'pdfjs-dist',
  '@bufbuild/protobuf',
  'zod',
  'hono',
  '@hono',
  'ajv',
  'unbash',
  're2js',
  'ws',
  '@modelcontextprotocol',
  'htmlparser2',
  'entities',
].map(name => `${sep}node_modules${sep}${name}${sep}`);

function minified(name: string, code: string, {mangle}: {readonly mangle: boolean}): string {
  const {code: small, errors} = minifySync(name, code, {compress: false, mangle, codegen: true});
  if (errors.length > 0) throw new Error(`${name} cannot be packed: ${errors[0]?.message}`);
  return small;
}

function packTightly(): Plugin {
  return {
    name: 'pack-tightly',
    transform(code, id) {
      if (!packed.some(folder => id.includes(folder))) return null;
      return {code: minified(id, code, {mangle: true})};
    },
    // The bundler indents all that it puts together. What holds code of others alone nobody reads there.
    renderChunk(code, {fileName, moduleIds}) {
      const isForeign = moduleIds.every(id => !id.startsWith(join(root, 'src') + sep));
      return isForeign ? {code: minified(fileName, code, {mangle: false})} : null;
    },
  };
}

/**
 * Sources name other files as `new URL('./relative', import.meta.url)`. All chunks lie flat in `dist/`, so such a path
 * is rewritten to what it means from there: an entry's own output, an asset, or the way back to a file of the checkout.
 */
function locateFromDist(): Plugin {
  const outputs = new Map(Object.entries(entries).map(([name, source]) => [join(root, source), `./${name}.js`]));
  for (const asset of assets) outputs.set(join(root, asset), `./${basename(asset)}`);
  return {
    name: 'locate-from-dist',
    transform(code, id) {
      if (!id.startsWith(join(root, 'src') + sep)) return null;
      const pattern = /new URL\(\s*(['"])(\.{1,2}\/[^'"]*)\1,\s*import\.meta\.url,?\s*\)/g;
      const rewritten = code.replace(pattern, (_, quote: string, path: string) => {
        const target = resolve(dirname(id), path);
        const trailing = path.endsWith('/') ? '/' : '';
        const place = outputs.get(target) ?? relative(join(root, 'dist'), target).split(sep).join('/') + trailing;
        return `new URL(${quote}${place}${quote}, import.meta.url)`;
      });
      return rewritten === code ? null : {code: rewritten};
    },
  };
}
