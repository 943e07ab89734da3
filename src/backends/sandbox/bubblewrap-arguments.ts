/**
 * A sandbox as arguments of bubblewrap, in the order in which it mounts. https://github.com/containers/bubblewrap (bwrap(1))
 *
 * `--new-session` is left out on purpose: it would take job control away. The terminal belongs to the sandbox alone, so what a
 * program pushes into its input (TIOCSTI) reaches nobody but that sandbox's shell.
 */
import {lstatSync} from 'node:fs';
import {isWithin, realPath} from './hidden-places.ts';
import {mirroredHome} from './mirrored-home.ts';
import type {ProtectedPlaces} from './protected-places.ts';
import type {SandboxView} from './sandbox-view.ts';

/** What stands before the program and its own arguments, without the name of bubblewrap. */
export function bubblewrapArguments(
  view: SandboxView,
  {readOnly, anchored}: Pick<ProtectedPlaces, 'readOnly' | 'anchored'>,
): readonly string[] {
  const {network, cwd, project, writable, cottyHome, integration} = view;
  return [
    // Root needs no user namespace, and may be on a machine without.
    ...['--unshare-user-try', '--unshare-pid', '--unshare-ipc', '--unshare-uts', '--unshare-cgroup-try'],
    ...(network ? [] : ['--unshare-net']),
    ...['--cap-drop', 'ALL', '--die-with-parent'],
    ...['--ro-bind', '/', '/', '--dev', '/dev', '--proc', '/proc'],
    ...KERNEL_SETTINGS.flatMap(path => ['--ro-bind-try', path, path]),
    ...privateFolders(),
    ...(network ? resolverFile() : []),
    ...homesOfOthers(view),
    ...view.homes.flatMap(home => mirroredHome(home, [...view.hidden, cottyHome])),
    ...view.hidden.flatMap(place => (view.homes.some(home => isWithin(place, home)) ? [] : nothingAt(place))),
    ...(view.homes.some(home => isWithin(cottyHome, home)) ? [] : nothingAt(cottyHome)),
    ...[project, ...writable].flatMap(folder => ['--bind', folder, folder]),
    ...view.hidden.filter(place => isWithin(place, project)).flatMap(nothingAt),
    ...anchored.flatMap(folder => ['--bind', folder, folder]),
    ...readOnly.flatMap(path => ['--ro-bind', path, path]),
    ...['--bind', integration.folder, integration.folder],
    ...(integration.script === undefined ? [] : ['--ro-bind', integration.script, integration.script]),
    ...['--chdir', cwd],
  ];
}

/**
 * Root writes them by being their owner, without any capability, and they hold for the whole machine: the kernel starts what `core_pattern` and
 * `modprobe` name, outside. bubblewrap itself covers only those that access(2) calls writable, and of `sys` that calls the folder alone (`SETUP_MOUNT_PROC`).
 */
const KERNEL_SETTINGS = [
  'sys',
  'sysrq-trigger',
  'irq',
  'bus',
  'acpi',
  'fs',
  'scsi',
  'mtrr',
  'driver',
  'dynamic_debug',
].map(name => `/proc/${name}`);

/** The doors of programs outside are sockets, and most of them lie in one of these. */
const PRIVATE = ['/tmp', '/var/tmp', '/run', '/var/run'];
/** Programs of NixOS are found through it. */
const KEPT_OF_RUN = ['/run/current-system', '/run/opengl-driver'];

function privateFolders(): readonly string[] {
  const folders = PRIVATE.filter(path => lstatSync(path, {throwIfNoEntry: false})?.isDirectory());
  return [...folders.flatMap(path => ['--tmpfs', path]), ...KEPT_OF_RUN.flatMap(path => ['--ro-bind-try', path, path])];
}

/** Where names are looked up is often said in a file below /run. */
function resolverFile(): readonly string[] {
  const file = realPath('/etc/resolv.conf');
  return file?.startsWith('/run/') ? ['--ro-bind-try', file, file] : [];
}

/** Empty, but for the way to our own. */
function homesOfOthers({homes}: SandboxView): readonly string[] {
  const parents = ['/home', '/root'].filter(path => lstatSync(path, {throwIfNoEntry: false})?.isDirectory());
  return parents.filter(parent => !homes.includes(parent)).flatMap(parent => ['--tmpfs', parent]);
}

/** Something empty in place of what is there; no arguments where nothing is. */
function nothingAt(path: string): readonly string[] {
  const facts = lstatSync(path, {throwIfNoEntry: false});
  if (!facts) return [];
  return facts.isDirectory() ? ['--tmpfs', path] : ['--ro-bind', '/dev/null', path];
}
