/**
 * A sandbox as a profile for macOS's `sandbox-exec`, in the language that the profiles of the system itself are written in
 * (/System/Library/Sandbox/Profiles; sandbox-exec(1)). Of several rules that fit, the last one holds.
 */
import {dirname, join} from 'node:path';
import type {SandboxView} from './sandbox-view.ts';

export interface SeatbeltPlaces {
  /** A folder of the session's own for temporary files. */
  readonly temporary: string;
  /** Of the project, what is read and not written, whether it is there or not. */
  readonly readOnly: readonly string[];
}

export function seatbeltProfile(view: SandboxView, {temporary, readOnly}: SeatbeltPlaces): string {
  const {network, project, writable, hidden, cottyHome, integration, homes} = view;
  const {folder, script} = integration;
  const git = join(project, '.git');
  const rules = [
    '(version 1)',
    '(allow default)',
    // Nothing outside is signalled, looked into or asked to do something.
    '(deny signal)',
    '(allow signal (target same-sandbox))',
    '(deny process-info* (target others))',
    '(allow process-info* (target same-sandbox))',
    '(deny mach-priv-task-port)',
    '(deny appleevent-send)',
    '(deny lsopen)',
    `(deny mach-lookup ${SERVICES.map(name => `(global-name ${quoted(name)})`).join(' ')})`,
    '(deny file-write*)',
    `(allow file-write* ${subpaths([project, ...writable, temporary])})`,
    `(allow file-write* ${DEVICES.map(path => `(literal ${quoted(path)})`).join(' ')} (regex #"^/dev/ttys[0-9]+$"))`,
    `(deny file-write* ${subpaths(readOnly)})`,
    // What is protected is not moved away together with the folder it lies in.
    `(deny file-write-unlink (literal ${quoted(git)}) (literal ${quoted(project)}))`,
    `(deny file-read* file-write* ${subpaths([...hidden, cottyHome])})`,
    // The doors of programs outside are sockets, and connecting to one is no writing.
    ...(network
      ? [`(deny network-outbound (remote unix-socket))`, `(allow network-outbound (literal ${quoted(RESOLVER)}))`]
      : ['(deny network*)']),
    `(allow network* (remote unix-socket ${subpaths([project, temporary])}))`,
    // Where cotty's own files are, a shell has to pass by to get to the one folder of them that is its session's.
    `(allow file-read-metadata ${foldersAbove(folder, homes)})`,
    `(allow file-read* file-write* ${subpaths([folder, temporary])})`,
    ...(script === undefined ? [] : [`(allow file-read* (literal ${quoted(script)}))`]),
  ];
  return `${rules.join('\n')}\n`;
}

/** They start programs outside, or hold secrets: LaunchServices, launchd's domains, the keychain, the clipboard. */
const SERVICES = [
  'com.apple.coreservices.launchservicesd',
  'com.apple.coreservices.appleevents',
  'com.apple.lsd.open',
  'com.apple.SecurityServer',
  'com.apple.securityd.xpc',
  'com.apple.secd',
  'com.apple.pasteboard.1',
];
const DEVICES = ['/dev/null', '/dev/zero', '/dev/tty', '/dev/ptmx', '/dev/dtracehelper'];
const RESOLVER = '/private/var/run/mDNSResponder';

function subpaths(places: readonly string[]): string {
  return places.map(place => `(subpath ${quoted(place)})`).join(' ');
}

function foldersAbove(folder: string, homes: readonly string[]): string {
  const above: string[] = [...homes];
  for (let at = dirname(folder); at !== dirname(at); at = dirname(at)) above.push(at);
  return above.map(place => `(literal ${quoted(place)})`).join(' ');
}

function quoted(path: string): string {
  return `"${path.replace(/["\\]/g, '\\$&')}"`;
}
