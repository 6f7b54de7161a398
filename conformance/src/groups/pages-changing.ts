import assert from 'node:assert/strict';
import { checks } from '../check.ts';
import { data, done, listed, pluck, refused, rows, status } from '../expect.ts';
import { makeWav } from '../fixtures/media.ts';
import { makeFilledForm, makePdf } from '../fixtures/pdf.ts';
import type { Trial } from '../trial.ts';
import type { StoredFile, UploadedFile } from '../types.ts';
import { drawOn, firstOf, ids, withPdf } from './paged-binder.ts';

const test = checks('pages-changing');

interface FileVersion {
  file_id: string;
  name: string;
  total_pages: number;
  is_current: boolean;
  as_of?: string;
}

interface PageForm {
  file_id: string;
  fields: { name: string; value: unknown }[];
}

const named = (pages: { id: number }[]) => pages.map(({ id }) => ({ id }));

test('[PAGE-17] [PAGE-20] a page is deleted, with write access', async (t) => {
  const { fixture, pages } = await withPdf(t, 2);
  const [first, second] = pages;
  for (const person of [t.viewer, t.sameOrg, t.outsider])
    for (const which of [`/${first?.id}`, `?filter=${first?.id}`])
      refused(await person.delete(`${fixture.path}/pages${which}`), 403);
  done(await t.editor.delete(`${fixture.path}/pages/${first?.id}`));
  assert.deepEqual(ids(await fixture.pages()), [second?.id]);
  refused(await t.editor.delete(`${fixture.path}/pages/${first?.id}`), 404);
  refused(await t.editor.delete(`${fixture.path}/pages?filter=${first?.id},${second?.id}`), 404);
  assert.deepEqual(ids(await fixture.pages()), [second?.id]);
});

test('[PAGE-18] [PAGE-19] several pages are deleted, all or none, and never without a filter', async (t) => {
  const { fixture, pages } = await withPdf(t, 4);
  const [first, second, third, fourth] = ids(pages);
  for (const missing of [999_999, Number.MAX_SAFE_INTEGER])
    refused(await t.owner.delete(`${fixture.path}/pages?filter=${first},${missing},${second}`), 404);
  for (const query of [
    '',
    '?filter=',
    '?filter=all',
    `?filter=${first},`,
    `?filter=${first}%20`,
    '?filter[]=1',
  ])
    refused(await t.owner.delete(`${fixture.path}/pages${query}`), 400, 'filter');
  assert.deepEqual(ids(await fixture.pages()), ids(pages));
  done(await t.owner.delete(`${fixture.path}/pages?filter=${first},${third},${first}`));
  assert.deepEqual(ids(await fixture.pages()), [second, fourth]);
});

test('[PAGE-21] the revision of a page grows by one with every change on it', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const { id, revision } = firstOf(pages);
  await drawOn(t, fixture, { id });
  assert.deepEqual(firstOf(await fixture.pages()).revision, revision + 2);
});

test('[PAGE-22] pages are copied: those named, or all', async (t) => {
  const { fixture: source, pages } = await withPdf(t, 3);
  const target = await t.binder();
  const copy = (body: object) => t.owner.post(`${target.path}/copypages`, { source_id: source.id, ...body });
  done(await copy({ pages: named(pages.slice(1, 2)) }));
  assert.deepEqual(pluck(await target.pages(), 'page_index'), [1]);
  done(await copy({}));
  assert.equal((await target.pages()).length, 4);
  const [first] = pages;
  const within = { source_id: source.id, pages: [{ id: first?.id }] };
  const own = await t.binder();
  done(await t.owner.post(`${own.path}/copypages`, within));
  const [copied] = await own.pages();
  done(await t.owner.post(`${own.path}/copypages`, { source_id: own.id, pages: [{ id: copied?.id }] }));
  assert.equal((await own.pages()).length, 2);
  assert.deepEqual(await source.pages(), pages);
});

