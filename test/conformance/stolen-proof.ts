import type {ShellName, TestTerminal} from './test-terminal.ts';

/** What somebody has who looks into the shell's memory, as a debugger would; here the shell is simply asked. */
export interface StolenProof {
  readonly nonce: string;
  /** Proof of the next command's marks: `cotty=NONCE.N`. */
  readonly next: string;
}

/** Has the shell at the prompt write its nonce into a file. It is in no log, so there is no other way to it. */
export async function stealProof(terminal: TestTerminal, shell: ShellName): Promise<StolenProof> {
  const tells = shell === 'fish' ? fishTells : shellTells;
  const {exit_code} = await terminal.run(`${tells} >'${terminal.file('stolen')}'`);
  const [nonce = '', cycle] = terminal.read('stolen').split(' ');
  if (exit_code !== 0 || !/^[\w-]{24}$/.test(nonce)) throw new Error(`The shell says ${nonce} and ${exit_code}.`);
  return {nonce, next: `cotty=${nonce}.${Number(cycle) + 1}`};
}

const shellTells = `printf '%s %s' "$__cotty_nonce" "$__cotty_n"`;
const fishTells = [
  String.raw`printf '%s %s' (functions __cotty_emit | string replace -rf '.*set -l __cotty_nonce (\S+)' '$1')`,
  '$__cotty_n',
].join(' ');

/** A shell function, for the file the shell reads, that prints what comes through a gate line by line: the shell itself says it. */
export function sayingFromGate(shell: ShellName): string {
  return shell === 'fish'
    ? 'function say; while read -l line; printf $line; end <~/gate; end\n'
    : 'say() { while IFS= read -r line; do printf "$line"; done <~/gate; }\n';
}
