import {defineBuiltin} from '../command.ts';
import {readInput} from './read-text.ts';

const NAMES = {sha256: 'SHA-256', sha1: 'SHA-1', sha384: 'SHA-384', sha512: 'SHA-512'} as const;

export const hash = defineBuiltin({
  name: 'hash',
  summary: 'checksum of files or of stdin',
  positionals: {path: {type: 'path', variadic: true, about: 'files; stdin when there is none'}},
  flags: {
    algorithm: {type: 'choice', choices: ['sha256', 'sha1', 'sha384', 'sha512'], default: 'sha256', about: 'which one'},
    check: {type: 'string', value: 'HEX', about: 'fail unless the checksum is this one'},
  },
  examples: ['hash report.pdf', 'hash report.pdf --algorithm sha512'],
  readsStdin: true,
  capabilities: ['read'],
  async run({flags, positionals, stdin, files}) {
    const {algorithm} = flags;
    const paths = positionals.path.length > 0 ? positionals.path : ['-'];
    const hashes: {path: string; hash: string; bytes: number}[] = [];
    for (const path of paths) {
      const bytes = await readInput({path, stdin, files});
      // A copy: SubtleCrypto does not take views of shared memory.
      const digest = await crypto.subtle.digest(NAMES[algorithm], new Uint8Array(bytes));
      hashes.push({path, bytes: bytes.length, hash: toHex(digest)});
    }
    const stdout = hashes.map(entry => `${entry.hash}  ${entry.path}\n`).join('');
    const wanted = flags.check?.toLowerCase();
    const isMatch = wanted === undefined || hashes.every(entry => entry.hash === wanted);
    return {
      exitCode: isMatch ? 0 : 1,
      stdout,
      stderr: isMatch ? '' : `The checksum is not ${wanted}.\n`,
      result: {algorithm, hashes, ...(wanted !== undefined && {match: isMatch})},
    };
  },
});

function toHex(digest: ArrayBuffer): string {
  return Array.from(new Uint8Array(digest), byte => byte.toString(16).padStart(2, '0')).join('');
}
