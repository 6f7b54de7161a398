import assert from 'node:assert/strict';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { createActors, outsiders, until } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { countBytes } from '../orgs/index.ts';
import { annotate, makePage, pagesOf } from '../pages/testing/annotate.ts';
import { FORM_TYPE, filePart, formOf } from '../pages/testing/form.ts';
import { type Uploader, uploaded } from '../pages/testing/upload.ts';

let owner: Awaited<ReturnType<typeof service.make.user>>;
let uploader: Uploader;
beforeAll(async () => {
  owner = await service.make.user();
});
beforeEach(async () => {
  uploader = { binderId: await service.make.binder(owner), owner };
});

const call = (method: string, path: string, json?: unknown) =>
  service.call(method, `/${uploader.binderId}${path}`, {
    token: owner.token,
    ...(json === undefined ? {} : { json }),
  });
const replace = (pageId: number, data: Buffer | string, name = 'second.pdf', token = owner.token) =>
  service.call('POST', `/${uploader.binderId}/pages/${pageId}/versions`, {
    token,
    body: formOf([filePart(data, name)]),
    headers: { 'content-type': FORM_TYPE },
  });
async function replaced(pageId: number, data: Buffer | string, name?: string): Promise<string> {
  const answer = await replace(pageId, data, name);
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body.data.file_id;
}
const versionsOf = async (pageId: number) =>
  (await call('GET', `/pages/${pageId}/versions`)).body.data.versions;
const idsOf = async () => (await pagesOf(service, uploader)).map(({ id }) => id);
const refusedFields = (answer: { body: { errors?: { path: string }[] } }) =>
  answer.body.errors?.map(({ path }) => path);

test('[PAGE-55] a new version keeps the ids, the names and the place of the pages', async () => {
  await uploaded(service, uploader, makePdf({ pages: 1 }), 'before.pdf');
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 2 }), 'first.pdf');
  await uploaded(service, uploader, makePdf({ pages: 1 }), 'after.pdf');
  const [before, a, b, after] = await idsOf();
  await call('POST', '/changepages', { pages: [{ id: a }, { id: b }], name: 'Contract' });
  const next = await replaced(a ?? 0, makePdf({ pages: 4 }));
  const found = await pagesOf(service, uploader);
  const ids = found.map(({ id }) => id);
  assert.deepEqual([ids.slice(0, 3), ids.at(-1), ids.length], [[before, a, b], after, 6]);
  const document = found.filter(({ file_id }) => file_id === next);
  assert.deepEqual(
    document.map(({ page_index, name, original_file_name }) => [page_index, name, original_file_name]),
    [0, 1, 2, 3].map((index) => [index, 'Contract', 'second.pdf']),
  );
  assert.ok(document.every(({ revision }, at) => revision > (pages[at]?.revision ?? 0)));
  await replaced(a ?? 0, makePdf({ pages: 1 }), 'third.pdf');
  assert.deepEqual(await idsOf(), [before, a, after]);
  const { files } = (await call('GET', '/files')).body.data;
  const [, , file] = files;
  assert.deepEqual(
    [files.length, file.name, file.total_pages, file.first_version.id, file.first_version.user.id],
    [3, 'third.pdf', 1, fileId, owner.id],
  );
});

test('[PAGE-55] only a document that nobody renamed gets the name of the new file', async () => {
  for (const name of [undefined, 'Minutes']) {
    const { pages } = await uploaded(service, uploader, 'one', 'first.txt');
    const [{ id }] = pages;
    if (name !== undefined) await call('POST', `/pages/${id}`, { name });
    await replaced(id, 'two', 'second.txt');
    const page = (await pagesOf(service, uploader)).find((each) => each.id === id);
    assert.deepEqual([page?.name, page?.original_file_name], [name, 'second.txt']);
  }
});

