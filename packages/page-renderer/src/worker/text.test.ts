import assert from 'node:assert/strict';
import { test } from 'vitest';
import { encodeText } from '../testing/encode.ts';
import { decodeHtml, decodeText } from './text.ts';

const TEXTS: [charset: string, text: string][] = [
  ['utf-8', 'Name;Größe\r\nMüller;5 €\r\n'],
  ['windows-1252', 'Name;Größe\r\nMüller;5 €\r\n'],
  ['windows-1252', 'Prénom;Nom\r\nÉlodie;Lefèvre\r\n'],
  ['windows-1252', 'Año;Niño\r\nEspaña;1,5\r\n'],
  ['windows-1252', 'It’s 5 € – “good”.'],
  ['windows-1252', 'café'],
  ['windows-1252', '25 °C ± 1'],
  ['windows-1250', 'Jméno;Příjmení\r\nŽluťoučký kůň\r\n'],
  ['windows-1250', 'Zażółć gęślą jaźń'],
  ['windows-1251', 'Имя;Сумма\r\nИванов;5\r\n'],
  ['windows-1253', 'Καλημέρα κόσμε'],
  ['windows-1254', 'İstanbul;Şişli;Çağrı\r\nGüneş;ığdır\r\n'],
  ['windows-1255', 'שלום עולם'],
  ['windows-1256', 'مرحبا بالعالم'],
  ['shift_jis', '名前;金額\r\n田中;5\r\n'],
  ['shift_jis', 'ｺｰﾄﾞ,ｼﾒｲ\r\n001,ﾔﾏﾀﾞ ﾀﾛｳ\r\n'],
  ['windows-1251', 'ПРИКАЗ № 5\r\n«ИВАНОВ»\r\n'],
  ['windows-1252', 'ÄRGER; ÖL; ÜBUNG; 5 °C; ©'],
  ['euc-jp', '日本語のテキストです。ひらがなとカタカナ。'],
  ['gbk', '姓名,金额\r\n张三,5\r\n'],
  ['big5', '姓名,金額\r\n王小明,5\r\n'],
  ['euc-kr', '이름,금액\r\n홍길동,5\r\n'],
  ['utf-16le', '\ufeffGröße: 5 €\r\nzweite Zeile\r\n'],
  ['utf-16be', '\ufeff姓名,金额\r\n张三,5\r\n'],
  ['utf-16le', 'Name;Betrag\r\nMüller;5\r\n'],
  ['utf-16be', 'Name;Betrag\r\nMüller;5\r\n'],
];

const bytesOf = (text: string, charset: string) =>
  charset === 'utf-8' ? Buffer.from(text) : encodeText(text, charset);

for (const [charset, text] of TEXTS) {
  test(`[FILE-30] decodes ${charset}: ${JSON.stringify(text.slice(0, 14))}`, async () => {
    assert.deepEqual(await decodeText(bytesOf(text, charset)), { text: text.replace('\ufeff', ''), charset });
  });
}

test('[FILE-30] decodes ISO-2022-JP, which looks like ASCII', async () => {
  const bytes = Buffer.from('1b2442467c4b5c386c1b2842', 'hex');
  assert.deepEqual(await decodeText(bytes), { text: '日本語', charset: 'iso-2022-jp' });
});

test('[FILE-12] does not take binary data for text', async () => {
  for (const hex of [
    '00',
    '0001ff',
    'deadbeef00',
    '4d5a9000',
    'fffe00d8',
    'ff00fe00aa',
    '7fe1e2',
    '504b030400ff',
    '4d5a900003000000',
  ]) {
    assert.equal(await decodeText(Buffer.from(hex, 'hex')), null, hex);
  }
});

test('leaves out a character that the end cuts off', async () => {
  for (const charset of ['utf-8', 'shift_jis', 'utf-16le']) {
    const text =
      charset === 'utf-16le' ? '\ufeff日本語のテキストです。' : '日本語のテキストです。ひらがなとカタカナ';
    const bytes = bytesOf(text, charset);
    const decoded = await decodeText(bytes.subarray(0, -1), { cut: true });
    assert.deepEqual(decoded, { text: text.replace('\ufeff', '').slice(0, -1), charset });
  }
});

test('reads a web page in the encoding that it declares, unless it is UTF-8', async () => {
  const page = (charset: string) => `<meta charset="${charset}"><p>25 °C – naïve`;
  assert.equal((await decodeHtml(encodeText(page('iso-8859-1'), 'windows-1252')))?.text, page('iso-8859-1'));
  assert.equal((await decodeHtml(Buffer.from(page('iso-8859-1'))))?.charset, 'utf-8');
  const old = '<META http-equiv=Content-Type content="text/html; charset=shift_jis"><p>東京';
  assert.deepEqual(await decodeHtml(encodeText(old, 'shift_jis')), { text: old, charset: 'shift_jis' });
  const unknown = '<meta charset="x-nothing"><p>Größe für Müller';
  assert.equal((await decodeHtml(encodeText(unknown, 'windows-1252')))?.text, unknown);
});
