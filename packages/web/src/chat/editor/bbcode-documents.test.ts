import assert from 'node:assert/strict';
import fc from 'fast-check';
import { test } from 'vitest';
import { contentOf, isRich, sourceOfMessage } from '../bbcode.ts';
import { documentOf } from './read-bbcode.ts';
import { plainDocument, richDocument } from './testing/documents.ts';
import { sourceOf } from './write-bbcode.ts';

const markup = (source: string) => documentOf(source).toString();

test('[CHAT-30] 10,000 random documents are read back from their source unchanged', () => {
  fc.assert(
    fc.property(richDocument, (doc) => {
      doc.check();
      const read = documentOf(sourceOf(doc));
      if (!read.eq(doc)) assert.deepEqual(read.toJSON(), doc.toJSON());
    }),
    { numRuns: 10_000 },
  );
});

test('[CHAT-30] text without formatting is sent as typed, even when it looks like BBCode', () => {
  fc.assert(
    fc.property(plainDocument, (doc) => {
      const source = sourceOf(doc);
      const text = doc.children.map(({ textContent }) => textContent).join('\n');
      assert.deepEqual(contentOf(source), { text: text.trim() });
      assert.deepEqual(documentOf(source).toJSON(), doc.toJSON());
      assert.equal(sourceOfMessage({ text }), source);
    }),
    { numRuns: 2_000 },
  );
});

test('[CHAT-30] only tags that are closed make a source rich', () => {
  for (const text of ['[b]x[/b]', 'a [URL=https://a.test]b[/url]', '[list][*]x[/list]'])
    assert.ok(isRich(text), text);
  for (const text of ['array[i]', '[b]x', 'x[/b]', '[unknown]x[/unknown]', '[b]x[/i]', '\u2060[b]x[/b]'])
    assert.ok(!isRich(text), text);
});

test('[CHAT-30] BBCode of other clients is read leniently', () => {
  assert.equal(markup('[b]a\nb[/b]'), 'doc(paragraph(bold("a")), paragraph(bold("b")))');
  assert.equal(
    markup('a[list][*]b[*]c[/list]d'),
    'doc(paragraph("a"), bullet_list(list_item(paragraph("b")), list_item(paragraph("c"))), paragraph("d"))',
  );
  assert.equal(markup('[code]a[/code][code]b\nc[/code]'), 'doc(paragraph(code("a")), code_block("b\\nc"))');
  assert.equal(markup('[url=javascript:alert(1)]a[/url][b]![/b]'), 'doc(paragraph("a", bold("!")))');
  assert.equal(markup('[color=expression(1)][b]a[/b][/color]'), 'doc(paragraph(bold("a")))');
  assert.equal(
    sourceOf(documentOf('[img=10x20]https://a.test/b.png[/img]')),
    '[img=10x20]https://a.test/b.png[/img]',
  );
  assert.equal(markup('[list][/list][table][/table]'), 'doc(paragraph)');
});