test('[PAGE-55] the log has the new file, the changed pages and a message of the server', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 1 }));
  const { seq } = (await call('GET', '/feed')).body.data;
  const next = await replaced(pages[0].id, makePdf({ pages: 2 }));
  const { entries } = (await call('GET', `/feed?after=${seq ?? 0}`)).body.data;
  const news = entries.slice(entries.findIndex(({ body }: { body: { id: string } }) => body.id === next));
  assert.deepEqual(
    news.map(({ kind }: { kind: string }) => kind),
    ['file_uploaded', 'page_updated', 'page_created', 'message_posted'],
  );
  assert.equal(news[0].body.replaces, fileId);
  const { text, is_feed, reply_to } = news[3].body;
  assert.deepEqual([text, is_feed, reply_to?.page], ['File replaced: second.pdf', true, { id: pages[0].id }]);
});

test('[PAGE-56] versions are listed with author, time, size and pages, and an earlier one downloads', async () => {
  const first = makePdf({ pages: 3 });
  const { pages, fileId } = await uploaded(service, uploader, first, 'first.pdf');
  const [{ id }] = pages;
  await replaced(id, makePdf({ pages: 1 }));
  const current = await replaced(id, makePdf({ pages: 2 }), 'third.pdf');
  const versions = await versionsOf(id);
  assert.deepEqual(
    versions.map((each: Record<string, unknown>) => [each.name, each.total_pages, each.is_current]),
    [
      ['third.pdf', 2, true],
      ['second.pdf', 1, false],
      ['first.pdf', 3, false],
    ],
  );
  assert.equal(versions[0].file_id, current);
  assert.deepEqual(
    [versions[2].file_id, versions[2].size, versions[2].user.id],
    [fileId, first.length, owner.id],
  );
  const old = await service.call('GET', `/${uploader.binderId}/files/${fileId}`, { token: owner.token });
  assert.deepEqual([old.status, Number(old.headers.get('content-length'))], [200, first.length]);
  const past = await call('GET', `/pages?file_id=${fileId}&as_of=${versions[2].as_of}`);
  assert.equal(past.body.data.pages.length, 3);
  const picture = await fetch(`${service.origin}${past.body.data.pages[2].thumbnail_uri}`);
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp']);
  const one = (await call('GET', `/pages/${id}/versions?limit=1`)).body.data;
  const rest = (await call('GET', `/pages/${id}/versions?limit=5&cursor=${one.next_cursor}`)).body.data;
  assert.deepEqual([...one.versions, ...rest.versions], versions);
});

test('[PAGE-57] drawings stay on their version, and comments on the page', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 1 }));
  const [{ id }] = pages;
  await annotate(service, uploader, id);
  await call('POST', `/pages/${id}/comments`, { text: 'Please check' });
  await replaced(id, makePdf({ pages: 2 }));
  assert.deepEqual(
    (await pagesOf(service, uploader)).map(({ svg_tags }) => svg_tags.length),
    [0, 0],
  );
  const { comments } = (await call('GET', `/pages/${id}/comments`)).body.data;
  assert.equal(comments.length, 1);
  const [, { as_of }] = await versionsOf(id);
  const past = await call('GET', `/pages?file_id=${fileId}&as_of=${as_of}`);
  assert.equal(past.body.data.pages[0].svg_tags.length, 1);
});

test('[PAGE-58] restoring makes a new version with the content and the drawings of the earlier one', async () => {
  const first = makePdf({ pages: 3 });
  const { pages, fileId } = await uploaded(service, uploader, first, 'first.pdf');
  const [a = 0, , c = 0] = pages.map((page: { id: number }): number => page.id);
  await annotate(service, uploader, c);
  await replaced(a, makePdf({ pages: 1 }));
  const restored = await call('POST', `/pages/${a}/versions/${fileId}/restore`);
  assert.equal(restored.status, 200, JSON.stringify(restored.body));
  assert.notEqual(restored.body.data.file_id, fileId);
  const found = await pagesOf(service, uploader);
  assert.deepEqual(
    found.map(({ svg_tags, page_index }) => [page_index, svg_tags.length]),
    [
      [0, 0],
      [1, 0],
      [2, 1],
    ],
  );
  assert.equal(found[0]?.id, a);
  const versions = await versionsOf(a);
  assert.deepEqual(
    versions.map(({ name, size }: { name: string; size: number }) => [name, size === first.length]),
    [
      ['first.pdf', true],
      ['second.pdf', false],
      ['first.pdf', true],
    ],
  );
});

