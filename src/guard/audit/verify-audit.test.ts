import {generateKeyPairSync} from 'node:crypto';
import {expect, test} from 'vitest';
import {type ChainHead, checkpoint, EMPTY_CHAIN, seal} from './chain.ts';
import {type AuditProof, type AuditText, verifyAudit} from './verify-audit.ts';

const {privateKey, publicKey} = newKeys();

function newKeys() {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: {type: 'pkcs8', format: 'pem'},
    publicKeyEncoding: {type: 'spki', format: 'pem'},
  });
}

/** Two files of records, with a checkpoint after every third. */
function audit(key = privateKey): AuditProof & {readonly files: readonly [AuditText, AuditText]} {
  let head: ChainHead = EMPTY_CHAIN;
  const lines: string[] = [];
  for (let at = 0; at < 12; at++) {
    const sealed = seal(at % 4 === 3 ? checkpoint(head, key) : {event: 'decision', command: `echo ${at}`}, head);
    lines.push(sealed.line);
    head = sealed.head;
  }
  const file = (name: string, from: number, to: number, firstSeq: number | null): AuditText => ({
    name,
    text: `${lines.slice(from, to).join('\n')}\n\n\n`,
    firstSeq,
  });
  return {files: [file('one', 0, 6, 1), file('two', 6, 12, null)], head, key: publicKey};
}

function problems(proof: AuditProof): readonly string[] {
  return verifyAudit(proof).problems.map(({file, line, problem}) => `${file}:${line ?? '-'} ${problem}`);
}

function changed(proof: AuditProof, at: number, change: (lines: string[]) => string[]): AuditProof {
  const files = proof.files.map((file, index) =>
    index === at ? {...file, text: `${change(file.text.trim().split('\n')).join('\n')}\n`} : file,
  );
  return {...proof, files};
}

test('a whole one is whole', () => {
  expect(verifyAudit(audit())).toMatchObject({isWhole: true, records: 12, checkpoints: 3, problems: []});
});

test('each byte counts', () => {
  const proof = audit();
  const [first] = proof.files;
  for (let at = 0; at < first.text.trimEnd().length; at += 7) {
    const flipped = String.fromCharCode(first.text.charCodeAt(at) ^ 1);
    const text = first.text.slice(0, at) + flipped + first.text.slice(at + 1);
    if (text.split('\n').length !== first.text.split('\n').length) continue;
    expect(verifyAudit({...proof, files: [{...first, text}, ...proof.files.slice(1)]}).isWhole).toBe(false);
  }
});

test('a removed line, a moved one and a lost tail are named', () => {
  const proof = audit();
  expect(problems(changed(proof, 0, lines => lines.toSpliced(2, 1)))).toContain('one:3 Records 3 to 3 are missing.');
  expect(problems(changed(proof, 0, ([a = '', b = '', ...rest]) => [b, a, ...rest]))[0]).toMatch(
    /one:1 .*begins with record 2/,
  );
  expect(problems(changed(proof, 1, lines => lines.slice(0, -2)))).toEqual([
    'two:- The newest records are missing: 11 to 12.',
  ]);
  expect(problems(changed(proof, 1, () => []))).toEqual(['two:- The newest records are missing: 7 to 12.']);
  expect(problems(changed(proof, 0, lines => lines.slice(1)))).toContainEqual(
    expect.stringContaining('records before 2'),
  );
});

/** Records without a checkpoint. */
function rewritten(events: readonly string[]): AuditProof {
  let head: ChainHead = EMPTY_CHAIN;
  const lines = events.map(event => {
    const sealed = seal({event}, head);
    head = sealed.head;
    return sealed.line;
  });
  return {files: [{name: 'one', text: `${lines.join('\n')}\n`, firstSeq: 1}], head, key: publicKey};
}

test('a chain that was written anew without its checkpoints is named', () => {
  const decisions = (count: number): string[] => Array.from({length: count}, () => 'decision');
  expect(problems(rewritten(['start', ...decisions(5), 'stop']))).toEqual([
    'one:- The server has stopped, and no checkpoint signs its end.',
  ]);
  expect(problems(rewritten(['start', ...decisions(300)]))).toEqual([
    'one:201 No checkpoint signs this record and the 200 before it: they may have been written anew.',
  ]);
  // What a server that was killed leaves.
  expect(problems(rewritten(['start', ...decisions(99)]))).toEqual([]);
});

test('swapped files are named', () => {
  const proof = audit();
  const [one, two] = proof.files;
  const swapped = [
    {...two, name: 'one', firstSeq: 1},
    {...one, name: 'two', firstSeq: null},
  ];
  expect(problems({...proof, files: swapped})[0]).toMatch(/one:1 .*should begin with 1: it was put in the place/);
});

test('a checkpoint of before, and a chain written anew with another key, are no proof', () => {
  const proof = audit();
  const replayed = changed(proof, 1, lines => lines.with(1, audit().files[0].text.split('\n')[3] ?? ''));
  expect(problems(replayed)[0]).toMatch(/two:2 /);
  const forged = audit(newKeys().privateKey);
  expect(problems(forged)[0]).toMatch(/signature of the checkpoint/);
});

test('a note that is missing beside records or a key is named, now and after the next start', () => {
  const proof = audit();
  expect(problems({...proof, head: null})).toEqual([expect.stringMatching(/^two:- .*audit\.head.* is missing/)]);
  expect(problems({files: [], head: null, key: publicKey})).toEqual([expect.stringContaining('audit.head')]);
  expect(problems({files: [], head: null, key: null})).toEqual([]);
  const {line, head} = seal({event: 'start', head_missing: true}, proof.head ?? EMPTY_CHAIN);
  expect(problems({...changed(proof, 1, lines => [...lines, line]), head})).toEqual([
    expect.stringMatching(/^two:7 .*note of the newest record was missing/),
  ]);
});

test('a log that is missing beside its note is named', () => {
  expect(problems({...audit(), files: []})).toEqual(['audit.log:- The newest records are missing: 1 to 12.']);
});