test('[PAGE-23] a copy has a new id, the same file and the annotations, and no comments', async (t) => {
  const { fixture: source, pages, fileId } = await withPdf(t, 1);
  const original = firstOf(pages);
  await drawOn(t, source, original);
  const target = await t.binder();
  await target.note();
  done(await t.owner.post(`${target.path}/copypages`, { source_id: source.id }));
  const [, copy] = await target.pages();
  assert.deepEqual(copy?.file_id, fileId);
  assert.deepEqual(copy?.svg_tags, firstOf(await source.pages()).svg_tags);
  const comments = await t.owner.get(`${target.path}/pages/${copy?.id}/comments`);
  assert.deepEqual(data(comments), { comments: [] });
});

test('[PAGE-24] [PAGE-25] pages are moved with everything on them', async (t) => {
  const { fixture: source, pages } = await withPdf(t, 3);
  const [first, second, third] = pages;
  await drawOn(t, source, second ?? { id: 0 });
  const target = await t.binder();
  done(
    await t.owner.post(`${target.path}/movepages`, {
      source_id: source.id,
      pages: named(pages.slice(1, 2)),
    }),
  );
  assert.deepEqual(ids(await source.pages()), [first?.id, third?.id]);
  const moved = firstOf(await target.pages());
  assert.deepEqual([moved.page_index, moved.svg_tags.length], [1, 1]);
  const { created_time, file_id } = second ?? {};
  assert.deepEqual([moved.created_time, moved.file_id, moved.revision], [created_time, file_id, 4]);
  const kinds = [(await source.entries()).at(-1)?.kind, (await target.entries()).at(-1)?.kind];
  assert.deepEqual(kinds, ['page_moved', 'page_created']);
  const comments = await t.owner.get(`${target.path}/pages/${moved.id}/comments`);
  assert.equal(data<{ comments: { text: string }[] }>(comments).comments.length, 1);
  status(await t.nobody.get(new URL(moved.page_uri, t.connection.base).href), 200);
});

test('[PAGE-26] copy and move need write access in both binders, and every page', async (t) => {
  const { fixture: source, pages } = await withPdf(t, 2);
  const target = await t.binder();
  const foreign = await t.binder(await t.people.reuse('conformance-pages-changing-colleague'));
  for (const call of ['copypages', 'movepages']) {
    const body = { source_id: source.id, pages: named(pages) };
    refused(await t.viewer.post(`${target.path}/${call}`, body), 403);
    refused(await t.owner.post(`${foreign.path}/${call}`, body), 403);
    refused(await t.owner.post(`${target.path}/${call}`, { ...body, source_id: foreign.id }), 403);
    const missing = { ...body, pages: [...body.pages, { id: 999_999 }] };
    refused(await t.owner.post(`${target.path}/${call}`, missing), 404);
    const twice = { ...body, pages: [...body.pages, ...body.pages.slice(0, 1)] };
    refused(await t.owner.post(`${target.path}/${call}`, twice), 400, 'pages[2].id');
    refused(await t.owner.post(`/B${'0'.repeat(22)}/${call}`, body), 404);
    refused(await t.nobody.post(`${target.path}/${call}`, body), 401);
    refused(await t.owner.post(`${target.path}/${call}`, { ...body, pages: [] }), 400, 'pages');
  }
  const mixed = await t.binder(t.viewer);
  for (const call of ['copypages', 'movepages']) {
    refused(await t.viewer.post(`${mixed.path}/${call}`, { source_id: source.id, pages: named(pages) }), 403);
    const own = { source_id: mixed.id, pages: [{ id: (await mixed.note()).id }] };
    refused(await t.viewer.post(`${target.path}/${call}`, own), 403);
  }
  const onto = { source_id: source.id, pages: named(pages) };
  refused(await t.owner.post(`${source.path}/movepages`, onto), 400, 'source_id');
  refused(await t.owner.post(`${target.path}/movepages`, { source_id: source.id }), 400, 'pages');
  assert.deepEqual([await target.pages(), await source.pages()], [[], pages]);
  done(await t.owner.delete(`${source.path}/pages/${pages[0]?.id}`));
  refused(await t.owner.post(`${target.path}/copypages`, { source_id: source.id, pages: named(pages) }), 404);
});

