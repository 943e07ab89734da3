import {expect, test} from 'vitest';
import {extractDocument} from '../extract-document.ts';

const markdown = async (html: string) =>
  (await extractDocument(new TextEncoder().encode(html), {format: 'html', mode: 'md'})).text;

test.each([
  [
    'LibreOffice',
    '<p>text<a class="sdfootnoteanc" name="sdfootnote1anc" href="#sdfootnote1sym"><sup>1</sup></a></p>',
    '<div id="sdfootnote1"><p><a class="sdfootnotesym" name="sdfootnote1sym" href="#sdfootnote1anc">1</a> the note</p></div>',
  ],
  [
    'Word',
    '<p>text<a href="#_ftn1" name="_ftnref1"><sup>[1]</sup></a></p>',
    '<div id="ftn1"><p><a href="#_ftnref1" name="_ftn1"><sup>[1]</sup></a> the note</p></div>',
  ],
  [
    'EPUB',
    '<p>text<sup id="b1"><a epub:type="noteref" href="#n1">1</a></sup></p>',
    '<aside epub:type="footnote" id="n1"><p><sup><a href="#b1">1</a></sup> the note</p></aside>',
  ],
])('notes as %s writes them', async (_, text, note) => {
  expect(await markdown(text + note)).toBe('text[^1]\n\n[^1]: the note\n');
});

// All of them were called 1.
test('notes that stand one by one keep the labels of their links', async () => {
  const reference = (label: string) => `<a epub:type="noteref" href="#n${label}">${label}</a>`;
  const note = (label: string) => `<aside epub:type="footnote" id="n${label}"><p>note ${label}</p></aside>`;
  expect(await markdown(`<p>a${reference('1')} b${reference('2')}</p>${note('1')}${note('2')}`)).toBe(
    'a[^1] b[^2]\n\n[^1]: note 1\n[^2]: note 2\n',
  );
});
