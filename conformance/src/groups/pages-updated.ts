import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { done, refused } from '../expect.ts';
import { firstOf, ids, withPdf } from './paged-binder.ts';

const test = checks('pages-updated');

test('[PAGE-31] a page is moved in the display order by its page_number', async (t) => {
  const { fixture, pages } = await withPdf(t, 3);
  const [first, second, third] = ids(pages);
  done(await t.editor.post(`${fixture.path}/pages/${third}`, { page_number: '1.5' }));
  assert.deepEqual(ids(await fixture.pages()), [first, third, second]);
  const feed = await t.viewer.get(`${fixture.path}/feed`);
  const { data } = feed.json as { data: { entries: { kind: string }[] } };
  assert.equal(data.entries.at(-1)?.kind, 'page_updated');
  refused(
    await t.editor.post(`${fixture.path}/pages/${third}`, { page_number: 'first' }),
    400,
    'page_number',
  );
  refused(await t.editor.post(`${fixture.path}/pages/${third}`, {}), 400);
});

test('[PAGE-32] a page gets a name, and loses it', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const { id } = firstOf(pages);
  const nameNow = async () => (firstOf(await fixture.pages()) as { name?: string }).name;
  assert.equal(await nameNow(), undefined);
  done(await t.editor.post(`${fixture.path}/pages/${id}`, { name: 'Cover – 日本' }));
  assert.equal(await nameNow(), 'Cover – 日本');
  assert.equal(firstOf(await fixture.pages()).original_file_name, 'a.pdf');
  done(await t.editor.post(`${fixture.path}/pages/${id}`, { name: '' }));
  assert.equal(await nameNow(), undefined);
});

test('[PAGE-33] the text of a note is changed, a copy keeps its own, and a PDF has none', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const note = await fixture.note('before');
  const target = await t.binder();
  done(await t.owner.post(`${target.path}/copypages`, { source_id: fixture.id, pages: [{ id: note.id }] }));
  done(await t.editor.post(`${fixture.path}/pages/${note.id}`, { text: 'after' }));
  const textOf = async (path: string, id: number) =>
    (await t.viewer.get(`${path}/pagedownload/${id}?raw=true`)).bytes.toString();
  assert.equal(await textOf(fixture.path, note.id), 'after');
  assert.equal(await textOf(target.path, firstOf(await target.pages()).id), 'before');
  const change = { text: 'x', name: 'y' };
  refused(await t.editor.post(`${fixture.path}/pages/${firstOf(pages).id}`, change), 412, 'text');
  assert.deepEqual(firstOf(await fixture.pages()), firstOf(pages));
});

test('[PAGE-34] a viewer makes and changes no page', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const { id } = firstOf(pages);
  refused(await t.viewer.post(`${fixture.path}/pages`, { type: 'note', text: 'x' }), 403);
  refused(await t.viewer.post(`${fixture.path}/pages/${id}`, { name: 'x' }), 403);
});

test('[PAGE-36] a list shows every change made before it, and nothing to those who may not see it', async (t) => {
  const { fixture, pages } = await withPdf(t, 2);
  const [first, second] = ids(pages);
  await fixture.pages();
  done(await t.editor.post(`${fixture.path}/pages/${first}`, { name: 'Changed' }));
  assert.equal((firstOf(await fixture.pages()) as { name?: string }).name, 'Changed');
  done(await t.editor.delete(`${fixture.path}/pages/${first}`));
  assert.deepEqual(ids(await fixture.pages()), [second]);
  refused(await t.outsider.get(`${fixture.path}/pages`), 403);
});
