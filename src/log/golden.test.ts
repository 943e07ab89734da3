import {readFileSync} from 'node:fs';
import {join} from 'node:path';
import {expect, test} from 'vitest';
import {SessionLogReader} from './index.ts';
import {plainLog} from './testing/plain-log.ts';

const FOLDER = join(import.meta.dirname, '../../test/fixtures/session-log/v1');

test.each(['everything', 'retention', 'torn', 'damaged'])(
  'the version 1 log "%s" still reads as it was written',
  async name => {
    const expected: unknown = JSON.parse(readFileSync(join(FOLDER, `${name}.json`), 'utf8'));
    const plain = await plainLog(SessionLogReader.open(join(FOLDER, name)));
    expect(JSON.parse(JSON.stringify(plain))).toEqual(expected);
  },
);
