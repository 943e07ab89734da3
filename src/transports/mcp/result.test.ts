import {expect, test} from 'vitest';
import {CottyError} from '../../core/index.ts';
import {presentAsText, toCallResult, toErrorResult} from './result.ts';

const outcome = {value: {exit_code: 0}, presentation: {facts: {state: 'completed', exit: 0}, text: 'out\n'}};

test('facts stand in one line, values with spaces or quotes in quotes, and what is undefined is left out', () => {
  const facts = {
    a: 'x',
    b: 'two words',
    c: 'say "hi"',
    d: null,
    e: undefined,
    f: true,
    g: 3,
    h: '',
    i: 'a\nb',
    j: 'C:\\',
  };
  expect(presentAsText({facts, text: ''})).toBe(
    'a=x b="two words" c="say \\"hi\\"" d=- f=true g=3 h="" i="a\\nb" j="C:\\\\"',
  );
});

test('control characters in facts, names and errors are shown, not sent', () => {
  expect(presentAsText({facts: {cwd: '/a\u001b[2J\u009bb'}, text: ''})).toBe('cwd="/a\\u001b[2J\\u009bb"');
  const {content} = toErrorResult(new CottyError('invalid_argument', 'No "\0".', 'Use\nthis.'));
  expect(content).toEqual([{type: 'text', text: 'No "\\u0000".\nUse\nthis.'}]);
});

test('the text follows the facts unchanged, and stands alone without facts', () => {
  expect(presentAsText({facts: {a: 1}, text: '\n  kept \n'})).toBe('a=1\n\n  kept \n');
  expect(presentAsText({facts: {}, text: 'alone'})).toBe('alone');
});

test('a terminal result is text for the model and a typed value for programs', () => {
  expect(toCallResult({form: 'terminal'}, outcome)).toEqual({
    content: [{type: 'text', text: 'state=completed exit=0\nout\n'}],
    _meta: {'cotty/result': {exit_code: 0}},
  });
});

test('a picture stands beside the text, as a block that clients show', () => {
  const {content} = toCallResult({form: 'terminal'}, outcome, [{mimeType: 'image/png', bytes: Buffer.from('PNG')}]);
  expect(content[1]).toEqual({type: 'image', mimeType: 'image/png', data: 'UE5H'});
});

test('a status result is structured too', () => {
  expect(toCallResult({form: 'status'}, outcome)).toMatchObject({structuredContent: {exit_code: 0}});
});

test('an error is text with its hint, never structured', () => {
  expect(toErrorResult(new CottyError('denied', 'No.', 'Ask.'))).toEqual({
    content: [{type: 'text', text: 'No.\nAsk.'}],
    isError: true,
    _meta: {'cotty/error': {code: 'denied', message: 'No.', hint: 'Ask.'}},
  });
});
