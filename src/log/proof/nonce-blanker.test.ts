import fc from 'fast-check';
import {expect, test} from 'vitest';
import {ControlScanner, NonceBlanker, type ScanHit} from '../index.ts';
import type {ProofSpan} from './nonce-blanker.ts';

const OWN = 'QbK3_xYz-9KqWmN0pRtLcVd7';
const NESTED = 'QaZ1-bYx_0OpLmKnJiHuGyVt';
const STARS = '*'.repeat(24);

/** All that comes out of a stream that is given in these pieces, and where nonces stood. */
function passed(pieces: readonly Uint8Array[], letsGo = false): {text: string; proofs: ProofSpan[]} {
  const blanker = new NonceBlanker([OWN, NESTED]);
  const out: Buffer[] = [];
  const proofs: ProofSpan[] = [];
  const take = (piece: ReturnType<NonceBlanker['push']>) => {
    out.push(Buffer.from(piece.bytes));
    proofs.push(...piece.proofs);
  };
  for (const piece of pieces) {
    take(blanker.push(piece));
    if (letsGo) take(blanker.letGo());
  }
  take(blanker.letGo());
  return {text: Buffer.concat(out).toString('latin1'), proofs};
}

const split = (bytes: Uint8Array, cuts: readonly number[]) => {
  const edges = [0, ...[...cuts].sort((a, b) => a - b), bytes.length];
  return edges.slice(1).map((edge, i) => bytes.subarray(edges[i], edge));
};

test('a nonce becomes asterisks, and where it stood is told, wherever the stream is cut', () => {
  const stream = Buffer.from(`Q${OWN}\x1b]133;D;0;cotty=${OWN}.3\x07 Qb ${NESTED}${NESTED} tail Qa`, 'latin1');
  const whole = passed([stream]);
  expect(whole.text).toBe(`Q${STARS}\x1b]133;D;0;cotty=${STARS}.3\x07 Qb ${STARS}${STARS} tail Qa`);
  expect(whole.proofs.map(({at, shell}) => [at, shell])).toEqual([
    [1, 0],
    [41, 0],
    [72, 1],
    [96, 1],
  ]);
  for (let at = 0; at <= stream.length; at++) expect(passed(split(stream, [at]))).toEqual(whole);
  expect(passed([...stream].map(byte => Uint8Array.of(byte)))).toEqual(whole);
  fc.assert(
    fc.property(fc.array(fc.nat(stream.length), {maxLength: 9}), cuts => {
      expect(passed(split(stream, cuts))).toEqual(whole);
    }),
  );
});

test('what is let go between the pieces shows half of a nonce at most, and the rest is blanked and proves', () => {
  const stream = Buffer.from(`a${OWN}.1`, 'latin1');
  for (let at = 0; at <= stream.length; at++) {
    const {text, proofs} = passed(split(stream, [at]), true);
    expect(proofs).toEqual([{at: 1, length: 24, shell: 0}]);
    expect(text).toMatch(/^a[\w-]{0,11}\*{13,24}\.1$/);
  }
  expect(
    passed(
      [...stream].map(byte => Uint8Array.of(byte)),
      true,
    ).text,
  ).toBe(`a${OWN.slice(0, 11)}${'*'.repeat(13)}.1`);
});

test('the greater part of a nonce is blanked too, and proves nothing', () => {
  const stream = Buffer.from(`<${OWN.slice(0, 12)}> <${OWN.slice(0, 23)}> <${OWN.slice(0, 11)}>`, 'latin1');
  const expected = {text: `<${'*'.repeat(12)}> <${'*'.repeat(23)}> <${OWN.slice(0, 11)}>`, proofs: []};
  expect(passed([stream])).toEqual(expected);
  for (let at = 0; at <= stream.length; at++) expect(passed(split(stream, [at]))).toEqual(expected);
});

test('streams without nonces pass as they are, full of their first byte too', () => {
  fc.assert(
    fc.property(fc.array(fc.stringMatching(/^[Qab\n]{0,400}$/), {maxLength: 5}), texts => {
      expect(passed(texts.map(text => Buffer.from(text)))).toEqual({text: texts.join(''), proofs: []});
    }),
  );
  const many = 'Q'.repeat(5000);
  expect(passed([Buffer.from(`${many}${OWN}${many}`)])).toMatchObject({text: `${many}${STARS}${many}`});
});

test('asterisks where a nonce should stand prove nothing', () => {
  const forged = Buffer.from(`\x1b]133;D;0;cotty=${STARS}.3\x07`);
  const {bytes, proofs} = new NonceBlanker([OWN]).push(forged);
  expect(new ControlScanner({eventKey: null}).scan(bytes, proofs)).toMatchObject([{hit: {proved: false, cycle: 0}}]);
});

test('a nonce elsewhere in a mark than at its place proves nothing', () => {
  const scan = (body: string): ScanHit[] => {
    const {bytes, proofs} = new NonceBlanker([OWN]).push(Buffer.from(`\x1b]133;${body}\x07`));
    return new ControlScanner({eventKey: null}).scan(bytes, proofs);
  };
  for (const body of [`D;${OWN}.1`, `D;0;x=${OWN}.1`, `D;0;cotty=x${OWN}.1`, `D;0;cotty=a.1;cotty=${OWN}.1`])
    expect(scan(body)).toMatchObject([{hit: {proved: false}}]);
  expect(scan(`C;cmdline_url=${OWN};cotty=${OWN}.1`)).toMatchObject([{hit: {proved: true, commandLine: STARS}}]);
});

test('of a dropped nonce nothing is shown, and it proves nothing any more', () => {
  const blanker = new NonceBlanker([OWN]);
  const shell = blanker.add(NESTED);
  blanker.drop(shell);
  const {bytes, proofs} = blanker.push(Buffer.from(`${NESTED} ${OWN}`));
  expect(Buffer.from(bytes).toString()).toBe(`${STARS} ${STARS}`);
  expect(proofs).toEqual([{at: 25, length: 24, shell: 0}]);
});

test('text and bytes that are no part of the stream are blanked as well', () => {
  const blanker = new NonceBlanker([OWN]);
  expect(blanker.blankText(`echo ${OWN} ${OWN}`)).toBe(`echo ${STARS} ${STARS}`);
  expect(Buffer.from(blanker.blankBytes(Buffer.from(`x${OWN}\r`))).toString()).toBe(`x${STARS}\r`);
});
