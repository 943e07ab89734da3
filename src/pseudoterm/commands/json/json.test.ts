import fc from 'fast-check';
import {describe, expect, test} from 'vitest';
import {runInMemory} from '../../testing/run-line-in-memory.ts';
import {findJsonMistake} from './find-json-mistake.ts';

// The store of RFC 9535, section 1.5.
const STORE = {
  store: {
    book: [
      {category: 'reference', author: 'Nigel Rees', title: 'Sayings of the Century', price: 8.95},
      {category: 'fiction', author: 'Evelyn Waugh', title: 'Sword of Honour', price: 12.99},
      {category: 'fiction', author: 'Herman Melville', title: 'Moby Dick', isbn: '0-553-21311-3', price: 8.99},
      {
        category: 'fiction',
        author: 'J. R. R. Tolkien',
        title: 'The Lord of the Rings',
        isbn: '0-395-19395-8',
        price: 22.99,
      },
    ],
    bicycle: {color: 'red', price: 399},
  },
};

describe('json query', () => {
  test.each([
    ['$.store.book[*].author', ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']],
    ['$..author', ['Nigel Rees', 'Evelyn Waugh', 'Herman Melville', 'J. R. R. Tolkien']],
    ['$.store..price', [8.95, 12.99, 8.99, 22.99, 399]],
    ['$..book[2].author', ['Herman Melville']],
    ['$..book[2].publisher', []],
    ['$..book[-1].title', ['The Lord of the Rings']],
    ['$..book[0,1].price', [8.95, 12.99]],
    ['$..book[:2].price', [8.95, 12.99]],
    ['$..book[::-2].price', [22.99, 12.99]],
    ['$..book[?@.isbn].price', [8.99, 22.99]],
    ['$..book[?@.price<10].price', [8.95, 8.99]],
    ["$..book[?@.price < 10 && @.category == 'fiction'].price", [8.99]],
    ['$..book[?!@.isbn || @.price > 20].price', [8.95, 12.99, 22.99]],
    ['$.store[?@.color].color', ['red']],
    ["$.store['bicycle']['color']", ['red']],
    ['$..book[?length(@.title) > 15].price', [8.95, 22.99]],
    ['$[?count(@.book[*]) == 4].bicycle.price', [399]],
  ])('%s', async (path, values) => {
    const {result} = await runInMemory(`json query "${path.replaceAll('"', '\\"')}"`, {stdin: JSON.stringify(STORE)});
    expect(result).toMatchObject({exit_code: values.length > 0 ? 0 : 1, error_code: null, result: {values}});
  });

  test.each(['store', '$.', '$[', '$[?]', '$[?@.a', "$['a", '$[01]', '$..', `$[?${'('.repeat(100)}`])(
    'the mistake in %s is told with its place',
    async path => {
      const {result} = await runInMemory(`json query "${path}"`, {stdin: '{}'});
      expect(result).toMatchObject({error_code: 'InvalidArguments', stderr: expect.stringContaining('at character')});
    },
  );

  test('compares numbers whatever they look like, and prints them as they were written', async () => {
    const stdin = '{"a": [{"id": 12345678901234567890}, {"id": 1.50}, {"id": 1e2}, {"id": 2}]}';
    const ids = async (path: string) => (await runInMemory(`json query "${path}"`, {stdin})).result.stdout;
    expect(await ids('$.a[*].id')).toBe('12345678901234567890\n1.50\n1e2\n2\n');
    expect(await ids('$.a[?@.id > 99].id')).toBe('12345678901234567890\n1e2\n');
    expect(await ids('$.a[?@.id == 1.5].id')).toBe('1.50\n');
    expect(await ids('$..id')).toBe('12345678901234567890\n1.50\n1e2\n2\n');
  });

  test('prints paths and raw strings when asked', async () => {
    const {result} = await runInMemory('json query "$.a[*]" --paths --raw', {stdin: '{"a": ["x", 1]}'});
    expect(result.stdout).toBe("$['a'][0]\tx\n$['a'][1]\t1\n");
  });
});

describe('json format', () => {
  test('indents, minifies and sorts', async () => {
    const stdin = '{"b":[1,{"d":1,"c":2}],"a":"中"}';
    expect((await runInMemory('json format', {stdin})).result.stdout).toBe(
      `${JSON.stringify(JSON.parse(stdin), null, 2)}\n`,
    );
    expect((await runInMemory('json format --indent 0 --sort-keys', {stdin})).result.stdout).toBe(
      '{"a":"中","b":[1,{"c":2,"d":1}]}\n',
    );
  });

  test('keeps every number as it was written', async () => {
    const text = '{"id":12345678901234567890,"price":1.50,"far":1e400,"zero":-0,"list":[1E5,0.1]}';
    for (const flags of ['', ' --sort-keys']) {
      const {result} = await runInMemory(`json format --indent 0${flags}`, {stdin: text});
      for (const number of text.match(/-?\d[\dE.e]*/g) ?? []) expect(result.stdout).toContain(number);
    }
  });

  test('keeps a member called __proto__ a member', async () => {
    const {result} = await runInMemory('json format --indent 0 --sort-keys', {stdin: '{"__proto__":{"x":1}}'});
    expect(result.stdout).toBe('{"__proto__":{"x":1}}\n');
  });
});

describe('json validate', () => {
  const schema = JSON.stringify({type: 'object', required: ['name'], properties: {age: {type: 'integer', minimum: 0}}});

  test('tells what is JSON', async () => {
    expect((await runInMemory('json validate', {stdin: '[1]'})).result).toMatchObject({
      exit_code: 0,
      result: {valid: true},
    });
  });

  test('tells where text stops being JSON', async () => {
    const {result} = await runInMemory('json validate', {stdin: '{"a": 1,\n "b": x}'});
    expect(result).toMatchObject({
      exit_code: 1,
      error_code: 'CommandFailed',
      result: {valid: false, line: 2, column: 7},
    });
  });

  test('and JSON.parse agree on what is JSON', () => {
    const piece = fc.constantFrom(
      '{',
      '}',
      '[',
      ']',
      ',',
      ':',
      '"a"',
      '"',
      '1',
      '-',
      '01',
      '1.5e3',
      'true',
      'nul',
      ' ',
      '\n',
      '\\',
    );
    fc.assert(
      fc.property(
        fc.oneof(
          fc.array(piece, {maxLength: 12}).map(parts => parts.join('')),
          fc.json(),
        ),
        text => {
          expect(findJsonMistake(text) === undefined).toBe(isJson(text));
        },
      ),
      {numRuns: 3_000},
    );
  });

  test('tells what does not fit the schema, and where', async () => {
    const files = {'schema.json': schema};
    const good = await runInMemory('json validate --schema schema.json', {stdin: '{"name": "a", "age": 3}', files});
    expect(good.result).toMatchObject({exit_code: 0, result: {valid: true}});
    const bad = await runInMemory('json validate --schema schema.json', {stdin: '{"age": -1}', files});
    expect(bad.result).toMatchObject({exit_code: 1, error_code: null, result: {valid: false}});
    expect(bad.result.stdout).toContain('#/age');
  });

  test('refuses nesting that would break whoever reads it', async () => {
    const stdin = '['.repeat(100_000);
    expect((await runInMemory('json validate', {stdin})).result).toMatchObject({error_code: 'LimitExceeded'});
  });
});

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
