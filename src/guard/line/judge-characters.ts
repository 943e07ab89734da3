import {revealInvisible} from '../../core/index.ts';
import type {Findings} from '../findings.ts';

/** Says what a line has in it that no person sees, or sees as something else. */
export function judgeCharacters(line: string, findings: Findings): void {
  const control = /[\0-\x08\x0b-\x1f\x7f-\x9f]/.exec(line);
  if (control)
    findings.add(
      'DANGEROUS',
      'floor.control',
      'It holds control characters, which act on the terminal.',
      {start: control.index, end: control.index + 1},
      {isFloor: true},
    );
  const printable = line.replace(/[\0-\x08\x0b-\x1f\x7f-\x9f]/g, ' ');
  if (revealInvisible(printable).hidden > 0) {
    const found =
      /[\p{Default_Ignorable_Code_Point}\u2028\u2029\ufff9-\ufffb\p{Noncharacter_Code_Point}\p{Surrogate}]/u.exec(line);
    const start = found?.index ?? 0;
    findings.add('DANGEROUS', 'line.invisible', 'It holds characters that nobody sees.', {start, end: start + 1});
  }
  const look = LOOKALIKE.exec(line) ?? MIXED.exec(line);
  if (look)
    findings.add('DANGEROUS', 'line.lookalike', 'It holds characters that look like others.', {
      start: look.index,
      end: look.index + 1,
    });
}

/** Within one word, letters of two alphabets of which one looks like the other. */
const MIXED =
  /[a-z](?=\p{Script=Cyrillic}|[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf])|(?:\p{Script=Cyrillic}|[\u0391\u0392\u0395-\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bf])(?=[a-z])/iu;

/** Spaces that are none to a shell, and full-width or mathematical forms of signs that shells know. */
const LOOKALIKE =
  /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u2215\u2216\u2044\u29f8\u29f5\u2024\uff04\uff06\uff07\uff08\uff09\uff0f\uff1b\uff1c\uff1e\uff3c\uff40\uff5c\u037e\u01c0\u2223]|\p{Script=Braille}{4,}|[\u{1d400}-\u{1d7ff}]/u;