test('[PAGE-58] restoring shows each page under the id that it had', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 3 }));
  const [a = 0, b = 0, c = 0] = pages.map((page: { id: number }): number => page.id);
  const shown = async () => (await pagesOf(service, uploader)).map(({ id, page_index }) => [id, page_index]);
  await call('POST', '/changepages', { pages: [{ id: a }], after_id: c });
  const before = await shown();
  await replaced(a, makePdf({ pages: 3 }));
  await call('POST', `/pages/${a}/versions/${fileId}/restore`);
  assert.deepEqual(await shown(), before);
  await call('DELETE', `/pages/${b}`);
  await call('POST', `/pages/${a}/versions/${fileId}/restore`);
  const [[added, index] = [], ...rest] = await shown();
  assert.deepEqual([index, rest], [1, before.slice(1)]);
  assert.ok(![a, b, c].includes(added ?? 0));
});

test('[PAGE-58] restoring leaves a page that was moved away from the document', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 3 }));
  const [a = 0, b = 0, c = 0] = pages.map((page: { id: number }): number => page.id);
  await uploaded(service, uploader, 'in between', 'note.txt');
  const note = (await idsOf()).at(-1) ?? 0;
  await call('POST', '/changepages', { pages: [{ id: b }], after_id: note });
  await replaced(a, makePdf({ pages: 1 }));
  const [, earlier] = await versionsOf(a);
  assert.deepEqual([earlier.file_id, earlier.total_pages], [fileId, 2]);
  await call('POST', `/pages/${a}/versions/${fileId}/restore`);
  const found = await pagesOf(service, uploader);
  assert.deepEqual(
    found.map(({ page_index }) => page_index),
    [0, 2, 0, 1],
  );
  assert.deepEqual([found[0]?.id, found[3]?.id, found[3]?.file_id], [a, b, fileId]);
  assert.ok(found.every(({ id }) => id !== c));
});

test('[PAGE-56] the pages that several shorter versions deleted count', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 3 }));
  const [{ id }] = pages;
  for (const count of [2, 1]) await replaced(id, makePdf({ pages: count }));
  assert.deepEqual(
    (await versionsOf(id)).map((each: { total_pages: number }) => each.total_pages),
    [1, 2, 3],
  );
  await call('POST', `/pages/${id}/versions/${fileId}/restore`);
  assert.equal((await idsOf()).length, 3);
});

test('[PAGE-59] of people who replace a file at once, each makes a version', async () => {
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 2 }));
  const [{ id }] = pages;
  const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'];
  await Promise.all(names.map((name, at) => replaced(id, makePdf({ pages: at + 1 }), name)));
  const versions = await versionsOf(id);
  assert.deepEqual(versions.map(({ name }: { name: string }) => name).toSorted(), [...names, 'report.pdf']);
  assert.equal(versions.at(-1).name, 'report.pdf');
  assert.equal(versions[0].total_pages, (await idsOf()).length);
});

test('[PAGE-60] a file with other pages, a version of another document and the current one are refused', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 1 }));
  const [{ id }] = pages;
  const other = await uploaded(service, uploader, makePdf({ pages: 2 }));
  const before = (await call('GET', '/files')).body.data;
  for (const [data, name] of [
    ['plain text', 'note.txt'],
    [Buffer.from([1, 2, 3]), 'unknown.bin'],
  ] as const) {
    const answer = await replace(id, data, name);
    assert.deepEqual([answer.status, refusedFields(answer)], [412, ['file']], name);
  }
  assert.equal((await replace(id, 'x'.repeat(0), 'empty.pdf')).status, 400);
  assert.equal((await replace(id, makePdf({ pages: 1 }).subarray(0, 200), 'cut.pdf')).status, 400);
  const current = await call('POST', `/pages/${id}/versions/${fileId}/restore`);
  assert.deepEqual([current.status, refusedFields(current)], [412, ['file_id']]);
  assert.equal((await call('POST', `/pages/${id}/versions/${other.fileId}/restore`)).status, 404);
  assert.equal((await replace(999_999, makePdf({ pages: 1 }))).status, 404);
  const board = await makePage(service, uploader, { type: 'whiteboard' });
  assert.equal((await replace(board, makePdf({ pages: 1 }))).status, 412);
  assert.equal((await call('GET', `/pages/${board}/versions`)).status, 412);
  assert.deepEqual((await call('GET', '/files')).body.data, before);
});