test('[PAGE-31] a page is moved in the display order by its page_number', async (t) => {
  const { fixture, pages } = await withPdf(t, 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = ids(pages);
  const moves: [id: number, page_number: string, order: number[], shown?: string][] = [
    [fourth, '1.5', [first, fourth, second, third]],
    [first, '2.50', [fourth, second, first, third], '2.5'],
    [third, '0', [third, fourth, second, first]],
    [third, '2', [fourth, second, third, first]],
    [third, '999999999.999999999', [fourth, second, first, third]],
  ];
  for (const [id, page_number, order, shown = page_number] of moves) {
    done(await t.editor.post(`${fixture.path}/pages/${id}`, { page_number }));
    assert.deepEqual(ids(await fixture.pages()), order);
    assert.equal(firstOf(await fixture.pages(`?filter=${id}`)).page_number, shown);
  }
  const { id: note } = await fixture.note();
  assert.deepEqual(ids(await fixture.pages()), [fourth, second, first, third, note]);
  assert.equal(firstOf(await fixture.pages(`?filter=${third}`)).page_index, 2);
  done(await t.editor.post(`${fixture.path}/pages/${note}`, { name: 'a', page_number: '7' }));
  const entry = (await fixture.entries()).at(-1);
  assert.deepEqual([entry?.kind, entry?.body], ['page_updated', { id: note, name: 'a', page_number: '7' }]);
});

test('[PAGE-31] a wrong field of a change is 400 and named, and a page that is not there 404', async (t) => {
  const [fixture, other] = [await t.binder(), await t.binder()];
  const note = await fixture.note();
  const path = `${fixture.path}/pages/${note.id}`;
  for (const page_number of [
    2,
    null,
    '',
    '-1',
    '1e3',
    'NaN',
    '1.',
    '.5',
    '1,5',
    ' 1',
    '1234567890',
    `1.${'1'.repeat(101)}`,
  ])
    refused(await t.editor.post(path, { page_number }), 400, 'page_number');
  for (const [field, json] of [
    ['', {}],
    ['', { other: 1 }],
    ['name', { name: 'x'.repeat(256) }],
    ['name', { name: {} }],
    ['text', { text: ['a'] }],
    ['text', { text: 'x'.repeat(524_289) }],
  ] as const)
    refused(await t.editor.post(path, json), 400, field);
  assert.deepEqual(await fixture.pages(), [note]);
  await other.postText('takes an id');
  const missing = [`${fixture.path}/pages/999999`, `${fixture.path}/pages/${(await other.note()).id}`];
  for (const wrong of missing) refused(await t.editor.post(wrong, { name: 'a' }), 404);
  done(await t.editor.delete(path));
  refused(await t.editor.post(path, { name: 'a' }), 404);
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

test('[PAGE-52] several pages move together after another page, and to the beginning', async (t) => {
  const { fixture, pages } = await withPdf(t, 4);
  const [first = 0, second = 0, third = 0, fourth = 0] = ids(pages);
  const move = (moved: number[], after_id: number) =>
    t.editor.post(`${fixture.path}/changepages`, { pages: moved.map((id) => ({ id })), after_id });
  done(await move([third, fourth], first));
  assert.deepEqual(ids(await fixture.pages()), [first, third, fourth, second]);
  done(await move([second, fourth], 0));
  assert.deepEqual(ids(await fixture.pages()), [second, fourth, first, third]);
  done(await move([second], third));
  assert.deepEqual(ids(await fixture.pages()), [fourth, first, third, second]);
});

test('[PAGE-53] several pages get one name, all or none', async (t) => {
  const { fixture, pages } = await withPdf(t, 2);
  const change = (body: Record<string, unknown>) => t.editor.post(`${fixture.path}/changepages`, body);
  done(await change({ pages: named(pages), name: 'Contract' }));
  refused(await change({ pages: [...named(pages), { id: 999_999 }], name: 'Other' }), 404);
  refused(await change({ pages: [...named(pages), ...named(pages)], name: 'Other' }), 400, 'pages[2].id');
  refused(await change({ pages: named(pages), after_id: pages[0]?.id }), 400, 'after_id');
  refused(await change({ pages: named(pages) }), 400);
  const names = ((await fixture.pages()) as { name?: string }[]).map(({ name }) => name);
  assert.deepEqual(names, ['Contract', 'Contract']);
});

test('[PAGE-54] changing several pages needs write access', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const body = { pages: named(pages), name: 'Other' };
  refused(await t.viewer.post(`${fixture.path}/changepages`, body), 403);
  refused(await t.nobody.post(`${fixture.path}/changepages`, body), 401);
});

test('[PAGE-84] [PAGE-85] sections are created at the end, renamed, moved and deleted', async (t) => {
  const { fixture } = await withPdf(t, 1);
  const path = `${fixture.path}/sections`;
  const create = async (name: string) => data<{ id: number }>(await t.editor.post(path, { name })).id;
  const names = async () =>
    data<{ sections: { name: string }[] }>(await t.viewer.get(path)).sections.map(({ name }) => name);
  const [one, two] = [await create('One'), await create('Two')];
  data(await t.editor.post(`${path}/${two}`, { name: 'Zwei', after_id: 0 }));
  assert.deepEqual(await names(), ['Zwei', 'One']);
  const family = '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}';
  data(await t.editor.post(`${path}/${one}`, { name: family.repeat(100) }));
  refused(await t.editor.post(`${path}/${one}`, { name: family.repeat(101) }), 400, 'name');
  refused(await t.editor.post(path, { name: '' }), 400, 'name');
  for (let count = 2; count < 100; count++) await create('One');
  refused(await t.editor.post(path, { name: 'One' }), 412);
  done(await t.editor.delete(`${path}/${one}`));
  refused(await t.editor.delete(`${path}/${one}`), 404);
});

test('[PAGE-86] [PAGE-87] [PAGE-88] documents move into a section, and out of a deleted one', async (t) => {
  const { fixture, pages } = await withPdf(t, 2);
  const path = `${fixture.path}/sections`;
  const { id: section_id } = data<{ id: number }>(await t.editor.post(path, { name: 'Contracts' }));
  const sections = async (query = '') =>
    data<{ pages: { section_id?: number }[] }>(await t.viewer.get(`${fixture.path}/pages${query}`)).pages.map(
      (page) => page.section_id,
    );
  const move = (body: object) =>
    t.editor.post(`${fixture.path}/changepages`, { pages: named(pages), ...body });
  done(await move({ section_id }));
  assert.deepEqual(await sections(), [section_id, section_id]);
  refused(await move({ section_id: 999_999 }), 404);
  done(await t.editor.post(`${fixture.path}/pages/${firstOf(pages).id}`, { section_id: 0 }));
  assert.deepEqual(await sections(), [undefined, section_id]);
  const { entries } = data<{ entries: { seq: number }[] }>(await t.viewer.get(`${fixture.path}/feed`));
  done(await t.editor.delete(`${path}/${section_id}`));
  assert.deepEqual(await sections(), [undefined, undefined]);
  assert.deepEqual(await sections(`?as_of=seq:${entries.at(-1)?.seq}`), [undefined, section_id]);
});

test('[PAGE-89] changing sections needs write access', async (t) => {
  const { fixture } = await withPdf(t, 1);
  const path = `${fixture.path}/sections`;
  const { id } = data<{ id: number }>(await t.editor.post(path, { name: 'Contracts' }));
  data(await t.viewer.get(path));
  refused(await t.outsider.get(path), 403);
  refused(await t.viewer.post(path, { name: 'Mine' }), 403);
  refused(await t.viewer.post(`${path}/${id}`, { name: 'Mine' }), 403);
  refused(await t.viewer.delete(`${path}/${id}`), 403);
});

test('[PAGE-90] [PAGE-91] [PAGE-92] a page has a description, now and in the history', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const path = `${fixture.path}/pages/${firstOf(pages).id}`;
  const description = async (query = '') =>
    data<{ pages: { description?: string }[] }>(await t.viewer.get(`${fixture.path}/pages${query}`)).pages[0]
      ?.description;
  done(await t.editor.post(path, { description: 'A harbour at dusk' }));
  assert.equal(await description(), 'A harbour at dusk');
  refused(await t.viewer.post(path, { description: 'Mine' }), 403);
  refused(await t.editor.post(path, { description: 'a'.repeat(1_001) }), 400, 'description');
  const { entries } = data<{ entries: { seq: number }[] }>(await t.viewer.get(`${fixture.path}/feed`));
  done(await t.editor.post(path, { description: '' }));
  assert.equal(await description(), undefined);
  assert.equal(await description(`?as_of=seq:${entries.at(-1)?.seq}`), 'A harbour at dusk');
  const message = { message: { text: 'Hello' }, file_description: 'A harbour' };
  refused(await t.editor.post(`${fixture.path}/messages`, message), 400, 'file_description');
});

async function replacedPdf(t: Trial) {
  const { fixture, pages } = await withPdf(t, 2);
  const first = firstOf(pages);
  await drawOn(t, fixture, first);
  const path = `${fixture.path}/pages/${first.id}/versions`;
  const replace = (bytes: Buffer | string, name: string) => t.editor.upload(path, bytes, name);
  const answer = await replace(makePdf({ pages: 3 }), 'b.pdf');
  const versions = async () => data<{ versions: FileVersion[] }>(await t.viewer.get(path)).versions;
  const fileId = data<UploadedFile>(answer).file_id;
  return { fixture, pages, first, path, replace, versions, fileId };
}

test('[PAGE-55] [PAGE-57] a new version keeps the pages and their comments, and no drawings', async (t) => {
  const { fixture, pages, first, fileId } = await replacedPdf(t);
  const after = await fixture.pages();
  assert.deepEqual(ids(after).slice(0, 2), ids(pages));
  assert.deepEqual(rows(after, 'file_id', 'page_index', 'original_file_name'), [
    [fileId, 0, 'b.pdf'],
    [fileId, 1, 'b.pdf'],
    [fileId, 2, 'b.pdf'],
  ]);
  assert.deepEqual(
    after.map(({ svg_tags }) => svg_tags.length),
    [0, 0, 0],
  );
  const comments = data<{ comments: unknown[] }>(
    await t.viewer.get(`${fixture.path}/pages/${first.id}/comments`),
  );
  assert.equal(comments.comments.length, 1);
});

test('[PAGE-56] [PAGE-58] versions are listed, and an earlier one is restored with its drawings', async (t) => {
  const { fixture, first, path, versions, fileId } = await replacedPdf(t);
  const [current, earlier] = await versions();
  assert.deepEqual([current?.file_id, current?.is_current, current?.total_pages], [fileId, true, 3]);
  assert.deepEqual([earlier?.file_id, earlier?.is_current, earlier?.total_pages], [first.file_id, false, 2]);
  const past = await fixture.pages(`?file_id=${first.file_id}&as_of=${earlier?.as_of}`);
  assert.deepEqual(
    past.map(({ svg_tags }) => svg_tags.length),
    [1, 0],
  );
  status(await t.editor.post(`${path}/${first.file_id}/restore`, {}), 200);
  assert.deepEqual(
    (await fixture.pages()).map(({ svg_tags }) => svg_tags.length),
    [1, 0],
  );
  assert.deepEqual(pluck(await versions(), 'name'), ['a.pdf', 'b.pdf', 'a.pdf']);
});

test('[PAGE-59] when several people replace a file at once, each makes a version', async (t) => {
  const { replace, versions } = await replacedPdf(t);
  const answers = await Promise.all(
    [1, 2, 4].map((count) => replace(makePdf({ pages: count }), `${count}.pdf`)),
  );
  for (const answer of answers) status(answer, 200);
  assert.equal((await versions()).length, 5);
});

test('[PAGE-60] a file of another type, and versions of other documents are refused', async (t) => {
  const { fixture, first, path, replace, fileId } = await replacedPdf(t);
  refused(await replace('words', 'a.txt'), 412, 'file');
  refused(await t.editor.post(`${path}/${fileId}/restore`, {}), 412, 'file_id');
  const other = await fixture.upload(makePdf(), 'c.pdf');
  refused(await t.editor.post(`${path}/${other}/restore`, {}), 404);
  refused(await t.viewer.post(`${path}/${first.file_id}/restore`, {}), 403);
  refused(await t.viewer.upload(path, makePdf(), 'b.pdf'), 403);
  refused(await t.nobody.get(path), 401);
});

test('[PAGE-64] [PAGE-65] [PAGE-66] [PAGE-67] [PAGE-69] the fields of a form are listed and filled', async (t) => {
  const fixture = await t.binder();
  const fileId = await fixture.upload(makeFilledForm('Essen'), 'form.pdf');
  const page = firstOf(await fixture.pages());
  const path = `${fixture.path}/pages/${page.id}/fields`;
  const before = data<PageForm>(await t.viewer.get(path));
  assert.deepEqual([before.file_id, before.fields.length], [fileId, 1]);
  assert.deepEqual(pluck(before.fields, 'name'), ['a']);
  const fill = (values: object, base_file_id = fileId) => t.editor.post(path, { base_file_id, values });
  refused(await fill({ street: 'Ring 1' }), 400, 'values.street');
  refused(await fill({ a: '東京' }), 400, 'values.a');
  refused(await t.viewer.post(path, { base_file_id: fileId, values: { a: 'Bonn' } }), 403);
  const next = data<UploadedFile>(await fill({ a: 'Bonn' })).file_id;
  refused(await fill({ a: 'Köln' }), 412, 'base_file_id');
  const after = data<PageForm>(await t.viewer.get(path));
  assert.deepEqual([after.file_id, ...pluck(after.fields, 'value')], [next, 'Bonn']);
  assert.deepEqual(ids(await fixture.pages()), [page.id]);
  const { boxes } = data<{ boxes: { text: string }[] }>(
    await t.viewer.get(`${fixture.path}/pages/${page.id}/text`),
  );
  assert.deepEqual(pluck(boxes, 'text'), ['Bonn']);
});

test('[PAGE-68] a page without a form is not filled', async (t) => {
  const fixture = await t.binder();
  const note = await fixture.note('words');
  const path = `${fixture.path}/pages/${note.id}/fields`;
  const { file_id, fields } = data<PageForm>(await t.viewer.get(path));
  assert.deepEqual(fields, []);
  refused(await t.editor.post(path, { base_file_id: file_id, values: { a: 'Bonn' } }), 412, 'page_id');
});

test('[PAGE-61] [PAGE-62] a file has its first version, and an earlier version is removed alone', async (t) => {
  const { fixture, first, versions, fileId } = await replacedPdf(t);
  const files = listed<StoredFile & { first_version?: { id: string } }>(
    await t.viewer.get(`${fixture.path}/files`),
  );
  assert.deepEqual(
    files.map(({ id, first_version }) => [id, first_version?.id]),
    [[fileId, first.file_id]],
  );
  done(await t.editor.delete(`${fixture.path}/files/${first.file_id}`));
  assert.deepEqual(pluck(await versions(), 'file_id'), [fileId]);
});

test('[PAGE-33] the text of a note is changed, a copy keeps its own, and a PDF has none', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const note = await fixture.note('before');
  const target = await t.binder();
  done(await t.owner.post(`${target.path}/copypages`, { source_id: fixture.id, pages: [{ id: note.id }] }));
  const copy = firstOf(await target.pages());
  const textOf = async (path: string, id: number) =>
    (await t.viewer.get(`${path}/pagedownload/${id}?raw=true`)).bytes.toString();
  done(await t.editor.post(`${fixture.path}/pages/${note.id}`, { text: 'after – danach' }));
  assert.equal(await textOf(fixture.path, note.id), 'after – danach');
  assert.equal(await textOf(target.path, copy.id), 'before');
  done(await t.editor.post(`${target.path}/pages/${copy.id}`, { text: 'third' }));
  assert.equal(await textOf(target.path, copy.id), 'third');
  const after = firstOf(await fixture.pages(`?filter=${note.id}`));
  assert.equal(after.original_file_name, 'note.txt');
  assert.ok(after.file_id !== note.file_id && after.page_uri !== note.page_uri, 'a new file, and a new link');
  const shown = await t.nobody.get(new URL(after.page_uri, t.connection.base).href);
  assert.equal(shown.bytes.toString(), 'after – danach');
  const files = listed<StoredFile>(await t.viewer.get(`${fixture.path}/files`)).slice(1);
  assert.deepEqual(rows(files, 'id', 'name', 'mime_type'), [[after.file_id, 'note.txt', 'text/plain']]);
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

interface EditorClaim {
  user: { id: string; name: string };
  is_mine: boolean;
  until_time: number;
}

test('[PAGE-70] [PAGE-71] [PAGE-72] [PAGE-73] a note is claimed by whoever edits it', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  const note = await fixture.note('one');
  const path = `${fixture.path}/pages/${note.id}`;
  const claim = async (person: typeof t.owner, client_uuid: string, replaces = false) =>
    data<EditorClaim>(await person.post(`${path}/editor`, { client_uuid, replaces }));
  const claims = await Promise.all([claim(t.owner, 'a'), claim(t.editor, 'b'), claim(t.editor, 'c')]);
  const [winner, ...others] = claims.filter(({ is_mine }) => is_mine);
  assert.ok(winner);
  assert.equal(others.length, 0);
  assert.equal(new Set(claims.map(({ user }) => user.id)).size, 1);
  for (const uuid of ['b', 'c']) done(await t.editor.delete(`${path}/editor?client_uuid=${uuid}`));
  const mine = await claim(t.owner, 'a');
  assert.equal(mine.is_mine, true);
  assert.ok(mine.until_time > 0);
  assert.equal((await claim(t.editor, 'b', true)).is_mine, false);
  assert.equal((await claim(t.owner, 'd')).is_mine, false);
  assert.equal((await claim(t.owner, 'd', true)).is_mine, true);
  done(await t.editor.post(path, { text: 'two' }));
  refused(await t.viewer.post(`${path}/editor`, { client_uuid: 'e' }), 403);
  refused(await t.owner.post(`${fixture.path}/pages/999999/editor`, { client_uuid: 'e' }), 404);
  refused(await t.owner.post(`${fixture.path}/pages/${pages[0]?.id}/editor`, { client_uuid: 'e' }), 412);
});

test('[PAGE-79] [PAGE-80] [PAGE-81] a page with sound has captions that are added, corrected and removed', async (t) => {
  const { fixture, pages } = await withPdf(t, 1);
  await fixture.upload(makeWav(), 'talk.wav');
  const page = (await fixture.pages()).at(-1);
  const path = `${fixture.path}/pages/${page?.id}/captions`;
  const put = (person: typeof t.owner, body: string, to = path) =>
    person.send('PUT', to, { body, headers: { 'content-type': 'text/vtt' } });
  const read = async () => {
    const answer = await t.viewer.get(path);
    status(answer, 200);
    return [answer.headers.get('content-language'), answer.bytes.toString()];
  };
  assert.deepEqual(await read(), [null, 'WEBVTT\n\n']);
  const srt = '1\r\n00:00:01,000 --> 00:00:02,000\r\n利率 & terms\r\n';
  done(await put(t.editor, srt, `${path}?language=zh`));
  assert.deepEqual(await read(), ['zh', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n利率 &amp; terms\n']);
  const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Ada>Terms\n';
  done(await put(t.editor, vtt));
  const faulty = await put(t.editor, `${vtt}\n00:03 --> 00:04\nx\n`);
  refused(faulty, 400, 'captions');
  assert.match(String((faulty.json as { message?: string }).message), /line 6/);
  assert.deepEqual(await read(), ['und', vtt]);
  refused(await put(t.viewer, vtt), 403);
  refused(await put(t.editor, vtt, `${fixture.path}/pages/${firstOf(pages).id}/captions`), 412);
  done(await t.editor.delete(path));
  refused(await t.editor.delete(path), 404);
  assert.deepEqual(await read(), [null, 'WEBVTT\n\n']);
});

test('[PAGE-83] a copy of a page has its captions', async (t) => {
  const [source, target] = [await t.binder(), await t.binder()];
  await source.upload(makeWav(), 'talk.wav');
  const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\nTerms\n';
  const path = `${source.path}/pages/${firstOf(await source.pages()).id}/captions`;
  done(await t.owner.send('PUT', path, { body: vtt, headers: { 'content-type': 'text/vtt' } }));
  done(await t.owner.post(`${target.path}/copypages`, { source_id: source.id }));
  const copy = await t.owner.get(`${target.path}/pages/${firstOf(await target.pages()).id}/captions`);
  assert.equal(copy.bytes.toString(), vtt);
});
