/**
 * What Node's permission model leaves open is shut here: the network (open before Node 25), and every built-in module that
 * starts processes or threads, evaluates code or debugs. The permission flags themselves come from the host; without them
 * the runner does not start. A seat belt for code that ships with cotty, as Node's documentation says of its own part.
 */
import * as nodeModule from 'node:module';

const SHUT = new Set([
  'child_process',
  'cluster',
  'dgram',
  'dns',
  'http',
  'http2',
  'https',
  'inspector',
  'net',
  'repl',
  'tls',
  'vm',
  'wasi',
  'worker_threads',
]);

let isDown = false;

/** Idempotent. Throws when this process was started with more rights than a runner may have. */
export function lockDown(): void {
  if (isDown) return;
  isDown = true;
  const granted = ['child', 'worker', 'addons', 'wasi'].filter(scope => process.permission?.has(scope));
  if (!process.permission || granted.length > 0)
    throw new Error(`The runner was started without Node's permission model, or with ${granted.join(', ')}.`);
  for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);
  const getBuiltin = process.getBuiltinModule;
  process.getBuiltinModule = (name: string) => {
    refuse(name);
    return getBuiltin(name);
  };
  // Older ones have the permission model and what the module graph test proves.
  if (hasHooks(nodeModule))
    nodeModule.registerHooks({
      resolve(specifier, context, next) {
        refuse(specifier);
        return next(specifier, context);
      },
    });
}

/** Since Node 22.15. */
interface Hooks {
  registerHooks(hooks: {resolve(specifier: string, context: unknown, next: ResolveNext): unknown}): unknown;
}

type ResolveNext = (specifier: string, context: unknown) => unknown;

function hasHooks(module: object): module is Hooks {
  return 'registerHooks' in module;
}

function refuse(specifier: string): void {
  const name = specifier.replace(/^node:/, '').split('/')[0] ?? '';
  if (SHUT.has(name)) throw new Error(`The pseudo-terminal has no module "${specifier}".`);
}