test('[PAGE-60] who may list, replace and restore versions', async () => {
  const actors = await createActors(service);
  const readers = { owner: 200, editor: 200, bot: 200, viewer: 200, reader: 200, ...outsiders };
  const writers = { owner: 200, editor: 200, bot: 200, viewer: 403, reader: 403, ...outsiders };
  const prepare = async (binderId: string) => {
    const binder = { binderId, owner: actors.users.owner };
    const { pages, fileId } = await uploaded(service, binder, makePdf({ pages: 1 }));
    const path = `/${binderId}/pages/${pages[0].id}/versions`;
    await service.call('POST', path, {
      token: binder.owner.token,
      body: formOf([filePart(makePdf({ pages: 2 }), 'next.pdf')]),
      headers: { 'content-type': FORM_TYPE },
    });
    return { path, fileId };
  };
  await actors.check({
    expected: readers,
    changes: false,
    prepare,
    call: ({ call }, _, { path }) => call('GET', path),
  });
  await actors.check({
    expected: writers,
    changes: true,
    prepare,
    call: ({ call }, _, { path, fileId }) => call('POST', `${path}/${fileId}/restore`),
  });
  await actors.check({
    expected: writers,
    changes: true,
    prepare,
    call: ({ call }, _, { path }) =>
      call('POST', path, {
        body: formOf([filePart(makePdf({ pages: 1 }), 'third.pdf')]),
        headers: { 'content-type': FORM_TYPE },
      }),
  });
});

test('[PAGE-61] a copy in the binder keeps its version, and has the versions before it', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 2 }), 'first.pdf');
  const [{ id }] = pages;
  await call('POST', '/copypages', { source_id: uploader.binderId });
  const copy = (await idsOf())[2] ?? 0;
  await replaced(id, makePdf({ pages: 1 }));
  const found = await pagesOf(service, uploader);
  assert.deepEqual(
    found.map(({ file_id }) => file_id === fileId),
    [false, true, true],
  );
  assert.deepEqual(
    (await versionsOf(copy)).map(({ name }: { name: string }) => name),
    ['first.pdf'],
  );
  assert.equal((await versionsOf(id)).length, 2);
  await call('POST', '/copypages', { source_id: uploader.binderId, pages: [{ id }] });
  const later = (await idsOf()).at(-1) ?? 0;
  assert.equal((await versionsOf(later)).length, 2);
});

test('[PAGE-61] a copy of an earlier version that comes back leaves it in the list of versions', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 2 }), 'first.pdf');
  const [{ id }] = pages;
  const other = await service.make.binder(owner);
  const copyTo = async (target: string, source: string) => {
    const json = { source_id: source };
    assert.equal(
      (await service.call('POST', `/${target}/copypages`, { token: owner.token, json })).status,
      200,
    );
  };
  await copyTo(other, uploader.binderId);
  await replaced(id, makePdf({ pages: 1 }));
  await copyTo(uploader.binderId, other);
  const before = await versionsOf(id);
  assert.deepEqual(
    before.map((each: { total_pages: number }) => each.total_pages),
    [1, 2],
  );
  assert.equal((await call('DELETE', `/files/${fileId}`)).status, 200);
  assert.deepEqual([await idsOf(), await versionsOf(id)], [[id], before]);
  assert.equal((await call('DELETE', `/files/${fileId}`)).status, 200);
  assert.equal((await versionsOf(id)).length, 1);
});

test('[PAGE-61] a copy in another binder has the id of the first version', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 1 }));
  const current = await replaced(pages[0].id, makePdf({ pages: 1 }));
  const target = await service.make.binder(owner);
  const json = { source_id: uploader.binderId };
  await service.call('POST', `/${target}/copypages`, { token: owner.token, json });
  const { body } = await service.call('GET', `/${target}/files`, { token: owner.token });
  const [file] = body.data.files;
  assert.deepEqual([file.id, file.first_version.id], [current, fileId]);
});

