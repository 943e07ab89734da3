/**
 * What tmux keeps for cotty with a pane of cotty's, so that a later server of cotty's knows it again: in an option of the pane, which ends
 * with it and is on no disk. Whoever may use the tmux server can read it, as they can read what the pane prints.
 */
import {constants} from 'node:os';
import {isCottyError} from '../../core/index.ts';
import type {Exit} from '../application/application-facts.ts';
import {memoryText, type TerminalMemory} from '../recording/terminal-memory.ts';
import {crashesByKeptPanes} from './kept-panes.ts';
import type {CommandRunner} from './run-commands.ts';
import {isBefore32} from './tmux-version.ts';

/** Of all that ask for a pane at once one gets it, also of different servers of cotty's: false for the others. Errors: those of `run`. */
export async function claimPane(server: CommandRunner, pane: string, memory: TerminalMemory): Promise<boolean> {
  try {
    await server.run('set-option', '-p', '-o', '-t', pane, '@cotty', memoryText(memory));
    return true;
  } catch (error) {
    if (isCottyError(error, 'not_supported') && /already set/.test(error.message)) return false;
    throw error;
  }
}

export async function keepPaneMemory(server: CommandRunner, pane: string, memory: TerminalMemory): Promise<void> {
  await server.run('set-option', '-p', '-t', pane, '@cotty', memoryText(memory));
}

export async function dropPaneMemory(server: CommandRunner, pane: string): Promise<void> {
  await server.run('set-option', '-p', '-u', '-t', pane, '@cotty');
}

/**
 * Has tmux remember how the pane's program ends: a pane that ends at once takes that with it. One that has its window to itself is left for
 * us to remove, since clients are not told what a program prints right before its end. tmux 3.2 cannot be asked for that: there nobody
 * knows how the program ends. Older ones have no hooks for one pane alone: there every pane is left for us.
 */
export async function keepExit(server: CommandRunner, pane: string): Promise<void> {
  const [version = ''] = await server.run('display-message', '-p', '#{version}');
  if (crashesByKeptPanes(version)) return;
  const dead = `set-option -s -F -t ${pane} ${exitOption(pane)} "#{pane_dead_status}/#{pane_dead_signal}"`;
  const isAlone = '#{==:#{window_panes},1}';
  const remove = `if-shell -F -t ${pane} "${isAlone}" "rename-window -t ${pane} ${ENDED_NAME}" "kill-pane -t ${pane}"`;
  const hooks = isBefore32(version) ? [] : [dead, remove];
  await Promise.all([
    server.run('set-option', '-p', '-t', pane, 'remain-on-exit', 'on'),
    ...hooks.map((hook, at) => server.run('set-hook', '-p', '-t', pane, `pane-died[${at}]`, hook)),
    // Since tmux 3.3 it says so in the pane itself.
    server.run('set-option', '-p', '-q', '-t', pane, 'remain-on-exit-format', '').catch(() => undefined),
  ]);
}

export async function forgetExit(server: CommandRunner, pane: string): Promise<void> {
  await server.run('set-option', '-p', '-u', '-t', pane, 'remain-on-exit');
  await server.run('set-option', '-p', '-q', '-u', '-t', pane, 'remain-on-exit-format').catch(() => undefined);
  await server.run('set-hook', '-p', '-u', '-t', pane, 'pane-died').catch(() => undefined);
}

/** How the program of a pane has ended, told once; null when tmux does not know, or not yet. */
export async function takeExit(server: CommandRunner, pane: string): Promise<Exit | null> {
  const option = exitOption(pane);
  const [told] = await server.run('show-options', '-s', '-q', '-v', option).catch(() => []);
  if (told === undefined || told === '') return null;
  await server.run('set-option', '-s', '-u', option).catch(() => undefined);
  return readExit(told);
}

/** `STATUS/SIGNAL`, of which one is there. The signal is a name without SIG, or a number. */
export function readExit(told: string): Exit | null {
  const [status = '', signal = ''] = told.split('/');
  if (status !== '') return {exitStatus: Number(status), signal: null};
  return signal === '' ? null : {exitStatus: null, signal: signalName(signal)};
}

function signalName(told: string): string {
  if (!/^\d+$/.test(told)) return told.startsWith('SIG') ? told : `SIG${told}`;
  const [name] = Object.entries(constants.signals).find(([, value]) => value === Number(told)) ?? [];
  return name ?? `SIG${told}`;
}

/** The name of a window whose last pane waits to be removed. */
export const ENDED_NAME = 'cotty-ended';

function exitOption(pane: string): string {
  return `@cotty-exit-${pane.slice(1)}`;
}
