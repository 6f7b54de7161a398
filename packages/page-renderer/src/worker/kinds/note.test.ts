import assert from 'node:assert/strict';
import { afterAll, beforeAll, test } from 'vitest';
import { createMediaEngine, type Inspection, type MediaEngine, MediaUnreadable } from '../../index.ts';
import { createUploadFolder, type UploadFolder } from '../../testing/fixtures.ts';
import { pixelsOf } from '../../testing/pixels.ts';

let uploads: UploadFolder;
let engine: MediaEngine;

beforeAll(async () => {
  uploads = await createUploadFolder();
  engine = createMediaEngine({ workers: 1 });
});
afterAll(async () => {
  await engine.close();
  await uploads.remove();
});

async function inspect(content: string | Buffer, fileName = 'note.txt'): Promise<Inspection> {
  return engine.inspect(await uploads.put(content), { fileName });
}

async function draw(content: string, mimeType = 'text/plain') {
  const box = { mimeType, index: 0, maxWidth: 612, maxHeight: 792, format: 'png' } as const;
  const picture = await engine.render(await uploads.put(content), box);
  const { levels } = await pixelsOf(picture.bytes);
  return { ...picture, levels, ink: levels.filter((level) => level < 200).length };
}

test('[FILE-9] text and Markdown are a note of one page', async () => {
  const note = { ok: true, pageType: 'PAGE_TYPE_NOTE', pages: [{ width: 612, height: 792 }] };
  assert.deepEqual(await inspect('hello'), { ...note, mimeType: 'text/plain' });
  assert.deepEqual(await inspect('# hello', 'a.md'), { ...note, mimeType: 'text/markdown' });
  assert.deepEqual(await inspect('x'.repeat(1024 * 1024)), { ...note, mimeType: 'text/plain' });
});

test('[FILE-9] a text of more than 1 MiB is kept as a file', async () => {
  const expected = { ok: true, mimeType: 'text/plain', pageType: null, pages: [] };
  assert.deepEqual(await inspect('x'.repeat(1024 * 1024 + 1)), expected);
});

test('[FILE-12] what is text only at its beginning is a file of unknown type', async () => {
  const expected = { ok: true, mimeType: 'application/octet-stream', pageType: null, pages: [] };
  assert.deepEqual(
    await inspect(Buffer.concat([Buffer.alloc(10_000, 'text\n'), Buffer.from([0, 1])])),
    expected,
  );
  assert.deepEqual(
    await inspect(Buffer.concat([Buffer.alloc(10_000, 'text\n'), Buffer.from([0x81])])),
    expected,
  );
});

test('the picture of a note shows its beginning', async () => {
  const { mimeType, width, height, ink } = await draw('hello');
  assert.deepEqual([mimeType, width, height], ['image/png', 612, 792]);
  assert.ok(ink > 50, 'five letters leave some ink');
  assert.equal((await draw('\n\n  \n')).ink, 0);
  assert.notDeepEqual((await draw('hello')).bytes, (await draw('hullo')).bytes);
  assert.deepEqual((await draw(`${'x\n'.repeat(60)}a`)).bytes, (await draw(`${'x\n'.repeat(60)}b`)).bytes);
});

const MARKDOWN = `# Ziele & *Fristen*

- [Vertrag](https://example.com/a) **heute** \\*
- [x] \`a_b_c\` und snake_case
  * tief
1. **Zins ~~3~~ 2 %**
\`\`\`
# kein _Titel_
\`\`\`
2 * 3 * 4`;
const FORMATTED = [
  'Ziele & Fristen',
  '• Vertrag heute *',
  '☑ a_b_c und snake_case',
  '• tief',
  '1. Zins ~~3~~ 2 %',
  '# kein _Titel_',
  '2 * 3 * 4',
];

