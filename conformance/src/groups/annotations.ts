import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { done, pluck, refused, rows } from '../expect.ts';

import type { Trial } from '../trial.ts';

const test = checks('annotations');

async function pageIn(t: Trial) {
  const fixture = await t.binder();
  const { id } = await fixture.note();
  const path = `${fixture.path}/pages/${id}/annotations`;
  return {
    fixture,
    id,
    path,
    draw: (client_uuid: unknown, svg_tag: unknown) => t.editor.post(path, { client_uuid, svg_tag }),
    async drawn() {
      const [page] = await fixture.pages('', t.viewer);
      return page?.svg_tags ?? [];
    },
  };
}

const RED = '<path d="M0 0L9 9" stroke="#f00"/>';
const BLUE = '<path d="M0 0L9 9" stroke="#00f"/>';
const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGNgAAAAAgABSK+kcQAAAABJRU5ErkJggg==';

const harmless = [
  RED,
  '<rect x="1" y="1" width="5" height="5" rx="1" fill="none"/>',
  '<circle cx="5" cy="5" r="2"/>',
  '<ellipse cx="5" cy="5" rx="2" ry="1"/>',
  '<line x1="0" y1="0" x2="9" y2="9"/>',
  '<polyline points="0,0 1,1 2,0"/>',
  '<polygon points="0,0 1,1 2,0"/>',
  '<g transform="translate(1 2)"><text x="1" y="9">Grüße &amp; more</text></g>',
  `<image x="0" y="0" width="1" height="1" href="${PIXEL}"/>`,
];

/** Forbidden markup, and the word that the rejection must contain. */
const harmful: [string, string][] = [
  ['<script>alert(1)</script>', 'script'],
  ['<g><script>alert(1)</script></g>', 'script'],
  ['<path d="M0 0" onload="alert(1)"/>', 'onload'],
  ['<path d="M0 0" ONCLICK="alert(1)"/>', 'onclick'],
  ['<style>*{fill:url(https://evil.example/a)}</style>', 'style'],
  ['<use href="#a"/>', 'use'],
  ['<foreignObject><div>x</div></foreignObject>', 'foreignobject'],
  ['<rect width="1" height="1"><animate attributeName="x" to="9"/></rect>', 'animate'],
  ['<set attributeName="href" to="javascript:alert(1)"/>', 'set'],
  ['<image href="https://evil.example/a.png"/>', 'href'],
  ['<image xlink:href="//evil.example/a.png"/>', 'href'],
  ['<image href="data:image/svg+xml;base64,PHN2Zy8+"/>', 'href'],
  ['<a href="javascript:alert(1)"><text>x</text></a>', 'a'],
  ['<rect width="1" height="1" fill="url(https://evil.example/#a)"/>', 'fill'],
  ['<rect width="1" height="1" style="background:url(https://evil.example/a)"/>', 'background'],
  ['<iframe src="https://evil.example"/>', 'iframe'],
  ['<!DOCTYPE svg [<!ENTITY a "b">]><text>&a;</text>', ''],
  ['just text', ''],
  ['<g>', ''],
];

test('[ANN-1] [ANN-2] an annotation is posted, and stands in svg_tags', async (t) => {
  const { draw, drawn } = await pageIn(t);
  const uuid = crypto.randomUUID();
  done(await draw(uuid, RED));
  const [tag, ...more] = await drawn();
  assert.deepEqual([tag?.client_uuid, more.length], [uuid, 0]);
  assert.ok(tag?.svg_tag.includes('M0 0L9 9'), 'the path that was drawn');
  assert.ok(Math.abs((tag?.created_time ?? 0) - Date.now()) < 300_000, 'a time of now');
});

test('[ANN-1] fields that are missing or wrong are named', async (t) => {
  const { draw, drawn } = await pageIn(t);
  for (const uuid of [undefined, null, '', 7, 'a b', 'x'.repeat(101)])
    refused(await draw(uuid, RED), 400, 'client_uuid');
  for (const markup of [undefined, null, '', 7]) refused(await draw('u', markup), 400, 'svg_tag');
  assert.deepEqual(await drawn(), []);
});

test('[ANN-1] [ANN-3] a page that is not there is 404, and one of another binder', async (t) => {
  const { fixture, id, path } = await pageIn(t);
  const other = await t.binder();
  const json = { client_uuid: 'u', svg_tag: RED };
  for (const wrong of [
    `${fixture.path}/pages/999999`,
    `${other.path}/pages/${id}`,
    `/B${'0'.repeat(22)}/pages/${id}`,
  ])
    refused(await t.editor.post(`${wrong}/annotations`, json), 404);
  refused(await t.editor.delete(`${fixture.path}/pages/999999/annotations/u`), 404);
  refused(await t.editor.delete(`${path}/u`), 404);
});

test('[PAGE-21] [ANN-1] [ANN-3] each change is one of the page, and one entry in the log', async (t) => {
  const { fixture, path, draw } = await pageIn(t);
  const page = async () => (await fixture.pages())[0];
  const [before, seq] = [await page(), await fixture.seq()];
  for (const markup of [RED, BLUE]) done(await draw('counted', markup));
  done(await t.editor.delete(`${path}/counted`));
  assert.equal((await page())?.revision, (before?.revision ?? 0) + 3);
  const body = { page_id: before?.id, client_uuid: 'counted' };
  assert.deepEqual(rows(await fixture.entries(seq), 'kind', 'body'), [
    ['page_annotated', body],
    ['page_annotated', body],
    ['page_annotation_deleted', body],
  ]);
});

