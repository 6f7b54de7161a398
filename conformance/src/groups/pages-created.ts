import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import type { Answer } from '../connection.ts';
import { data, done, refused, status } from '../expect.ts';
import type { BinderFixture, Trial } from '../trial.ts';
import type { CreatedPage } from '../types.ts';
import { drawOn, firstOf, ids, withPdf } from './paged-binder.ts';

const test = checks('pages-made');

const look = (t: Trial, link: string) => t.nobody.get(new URL(link, t.connection.base).href);

async function make(t: Trial, fixture: BinderFixture, body: object) {
  const { page_id } = data<CreatedPage>(await t.editor.post(`${fixture.path}/pages`, body));
  return firstOf(await fixture.pages(`?filter=${page_id}`));
}

async function pagesOf(t: Trial, answer: Answer) {
  status(answer, 200);
  assert.equal(answer.headers.get('content-type'), 'application/pdf');
  const fixture = await t.binder();
  await fixture.upload(answer.bytes, 'exported.pdf');
  return fixture.pages();
}

const picture = async (t: Trial, answer: Answer) => {
  const page = firstOf(await pagesOf(t, answer));
  return (await look(t, page.background_uri)).bytes;
};

test('[PAGE-27] whiteboard, note and URL pages are made', async (t) => {
  const fixture = await t.binder();
  const first = await make(t, fixture, { type: 'whiteboard' });
  assert.deepEqual([first.width, first.height, first.name], [1280, 720, undefined]);
  const board = await make(t, fixture, { type: 'whiteboard', name: 'Plan', width: 400, height: 300.5 });
  const { id: _, page_uri, thumbnail_uri, background_uri, created_time, updated_time, ...shown } = board;
  assert.deepEqual(shown, {
    type: 'PAGE_TYPE_WHITEBOARD',
    name: 'Plan',
    original_file_name: 'Plan',
    file_id: '',
    width: 400,
    height: 300.5,
    page_index: 0,
    page_number: '2',
    revision: 1,
    is_deleted: false,
    svg_tags: [],
  });
  assert.equal(updated_time, created_time);
  type Download = { page: string; encoding: string; mime_type: string };
  const download = async (id: number) =>
    data<Download>(await t.viewer.get(`${fixture.path}/pagedownload/${id}`));
  for (const [more, text, fileName] of [
    [{ name: 'To do: a/b\\c', text: '# Grüße\n\n* 日本' }, '# Grüße\n\n* 日本', 'To do: a b c.md'],
    [{}, '', 'Note.md'],
    [{ text: '\ufeffmark' }, '\ufeffmark', 'Note.md'],
  ] as const) {
    const note = await make(t, fixture, { type: 'note', ...more });
    assert.deepEqual([note.type, note.width, note.height], ['PAGE_TYPE_NOTE', 612, 792]);
    assert.equal(note.original_file_name, fileName);
    assert.deepEqual(await download(note.id), { page: text, encoding: 'utf-8', mime_type: 'text/markdown' });
    const file = await t.viewer.get(`${fixture.path}/files/${note.file_id}`);
    assert.equal(file.bytes.toString(), text);
    const entry = (await fixture.entries()).at(-1);
    assert.deepEqual([entry?.kind, entry?.body.id, entry?.body.type], ['page_created', note.id, note.type]);
  }
  const site = { type: 'url', url: 'HTTPS://Example.com/ü?a=1&b=2', name: 'Site' };
  const link = await make(t, fixture, site);
  const url = 'https://example.com/%C3%BC?a=1&b=2';
  assert.deepEqual([link.type, link.url, link.name], ['PAGE_TYPE_URL', url, 'Site']);
  assert.deepEqual(await download(link.id), { page: url, encoding: 'utf-8', mime_type: 'text/uri-list' });
  const content = await look(t, link.page_uri);
  assert.deepEqual([content.status, content.bytes.toString()], [200, url]);
  assert.deepEqual(ids(await fixture.pages()).slice(0, 2), [first.id, board.id]);
});

