import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { eventually, INDEXED_WITHIN_SECONDS } from '../eventually.ts';
import { data, done, pluck, refused, status } from '../expect.ts';
import { makeBrokenPicture, makeFilledForm, makeHiddenLayer, makePdf } from '../fixtures/pdf.ts';
import type { Trial } from '../trial.ts';
import type { CreatedPage } from '../types.ts';
import { firstOf, ids, withPdf } from './paged-binder.ts';

const test = checks('pages-viewed');

type Box = {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  separator: 'none' | 'space' | 'line';
};
type Problem = 'picture' | 'font' | 'page';
type PageText = { boxes: Box[]; is_complete: boolean; problems: Problem[] };
type PageHits = { pages: { page_id: number; hits: number }[]; total_hits: number; is_complete: boolean };

test('[PAGE-38] [PAGE-39] a page is cut into tiles, by the signature of its background', async (t) => {
  const { fixture, pages } = await withPdf(t, 2);
  const [one, two] = pages;
  const tile = (page: typeof one, name: string) =>
    new URL((page?.background_uri ?? '').replace('/background?', `/tiles/${name}?`), t.connection.base).href;
  for (const name of ['0/0/0', '1/0/0', '5/0/0']) {
    const answer = await t.nobody.get(tile(one, name));
    status(answer, 200);
    assert.match(answer.headers.get('content-type') ?? '', /^image\/(png|jpeg)$/);
    assert.match(answer.headers.get('cache-control') ?? '', /immutable/);
  }
  for (const name of ['0/1/0', '0/0/1', '6/0/0', '5/0/32']) refused(await t.nobody.get(tile(one, name)), 404);
  for (const name of ['-1/0/0', '0/0/x', '99/0/0', '0/10000/0'])
    refused(await t.nobody.get(tile(one, name)), 400);
  const good = tile(one, '0/0/0');
  const ofThumbnail = (one?.thumbnail_uri ?? '').replace('/thumbnail?', '/tiles/0/0/0?');
  for (const wrong of [
    good.replace(`/${one?.id}/tiles`, `/${two?.id}/tiles`),
    new URL(ofThumbnail, t.connection.base).href,
    good.replace(/&signature=.*/, ''),
    good.replace(/expires=(\d+)/, (_, at) => `expires=${Number(at) + 1}`),
  ])
    refused(await t.nobody.get(wrong), 403);
  done(await t.owner.delete(`${fixture.path}/pages/${one?.id}`));
  refused(await t.nobody.get(good), 404);
});

test('[PAGE-41] the words of a page come with their places', async (t) => {
  const fixture = await t.binder();
  await fixture.upload(makePdf({ pages: 1, text: 'Zugzwang' }), 'a.pdf');
  const { id, width, height } = firstOf(await fixture.pages());
  const answer = await t.viewer.get(`${fixture.path}/pages/${id}/text`);
  const { boxes } = data<PageText>(answer);
  const words = boxes.map((each) => each.text);
  assert.ok(words.includes('Zugzwang'), 'the word of the page');
  for (const { x, y, width: w, height: h } of boxes)
    assert.ok(x >= 0 && y >= 0 && x + w <= width + 0.1 && y + h <= height + 0.1, 'a box in the page');
  const board = await fixture.note('one two');
  const sheet = data<PageText>(await t.viewer.get(`${fixture.path}/pages/${board.id}/text`));
  assert.deepEqual(pluck(sheet.boxes, 'text'), ['one', 'two']);
  refused(await t.outsider.get(`${fixture.path}/pages/${id}/text`), 403);
  refused(await t.viewer.get(`${fixture.path}/pages/999999/text`), 404);
});

const textOf = async (t: Trial, pdf: Buffer) => {
  const fixture = await t.binder();
  await fixture.upload(pdf, 'a.pdf');
  const { id } = firstOf(await fixture.pages());
  const { boxes, problems } = data<PageText>(await t.viewer.get(`${fixture.path}/pages/${id}/text`));
  return { words: boxes.map((each) => each.text), problems };
};

