import type {Findings} from '../findings.ts';

/**
 * An interactive shell puts earlier lines in place of `!!`, `!word` and `^a^b` before it reads the line. Single quotes and backslashes
 * prevent it, double quotes do not.
 */
export function judgeHistory(line: string, findings: Findings): void {
  const open = line.replace(/\\[\s\S]|'[^']*'/g, quoted => ' '.repeat(quoted.length));
  const found = /(?<![$[{])!(?:[!$^*\-\w?#:%&]|\((?=[^)]*$))(?!=)/.exec(withoutApostrophes(line, open));
  const start = found?.index ?? -1;
  if (found)
    findings.add('DANGEROUS', 'history.expansion', 'The shell puts an earlier line in here.', {
      start,
      end: start + found[0].length,
    });
  if (/^\s*\^/.test(line))
    findings.add('DANGEROUS', 'history.expansion', 'The shell runs the last line again, changed.', {start: 0, end: 1});
}

/** An apostrophe between double quotes quotes nothing: then the whole line counts. */
function withoutApostrophes(line: string, open: string): string {
  return /"[^"]*'[^"]*"/.test(line) ? line.replace(/\\[\s\S]/g, '  ') : open;
}
