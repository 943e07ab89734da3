/**
 * An npm registry on the loopback that has this checkout as it would be published, and the packages of its `node_modules`:
 * npm installs cotty from it as from any other, without a network, and nothing that is not there.
 */
import {execFile} from 'node:child_process';
import {createHash} from 'node:crypto';
import {mkdtemp, readFile, rm, symlink} from 'node:fs/promises';
import {createServer, type Server, type ServerResponse} from 'node:http';
import type {AddressInfo} from 'node:net';
import {tmpdir} from 'node:os';
import {join, resolve} from 'node:path';
import {promisify} from 'node:util';

const checkout = resolve(import.meta.dirname, '../..');

export class CheckoutRegistry implements AsyncDisposable {
  readonly #server: Server;
  readonly #folder: string;
  /** Paths of tarballs by package name; each is packed once. */
  readonly #tarballs = new Map<string, Promise<string>>();

  static async open(): Promise<CheckoutRegistry> {
    const folder = await mkdtemp(join(tmpdir(), 'cotty-registry-'));
    const registry = new CheckoutRegistry(folder);
    await new Promise<void>(listening => registry.#server.listen(0, '127.0.0.1', listening));
    return registry;
  }

  private constructor(folder: string) {
    this.#folder = folder;
    this.#server = createServer((request, response) => {
      this.#answer(decodeURIComponent(request.url ?? '/'), response).catch(() => response.writeHead(404).end('{}'));
    });
  }

  /** What npm must have in its environment to install from here. */
  get env(): NodeJS.ProcessEnv {
    return {
      npm_config_registry: this.#url,
      npm_config_cache: join(this.#folder, 'cache'),
      npm_config_audit: 'false',
      npm_config_fund: 'false',
      npm_config_update_notifier: 'false',
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise(closed => this.#server.close(closed));
    await rm(this.#folder, {recursive: true, force: true});
  }

  get #url(): string {
    const address = this.#server.address();
    return `http://127.0.0.1:${isInternet(address) ? address.port : 0}/`;
  }

  /** `/NAME` is the description of a package, `/-/NAME.tgz` the package. */
  async #answer(path: string, response: ServerResponse): Promise<void> {
    const tarball = /^\/-\/(.+)\.tgz$/.exec(path)?.[1];
    if (tarball !== undefined) {
      response.end(await readFile(await this.#pack(tarball)));
      return;
    }
    const name = path.slice(1);
    const manifest = JSON.parse(await readFile(join(folderOf(name), 'package.json'), 'utf8'));
    const integrity = `sha512-${createHash('sha512')
      .update(await readFile(await this.#pack(name)))
      .digest('base64')}`;
    const dist = {tarball: `${this.#url}-/${name}.tgz`, integrity};
    response.end(
      JSON.stringify({
        name,
        'dist-tags': {latest: manifest.version},
        versions: {[manifest.version]: {...manifest, dist}},
      }),
    );
  }

  #pack(name: string): Promise<string> {
    const packed = this.#tarballs.get(name) ?? pack(name, this.#folder);
    this.#tarballs.set(name, packed);
    return packed;
  }
}

function folderOf(name: string): string {
  return name === 'cotty' ? checkout : join(checkout, 'node_modules', name);
}

function pack(name: string, into: string): Promise<string> {
  return name === 'cotty' ? packCheckout(into) : packAgain(name, into);
}

async function packCheckout(into: string): Promise<string> {
  const options = ['--ignore-scripts', '--json', '--loglevel=error', '--pack-destination', into];
  // Elsewhere than in the checkout, npm takes no configuration from it.
  const {stdout} = await promisify(execFile)('npm', ['pack', checkout, ...options], {cwd: into});
  const [{filename}]: [{filename: string}] = JSON.parse(stdout);
  return join(into, filename);
}

/** What npm has unpacked from such a file: of that it would choose the same again, which takes it a second. It is not packed tightly. */
async function packAgain(name: string, into: string): Promise<string> {
  const place = await mkdtemp(join(into, 'packing-'));
  await symlink(folderOf(name), join(place, 'package'));
  const tarball = join(place, 'package.tgz');
  await promisify(execFile)('tar', ['-chf', tarball, '--exclude=node_modules', 'package'], {cwd: place});
  return tarball;
}

function isInternet(address: string | AddressInfo | null): address is AddressInfo {
  return typeof address === 'object' && address !== null;
}
