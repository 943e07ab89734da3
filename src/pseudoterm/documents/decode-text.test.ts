import {expect, test} from 'vitest';
import {decodeText} from './decode-text.ts';

const hex = (digits: string) => new Uint8Array(Buffer.from(digits.replaceAll(' ', ''), 'hex'));

test.each([
  // "<h1>Caf" and "naïve" were read as Shift JIS.
  ['windows-1252', hex('3c68313e436166e93c2f68313e 3c703e6e61ef7665'), '<h1>Café</h1><p>naïve'],
  ['windows-1252', hex('64e96ae0207675'), 'déjà vu'],
  [
    'windows-1252',
    new Uint8Array(Buffer.from('Les élèves étaient déjà allés à la fête, où ils ont été très gênés', 'latin1')),
    'Les élèves étaient déjà allés à la fête, où ils ont été très gênés',
  ],
  ['windows-1251', hex('cff0e8e2e5f220ece8f02c20fdf2ee20f2e5eaf1f2'), 'Привет мир, это текст'],
  ['koi8-r', hex('f0d2c9d7c5d420cdc9d22c20dcd4cf20d4c5cbd3d4'), 'Привет мир, это текст'],
  ['gb18030', hex('c3fbb3c62ccafdc1bf'), '名称,数量'],
  ['euc-kr', hex('c7d1b1b9beee20b9aebcad20bdc3c7e8c0d4b4cfb4d92e20b5ceb9f8c2b0'), '한국어 문서 시험입니다. 두번째'],
  ['shift_jis', hex('96bc914f2c82e882f182b2'), '名前,りんご'],
  ['euc-jp', hex('ccbec1b02ca4eaa4f3a4b4'), '名前,りんご'],
  ['big5', hex('c163c5e9a4a4a4e5'), '繁體中文'],
  ['utf-8', new TextEncoder().encode('naïve 中'), 'naïve 中'],
])('%s is found by what it says', (encoding, bytes, text) => {
  expect(decodeText(bytes)).toEqual({text, encoding});
});