test('[PAGE-61] each text of a note is a version', async () => {
  const id = await makePage(service, uploader, { type: 'note', text: 'one' });
  await call('POST', `/pages/${id}`, { text: 'two' });
  await replaced(id, 'three', 'third.md');
  const versions = await versionsOf(id);
  assert.deepEqual(
    versions.map(({ size }: { size: number }) => size),
    [5, 3, 3],
  );
  await call('POST', `/pages/${id}/versions/${versions[2].file_id}/restore`);
  assert.equal((await call('GET', `/pagedownload/${id}`)).body.data.page, 'one');
});

test('[PAGE-62] all versions count into the bytes of the org, and the file that exceeds them is refused', async () => {
  const { db } = service.env;
  const used = () => countBytes(db, owner.orgId);
  const setLimit = (bytes: number | null) =>
    db.query('UPDATE orgs SET max_bytes = $2::bigint WHERE id = $1', [owner.orgId, bytes]);
  const { pages } = await uploaded(service, uploader, makePdf({ pages: 11 }));
  const [{ id }] = pages;
  const before = await used();
  const second = makePdf({ pages: 12 });
  await replaced(id, second);
  assert.equal(await used(), before + second.length);
  await setLimit(await used());
  const refused = await replace(id, makePdf({ pages: 13 }));
  assert.equal(refused.status, 413);
  const [current, first] = await versionsOf(id);
  assert.equal((await call('POST', `/pages/${id}/versions/${first.file_id}/restore`)).status, 200);
  await setLimit(null);
  assert.equal(current.size, second.length);
  assert.equal((await versionsOf(id)).length, 3);
});

test('[PAGE-62] a version is removed alone, or all with the file of the document', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 2 }));
  const [{ id }] = pages;
  const second = await replaced(id, makePdf({ pages: 3 }));
  const third = await replaced(id, makePdf({ pages: 1 }));
  const statusOf = async (file: string) => (await call('GET', `/files/${file}`)).status;
  assert.equal((await call('DELETE', `/files/${second}`)).status, 200);
  assert.deepEqual(
    (await versionsOf(id)).map(({ file_id }: { file_id: string }) => file_id),
    [third, fileId],
  );
  assert.equal((await call('POST', `/pages/${id}/versions/${second}/restore`)).status, 404);
  assert.equal((await call('DELETE', `/files/${third}`)).status, 200);
  assert.deepEqual(await Promise.all([fileId, second, third].map(statusOf)), [404, 404, 404]);
});

test('[PAGE-62] deleting all pages of a document leaves its versions until its file is deleted', async () => {
  const { pages, fileId } = await uploaded(service, uploader, makePdf({ pages: 2 }));
  const [{ id }] = pages;
  const current = await replaced(id, makePdf({ pages: 1 }));
  const statuses = () =>
    Promise.all([fileId, current].map(async (file) => (await call('GET', `/files/${file}`)).status));
  assert.equal((await call('DELETE', `/pages/${id}`)).status, 200);
  assert.deepEqual(await statuses(), [200, 200]);
  const { files } = (await call('GET', '/files')).body.data;
  assert.deepEqual(
    files.map((file: { id: string; total_pages: number }) => [file.id, file.total_pages]),
    [[current, 0]],
  );
  assert.equal((await call('DELETE', `/files/${current}`)).status, 200);
  assert.deepEqual(await statuses(), [404, 404]);
});

test('[PAGE-63] search finds the words of the new version alone', async () => {
  const { pages } = await uploaded(service, uploader, 'the first zebra', 'note.txt');
  const found = async (word: string) => {
    const { body } = await call('GET', `/search?q=${word}&types=page`);
    return body.data.results.length as number;
  };
  await until('the first version is found', async () => (await found('zebra')) === 1);
  await replaced(pages[0].id, 'the second giraffe', 'note.txt');
  await until('the second version is found', async () => (await found('giraffe')) === 1);
  assert.equal(await found('zebra'), 0);
});
