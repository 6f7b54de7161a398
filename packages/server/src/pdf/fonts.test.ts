import assert from 'node:assert/strict';
import PDFDocument from 'pdfkit';
import { test } from 'vitest';
import { DocumentFonts, drawableText } from './index.ts';

const PERSIAN = 'می\u200cخواهم';
const HINDI = 'क्\u200dष र्\u200dय';
const HINDI_APART = 'क्\u200cष';

test('[SEAL-16] joiners within Persian and Hindi words have a glyph, and their letters are one run of one font', async () => {
  const fonts = new DocumentFonts(new PDFDocument(), 'en');
  for (const text of [PERSIAN, HINDI, HINDI_APART]) {
    await fonts.load([{ text, font: 'regular' }]);
    const runs = fonts.runs(drawableText(text), 'regular', 'sc').filter((run) => run.text.trim());
    assert.equal(runs.map((run) => run.text).join(''), text.replaceAll(' ', ''), JSON.stringify(runs));
    for (const { text: part } of runs)
      assert.doesNotMatch(part, /^[\u200c\u200d]|[\u200c\u200d]$/, 'within a run');
  }
  assert.deepEqual([...fonts.missing], []);
});

test('[SEAL-16] joiners elsewhere, such as in emoji, are not drawn', () => {
  assert.equal(drawableText('a \u200d b\u200c'), 'a  b');
  assert.equal(drawableText('\u{1f468}\u200d\u{1f469}'), '\u{1f468}\u{1f469}');
});