test('[PAGE-45] what a form was filled in with is on the page', async (t) => {
  const { words } = await textOf(t, makeFilledForm('Zugzwang'));
  assert.ok(words.includes('Zugzwang'), 'the value of the field');
});

test('[PAGE-46] what belongs to a layer that is off is not found', async (t) => {
  assert.deepEqual((await textOf(t, makeHiddenLayer('Shown', 'Hidden'))).words, ['Shown']);
});

test('[PAGE-48] a picture that cannot be decoded is a problem of its page', async (t) => {
  assert.deepEqual((await textOf(t, makePdf())).problems, []);
  assert.deepEqual((await textOf(t, makeBrokenPicture())).problems, ['picture']);
});

test('[PAGE-43] a web page is shown in a frame without script', async (t) => {
  const fixture = await t.binder();
  const html =
    '<html><body><script>alert(1)</script><p style="color:red" onclick="x()">Words</p></body></html>';
  await fixture.upload(html, 'a.html');
  const json = { type: 'note', text: '<script>alert(1)</script>' };
  const { page_id } = data<CreatedPage>(await t.owner.post(`${fixture.path}/pages`, json));
  const [page, note] = await fixture.pages();
  const frameOf = (uri = '') =>
    t.nobody.get(new URL(uri.replace(/\/\w+\?/, '/frame?'), t.connection.base).href);
  const answer = await frameOf(page?.page_uri);
  status(answer, 200);
  const policy = answer.headers.get('content-security-policy') ?? '';
  assert.match(policy, /^sandbox.*default-src 'none'/);
  assert.doesNotMatch(policy, /script-src|allow-scripts|allow-same-origin/);
  assert.match(answer.bytes.toString(), /Words/);
  assert.doesNotMatch(answer.bytes.toString(), /script|onclick/);
  refused(await frameOf(page?.thumbnail_uri), 403);
  assert.equal(note?.id, page_id);
  refused(await frameOf(note?.page_uri), 404);
});

test('[PAGE-44] a note that was changed meanwhile is not changed by an older text', async (t) => {
  const { fixture } = await withPdf(t, 1);
  const note = await fixture.note('one');
  const path = `${fixture.path}/pages/${note.id}`;
  const [, before] = await fixture.pages();
  const base_file_id = (before as unknown as { file_id: string }).file_id;
  const texts = ['two', 'three', 'four'];
  const answers = await Promise.all(texts.map((text) => t.editor.post(path, { text, base_file_id })));
  assert.deepEqual(answers.map((answer) => answer.status).sort(), [200, 412, 412]);
  refused(await t.owner.post(path, { text: 'five', base_file_id }), 412, 'base_file_id');
  const storedContent = await t.viewer.get(`${fixture.path}/pagedownload/${note.id}?raw=true`);
  assert.equal(storedContent.bytes.toString(), texts[answers.findIndex((answer) => answer.status === 200)]);
  const [first, now] = await fixture.pages();
  done(await t.editor.post(path, { text: 'six', base_file_id: now?.file_id }));
  refused(await t.editor.post(path, { text: 'seven', base_file_id: 'x' }), 400);
  const ofPdf = { name: 'a', base_file_id };
  refused(await t.editor.post(`${fixture.path}/pages/${first?.id}`, ofPdf), 412);
});

test('[TODO-9] a phrase is counted on the pages of a binder', async (t) => {
  const fixture = await t.binder();
  const one = await fixture.note('A quincunx. Two quincunxes');
  await fixture.note('none');
  const look = async (q: string) =>
    data<PageHits>(await t.viewer.get(`${fixture.path}/pagesearch?q=${encodeURIComponent(q)}`));
  const find = (q: string) =>
    eventually(
      INDEXED_WITHIN_SECONDS,
      () => look(q),
      ({ is_complete }) => is_complete,
    );
  assert.deepEqual((await find('Quincunx')).pages, [{ page_id: one.id, hits: 2 }]);
  assert.equal((await find('two  quincunx')).total_hits, 1);
  refused(await t.viewer.get(`${fixture.path}/pagesearch?q=`), 400, 'q');
  refused(await t.outsider.get(`${fixture.path}/pagesearch?q=a`), 403);
  assert.equal(ids(await fixture.pages()).length, 2);
});