test('[PAGE-27] a wrong field of a new page is 400 and named, and nothing is made', async (t) => {
  const fixture = await t.binder();
  const post = (body: object) => t.editor.post(`${fixture.path}/pages`, body);
  const note = (more: object) => ({ type: 'note', ...more });
  const board = (more: object) => ({ type: 'whiteboard', ...more });
  const url = (address: unknown) => ({ type: 'url', url: address });
  const wrong: Record<string, object[]> = {
    type: [{}, { name: 'a' }, ...[null, 'pdf', 'Note', ['note']].map((type) => ({ type }))],
    name: [5, null, 'x'.repeat(256), 'a\u0000b', 'a\ud800'].map((name) => note({ name })),
    text: [
      ...[5, null, 'x'.repeat(524_289), '\u0000'].map((text) => note({ text })),
      board({ text: 'a' }),
      { ...url('https://a.example'), text: 'a' },
    ],
    url: [
      ...[undefined, null, '', 'example', 'javascript:alert(1)', ' java\tscript:alert(1)'].map(url),
      ...['data:text/html,x', 'file:///etc/passwd', '//example.com'].map(url),
      url(`https://a.example/${'x'.repeat(4_000)}`),
      note({ url: 'https://a.example' }),
    ],
    width: ['400', null, 0, -100, 15, 10_001].map((width) => board({ width })),
    height: [board({ height: 1e300 }), note({ height: 100 })],
  };
  for (const [field, bodies] of Object.entries(wrong))
    for (const body of bodies) refused(await post(body), 400, field);
  refused(await post([]), 400);
  refused(await post(board({ name: 'x', junk: 'x'.repeat(2 ** 20) })), 413);
  refused(await t.viewer.post(`${fixture.path}/pages`, note({ text: 'x' })), 403);
  assert.deepEqual(await fixture.pages(), []);
});

test('[PAGE-28] downloadpdf gives the pages, or those of a filter, as one PDF', async (t) => {
  const { fixture, pages } = await withPdf(t, 3);
  const size = ({ width, height }: { width: number; height: number }) => [width, height];
  const all = await pagesOf(t, await t.viewer.get(`${fixture.path}/downloadpdf`));
  assert.deepEqual(all.map(size), [
    [200, 100],
    [200, 100],
    [200, 100],
  ]);
  const [first] = pages;
  assert.equal(
    (await pagesOf(t, await t.viewer.get(`${fixture.path}/downloadpdf?filter=${first?.id}`))).length,
    1,
  );
  refused(await t.viewer.get(`${fixture.path}/downloadpdf?filter=999999`), 404);
  refused(await t.viewer.get(`${fixture.path}/downloadpdf?filter=x`), 400, 'filter');
  refused(await t.sameOrg.get(`${fixture.path}/downloadpdf`), 403);
});

test('[PAGE-28] the PDF shows the annotations', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const export_ = () => t.viewer.get(`${fixture.path}/downloadpdf`);
  const before = await picture(t, await export_());
  await drawOn(t, fixture, firstOf(pages));
  assert.ok(!(await picture(t, await export_())).equals(before), 'a picture that changes with an annotation');
});

test('[PAGE-29] a thumbnail shows the annotations', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const path = `${fixture.path}/pages/${firstOf(pages).id}/annotations`;
  const thumbnail = async () => {
    const answer = await look(t, firstOf(await fixture.pages()).thumbnail_uri);
    status(answer, 200);
    return answer.bytes;
  };
  const before = await thumbnail();
  const svg_tag = '<rect x="0" y="0" width="200" height="50" fill="#f00"/>';
  done(await t.editor.post(path, { client_uuid: 'u', svg_tag }));
  const drawn = await thumbnail();
  assert.ok(!drawn.equals(before), 'a thumbnail that changes with an annotation');
  done(await t.editor.delete(`${path}/u`));
  assert.ok((await thumbnail()).equals(before), 'the first thumbnail again without it');
});
