/**
 * Vitest's global setup: the environment of the test run is its own, whoever runs it. HOME and the folder for temporary
 * files are new, the login shell is bash, and no variable of the account is handed on but those named here. So no test
 * reads or writes the files of whoever runs it, runs do not meet, what a failed test leaves behind goes away with the
 * rest, and an account whose shell is `/bin/sh`, whose `umask` is strict or who works inside of tmux gets the same results.
 */
import {accessSync, constants, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync} from 'node:fs';
import {tmpdir, userInfo} from 'node:os';
import {delimiter, join, resolve} from 'node:path';

/** What tests, Node.js and vitest may take from outside: no shell, program or library under test acts on any of these. */
const handedOn = /^(PATH|CI|TZ|FORCE_COLOR|NO_COLOR|NODE_.*|VITEST.*|COTTY_TEST_.*)$/;

export function setup(): () => void {
  // Short, as paths of sockets below it may have about 100 bytes.
  const place = mkdtempSync(join(realpathSync(tmpdir()), 'cotty-'));
  const home = join(place, 'home');
  const temporary = join(place, 'tmp');
  for (const folder of [home, temporary]) mkdirSync(folder);
  // A first zsh asks what to write into it, and a first fish reads every man page of the machine in the background.
  writeFileSync(join(home, '.zshrc'), '');
  for (const kept of ['.local/share', '.cache'])
    mkdirSync(join(home, kept, 'fish/generated_completions'), {recursive: true});
  const programs = join(place, 'bin');
  mkdirSync(programs);
  // Another fish than the machine's: the tests run by hand on what a machine cannot install.
  const fish = process.env['COTTY_TEST_FISH'];
  if (fish !== undefined) {
    // Without it the machine's own would be found, and be said to be the other.
    accessSync(fish, constants.X_OK);
    symlinkSync(resolve(fish), join(programs, 'fish'));
  }
  for (const name of Object.keys(process.env)) if (!handedOn.test(name)) delete process.env[name];
  const {username} = userInfo();
  Object.assign(process.env, {
    HOME: home,
    TMPDIR: temporary,
    PATH: searchPath(programs),
    SHELL: '/bin/bash',
    USER: username,
    LOGNAME: username,
    LANG: process.platform === 'linux' ? 'C.UTF-8' : 'en_US.UTF-8',
    TERM: 'dumb',
    // Of the same code, every process of the run loads what the first has compiled.
    NODE_COMPILE_CACHE: join(place, 'compiled'),
  });
  process.umask(0o022);
  return () => remove(place);
}

/** What a program that is just ending writes into its home meanwhile is no fault of the tests, so it fails no run: it is told. */
function remove(place: string): void {
  try {
    rmSync(place, {recursive: true, force: true, maxRetries: 20});
  } catch (error) {
    console.warn(`own-environment: ${place} could not be removed: ${String(error)}`);
  }
}

/** The Node.js of this checkout comes first; the folders for administrators are not on everybody's path. */
function searchPath(programs: string): string {
  const ownNode = resolve(import.meta.dirname, '../../node_modules/.bin');
  const folders = [
    programs,
    ownNode,
    ...(process.env['PATH'] ?? '').split(delimiter),
    '/usr/bin',
    '/bin',
    '/usr/sbin',
    '/sbin',
  ];
  return [...new Set(folders)].filter(folder => folder !== '').join(delimiter);
}
