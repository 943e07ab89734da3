import {execFile} from 'node:child_process';
import {lstat, mkdir, mkdtemp, readdir, rm, symlink} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';
import {promisify} from 'node:util';
import type {CheckoutRegistry} from './checkout-registry.ts';
import {TestHome} from './cotty-process.ts';

/** cotty as `npm install --global` brings it, used by somebody whose `node` is that program and whose HOME is new. */
export class InstalledCotty implements AsyncDisposable {
  /** Where npm has installed it. */
  readonly prefix: string;
  readonly env: NodeJS.ProcessEnv;
  /** Runs it, with `~/.cotty` as its home. */
  readonly home: TestHome;
  /** A folder whose programs find it as a library. */
  readonly project: string;
  readonly #place: string;
  readonly #registry: CheckoutRegistry;
  #isInstalled = false;

  /** The registry has to be open as long as this is. */
  static async install(node: string, registry: CheckoutRegistry): Promise<InstalledCotty> {
    const place = await mkdtemp(join(tmpdir(), 'cotty-installed-'));
    for (const folder of ['path', 'home', 'tmp', 'npm', 'project']) await mkdir(join(place, folder));
    await symlink(node, join(place, 'path/node'));
    const env = {
      HOME: join(place, 'home'),
      TMPDIR: join(place, 'tmp'),
      PATH: `${join(place, 'path')}:${process.env['PATH']}`,
      COTTY_HOME: join(place, 'home/.cotty'),
      // What a shell keeps is its own.
      HISTFILE: '/dev/null',
    };
    const prefix = join(place, 'prefix');
    const home = await TestHome.make(env, [join(prefix, 'bin/cotty')]);
    const installed = new InstalledCotty(place, registry, home);
    await installed.#npm('install', '--global', '--prefix', prefix, 'cotty');
    installed.#isInstalled = true;
    await symlink(join(prefix, 'lib/node_modules'), join(installed.project, 'node_modules'));
    return installed;
  }

  private constructor(place: string, registry: CheckoutRegistry, home: TestHome) {
    this.#place = place;
    this.#registry = registry;
    this.prefix = join(place, 'prefix');
    this.project = join(place, 'project');
    this.home = home;
    this.env = home.env;
  }

  /** Stops what runs, then npm removes it. */
  async uninstall(): Promise<void> {
    await this.home.run('server', 'stop', '--sessions');
    await this.#npm('uninstall', '--global', '--prefix', this.prefix, 'cotty');
    this.#isInstalled = false;
  }

  /** Runs a command line as it is given to a shell, where npm installs from the same registry. */
  async shell(line: string): Promise<void> {
    await promisify(execFile)('/bin/sh', ['-c', line], {env: this.#npmEnv, cwd: this.#place});
  }

  /** What is in HOME, and what is left in the folder for temporary files. */
  async leftBehind(): Promise<{home: readonly string[]; temporary: readonly string[]}> {
    return {home: await readdir(join(this.#place, 'home')), temporary: await readdir(join(this.#place, 'tmp'))};
  }

  /** Bytes of all installed files. */
  async sizeBytes(): Promise<number> {
    const names = await readdir(this.prefix, {recursive: true});
    const files = await Promise.all(names.map(name => lstat(join(this.prefix, name))));
    return files.reduce((sum, facts) => sum + (facts.isDirectory() ? 0 : facts.size), 0);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#isInstalled) await this.home[Symbol.asyncDispose]();
    await rm(this.#place, {recursive: true, force: true, maxRetries: 5});
  }

  async #npm(...words: readonly string[]): Promise<void> {
    await promisify(execFile)('npm', words, {env: this.#npmEnv, cwd: this.#place});
  }

  get #npmEnv(): NodeJS.ProcessEnv {
    return {...this.env, ...this.#registry.env, TMPDIR: join(this.#place, 'npm')};
  }
}