test('[ANN-3] an annotation is removed, once', async (t) => {
  const { path, draw, drawn } = await pageIn(t);
  const uuid = '{gone.1:x}';
  done(await draw(uuid, RED));
  done(await t.editor.delete(`${path}/${encodeURIComponent(uuid)}`));
  assert.deepEqual(await drawn(), []);
  refused(await t.editor.delete(`${path}/${encodeURIComponent(uuid)}`), 404);
});

test('[ANN-4] posting a client_uuid again replaces its annotation', async (t) => {
  const { draw, drawn } = await pageIn(t);
  for (const uuid of ['first', 'second']) done(await draw(uuid, RED));
  const [before] = await drawn();
  const at = await Promise.all(['first', 'second', 'second'].map((uuid) => draw(uuid, BLUE)));
  for (const answer of at) done(answer);
  const tags = await drawn();
  assert.deepEqual(pluck(tags, 'client_uuid'), ['first', 'second']);
  assert.ok(tags[0]?.svg_tag.includes('#00f'), 'the second drawing');
  assert.equal(tags[0]?.created_time, before?.created_time);
});

test('[ANN-5] shapes, paths, text, groups and data pictures are taken', async (t) => {
  const { draw, drawn } = await pageIn(t);
  for (const [index, markup] of harmless.entries()) done(await draw(`shape-${index}`, markup));
  assert.equal((await drawn()).length, harmless.length);
});

test('[ANN-5] [ANN-6] what could run or load something is refused by name, and nothing is kept', async (t) => {
  const { draw, drawn } = await pageIn(t);
  for (const [markup, word] of harmful) {
    const answer = await draw('u', markup);
    refused(answer, 400, 'svg_tag');
    const { message } = answer.json as { message: string };
    assert.ok(message.toLowerCase().includes(word), `a message that names ${word} in ${markup}`);
  }
  assert.deepEqual(await drawn(), []);
});

test('[ANN-7] markup has bounds of size, nodes and depth', async (t) => {
  const { draw, drawn } = await pageIn(t);
  const tooMuch = [
    `<path d="${'M0 0'.repeat(66_000)}"/>`,
    `<g>${'<g/>'.repeat(5000)}</g>`,
    `${'<g>'.repeat(33)}${'</g>'.repeat(33)}`,
  ];
  for (const markup of tooMuch) {
    const answer = await draw('u', markup);
    assert.ok([400, 413].includes(answer.status), 'a refusal');
  }
  assert.deepEqual(await drawn(), []);
  done(await draw('deep', `${'<g>'.repeat(30)}${'</g>'.repeat(30)}`));
});

test('[ANN-8] ids inside of annotations cannot clash', async (t) => {
  const { draw, drawn } = await pageIn(t);
  const markup =
    '<g><linearGradient id="a"><stop offset="0"/></linearGradient><path d="M0 0" fill="url(#a)"/></g>';
  done(await draw('one', markup));
  done(await draw('two', markup));
  const ids = (await drawn()).map(({ svg_tag }) => /id="([^"]+)"/.exec(svg_tag)?.[1]);
  assert.equal(new Set(ids).size, 2);
  for (const { svg_tag } of await drawn()) {
    const id = /id="([^"]+)"/.exec(svg_tag)?.[1] ?? '';
    assert.ok(svg_tag.includes(`url(#${id})`), 'a reference to the id of the same annotation');
  }
});

test('[ANN-10] the number of the outermost group orders annotations', async (t) => {
  const { draw, drawn } = await pageIn(t);
  const group = (id: string) => `<g id="${id}">${RED}</g>`;
  const order = async () => pluck(await drawn(), 'client_uuid');
  for (const [uuid, markup] of [
    ['a', RED],
    ['top', group('z2.5')],
    ['b', group('other')],
    ['below', group('z-1')],
    ['c', `<g>${group('z9')}</g>`],
  ] as const)
    done(await draw(uuid, markup));
  assert.deepEqual(await order(), ['below', 'a', 'b', 'c', 'top']);
  done(await draw('a', group('z3')));
  assert.deepEqual(await order(), ['below', 'b', 'c', 'top', 'a']);
  done(await draw('top', (await drawn()).at(-1)?.svg_tag));
  assert.deepEqual((await order()).slice(-2), ['a', 'top']);
});

test('[ANN-9] a page holds 4 MiB of annotations, and more is 412', async (t) => {
  const { draw, drawn } = await pageIn(t);
  const markup = `<path d="${'M0 0'.repeat(62_500)}"/>`;
  const inFourMebibytes = Math.floor(4_194_304 / markup.length);
  for (let index = 0; index < inFourMebibytes; index++) done(await draw(`large-${index}`, markup));
  refused(await draw('one-more', markup), 412);
  assert.equal((await drawn()).length, inFourMebibytes);
  done(await draw('large-0', RED));
  done(await draw('one-more', RED));
});
