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

/** The pages of a PDF that came as an answer, when it is uploaded to a binder of its own. */
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
  await fixture.note();
  const board = await make(t, fixture, { type: 'whiteboard' });
  assert.deepEqual([board.type, board.file_id], ['PAGE_TYPE_WHITEBOARD', '']);
  const note = await make(t, fixture, { type: 'note', text: '# Grüße' });
  assert.equal(note.type, 'PAGE_TYPE_NOTE');
  const content = await t.viewer.get(`${fixture.path}/pagedownload/${note.id}?raw=true`);
  assert.equal(content.bytes.toString(), '# Grüße');
  const link = await make(t, fixture, { type: 'url', url: 'https://example.com/a' });
  assert.deepEqual([link.type, link.url], ['PAGE_TYPE_URL', 'https://example.com/a']);
  assert.deepEqual(ids(await fixture.pages()).slice(1), [board.id, note.id, link.id]);
});

test('[PAGE-27] pages of other types, without their fields, or by a viewer are refused', async (t) => {
  const fixture = await t.binder();
  const post = (body: object) => t.editor.post(`${fixture.path}/pages`, body);
  refused(await post({ type: 'pdf' }), 400, 'type');
  refused(await post({}), 400, 'type');
  refused(await post({ type: 'url' }), 400, 'url');
  refused(await post({ type: 'url', url: 'javascript:alert(1)' }), 400, 'url');
  refused(await t.viewer.post(`${fixture.path}/pages`, { type: 'note', text: 'x' }), 403);
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
  refused(await t.colleague.get(`${fixture.path}/downloadpdf`), 403);
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