test('[PAGE-41] the sheet of Markdown has no marks, and larger headings', async () => {
  const rowsOf = async (mimeType: string) => {
    const path = await uploads.put(MARKDOWN);
    const { boxes } = await engine.textBoxes(path, { mimeType, index: 0, maxBoxes: 100, maxChars: 1_000 });
    const text = boxes.map(({ text, separator }) => text + (separator === 'line' ? '\n' : ' ')).join('');
    return { boxes, rows: text.trim().split('\n') };
  };
  const { boxes, rows } = await rowsOf('text/markdown; charset=utf-8');
  assert.deepEqual(rows, FORMATTED);
  const heightOf = (word: string) => boxes.find(({ text }) => text === word)?.height ?? 0;
  assert.ok(heightOf('Ziele') > 1.5 * heightOf('heute'));
  const plain = await rowsOf('text/plain');
  assert.equal(plain.rows[0], '# Ziele & *Fristen*');
  const bottomOf = (all: typeof boxes, word: string) => {
    const { y = 0, height = 0 } = all.find(({ text }) => text === word) ?? {};
    return Math.round(y + height);
  };
  assert.equal(bottomOf(boxes, 'tief'), bottomOf(plain.boxes, 'tief'), 'the lines keep their places');
  const heading = await draw('# Ziele', 'text/markdown');
  assert.ok(heading.ink > 2 * (await draw('Ziele')).ink, 'a heading is large and bold');
  const hostile = ['*a '.repeat(20_000), '[a'.repeat(499), '`a'.repeat(499), '_a '.repeat(333)].join('\n');
  assert.ok((await draw(hostile, 'text/markdown')).ink > 0);
});

test('letters of every alphabet are drawn as themselves, and in the order in which they are read', async () => {
  for (const [one, other] of [
    ['привет', 'привёт'],
    ['Zażółć', 'Zazółć'],
    ['שלום', 'שלוס'],
    ['e\u0301', 'e\u0300'],
  ] as const) {
    assert.notDeepEqual((await draw(one)).bytes, (await draw(other)).bytes, one);
  }
  const { levels, width } = await draw('אבגדה wwww');
  const inked = (from: number, to: number) =>
    levels.filter((level, at) => level < 200 && at % width >= from && at % width < to).length;
  assert.ok(inked(54, 85) > 0 && inked(300, 612) === 0, 'Hebrew keeps to its line');
});

const TEXTS: Record<string, string> = {
  'many scripts': 'Ελληνικά עברית العربية हिन्दी ไทย 日本語 한국어',
  'emoji and joiners': '👩‍👩‍👧‍👦 🇩🇪 ❤️ e\u0301 \u200b \ufeff',
  'what a PDF string escapes': '( \\ ) <> [] {} % / \\( \\)) \\n',
  'lone surrogates and private characters': '\ufffd \ue000 \u{10ffff} \u{1f600}',
  'control characters': '\x1b[31mred\x1b[0m \t\f \u0085 \u2028 \u2029',
  'one endless line': 'x'.repeat(100_000),
  'one endless line of combining marks': 'e\u0301'.repeat(30_000),
  'thousands of lines': 'line\r\n'.repeat(20_000),
  'a character on the edge of what is read': `${'x'.repeat(64 * 1024 - 1)}é`,
};

for (const [what, text] of Object.entries(TEXTS)) {
  test(`any text is drawn: ${what}`, async () => {
    const { width, height, ink } = await draw(text);
    assert.deepEqual([width, height], [612, 792]);
    assert.ok(ink > 0);
  });
}

test('a note has no second page, and one that is no text is unreadable', async () => {
  const box = { mimeType: 'text/plain', maxWidth: 9, maxHeight: 9, format: 'png' } as const;
  await assert.rejects(engine.render(await uploads.put('a'), { ...box, index: 1 }), MediaUnreadable);
  await assert.rejects(
    engine.render(await uploads.put(Buffer.from([0xff])), { ...box, index: 0 }),
    MediaUnreadable,
  );
  await assert.rejects(engine.extractPdfPage(await uploads.put('a'), 0), MediaUnreadable);
});
