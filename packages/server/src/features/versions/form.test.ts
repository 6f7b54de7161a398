import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { applicationForm, encryptedForm, makePdf, withFormEntry } from '@ringbinder/page-renderer/testing';
import { createActors, outsiders } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, beforeEach, test } from 'vitest';
import { annotate, pagesOf } from '../pages/testing/annotate.ts';
import { type Uploader, uploaded } from '../pages/testing/upload.ts';

let owner: Awaited<ReturnType<typeof service.make.user>>;
let uploader: Uploader;
let form: Buffer;
beforeAll(async () => {
  owner = await service.make.user();
  form = await applicationForm();
});
beforeEach(async () => {
  uploader = { binderId: await service.make.binder(owner), owner };
});

const call = (method: string, path: string, json?: unknown, token = owner.token, headers = {}) =>
  service.call(method, `/${uploader.binderId}${path}`, {
    token,
    headers,
    ...(json === undefined ? {} : { json }),
  });
const upload = (bytes: Buffer, name = 'application.pdf') => uploaded(service, uploader, bytes, name);
const fieldsOf = async (pageId: number) => (await call('GET', `/pages/${pageId}/fields`)).body.data;
const fill = (pageId: number, base_file_id: string, values: unknown, headers = {}) =>
  call('POST', `/pages/${pageId}/fields`, { base_file_id, values }, owner.token, headers);
const valuesOf = async (pageId: number) =>
  Object.fromEntries(
    (await fieldsOf(pageId)).fields.map(({ name, value }: { name: string; value: unknown }) => [name, value]),
  );

test('[PAGE-64] each page of a PDF lists the fields on it, and other pages list none', async () => {
  const { pages, fileId } = await upload(form);
  const [first, second] = await Promise.all(pages.map(({ id }) => fieldsOf(id)));
  assert.deepEqual([first.file_id, first.fields.length, second.fields.length], [fileId, 18, 13]);
  const [name] = first.fields;
  assert.deepEqual(
    [name.name, name.label, name.type, name.value, name.is_required, name.widgets.length],
    ['person.family_name', 'Family name', 'text', '', true, 1],
  );
  const plain = await upload(makePdf({ pages: 1 }), 'plain.pdf');
  assert.deepEqual((await fieldsOf(plain.pages[0].id)).fields, []);
});

test('[PAGE-65] filled values are a new version; pages keep ids, names and drawings, and a deleted page stays away', async () => {
  const { pages, fileId } = await upload(form);
  const [{ id }, second] = pages;
  await annotate(service, uploader, id);
  await call('POST', `/pages/${id}`, { name: 'Housing' });
  const { seq } = (await call('GET', '/feed')).body.data;
  const answer = await fill(id, fileId, { 'person.city': 'Köln', 'rent.1': '450 €', 'facts.1': true });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  const next = answer.body.data.file_id;
  const found = await pagesOf(service, uploader);
  assert.deepEqual(
    found.map((page) => [page.id, page.file_id, page.name, page.svg_tags.length]),
    [
      [id, next, 'Housing', 1],
      [second?.id, next, undefined, 0],
    ],
  );
  const values = await valuesOf(id);
  assert.deepEqual([values['person.city'], values['facts.1'], values['person.street']], ['Köln', true, '']);
  assert.equal((await valuesOf(second?.id ?? 0))['rent.1'], '450 €');
  const { entries } = (await call('GET', `/feed?after=${seq}`)).body.data;
  assert.deepEqual(
    entries.map(({ kind }: { kind: string }) => kind),
    ['file_uploaded', 'page_updated', 'page_updated', 'message_posted'],
  );
  assert.equal(entries[3].body.text, 'Form filled: application.pdf');
  const { versions } = (await call('GET', `/pages/${id}/versions`)).body.data;
  assert.deepEqual([versions.length, versions[1].file_id], [2, fileId]);
  await call('DELETE', `/pages/${second?.id}`);
  assert.equal((await fill(id, next, { 'rent.1': '460 €' })).status, 200);
  assert.deepEqual(
    (await pagesOf(service, uploader)).map((page) => page.id),
    [id],
  );
});

test('[PAGE-65] filling needs write access, and listing read access', async () => {
  const actors = await createActors(service);
  const prepare = async (binderId: string) => {
    const { pages, fileId } = await uploaded(service, { binderId, owner: actors.users.owner }, form);
    return { path: `/${binderId}/pages/${pages[0].id}/fields`, fileId };
  };
  const members = { owner: 200, editor: 200, bot: 200 };
  await actors.check({
    expected: { ...members, viewer: 200, reader: 200, ...outsiders },
    changes: false,
    prepare,
    call: ({ call }, _, { path }) => call('GET', path),
  });
  await actors.check({
    expected: { ...members, viewer: 403, reader: 403, ...outsiders },
    changes: true,
    prepare,
    call: ({ call }, _, { path, fileId }) =>
      call('POST', path, { json: { base_file_id: fileId, values: { 'person.city': 'Bonn' } } }),
  });
});

test('[PAGE-66] a value that does not fit is 400 and named, and nothing is saved', async () => {
  const { pages, fileId } = await upload(form);
  const [{ id }] = pages;
  const answer = await fill(id, fileId, {
    'person.city': 'Bonn',
    county: 'Nowhere',
    other: '1',
    'tax.number': 5,
  });
  assert.equal(answer.status, 400);
  const invalid = await fill(id, fileId, { 'person.city': '東京', county: 'Nowhere', other: '1' });
  assert.equal(invalid.status, 400);
  assert.deepEqual(
    invalid.body.errors.map(({ path }: { path: string }) => path),
    ['values.person.city', 'values.county', 'values.other'],
  );
  assert.equal((await fill(id, fileId, {})).status, 400);
  assert.equal((await fieldsOf(id)).file_id, fileId);
});

test('[PAGE-67] of several who save at once one wins, and the others get 412', async () => {
  const { pages, fileId } = await upload(form);
  const [{ id }] = pages;
  const cities = ['Bonn', 'Köln', 'Essen'];
  const answers = await Promise.all(cities.map((city) => fill(id, fileId, { 'person.city': city })));
  assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 412, 412]);
  const refused = answers.find(({ status }) => status === 412);
  assert.deepEqual(
    refused?.body.errors.map(({ path }: { path: string }) => path),
    ['base_file_id'],
  );
  const won = cities[answers.findIndex(({ status }) => status === 200)];
  assert.equal((await valuesOf(id))['person.city'], won);
  const { file_id } = await fieldsOf(id);
  assert.equal((await fill(id, file_id, { 'person.street': 'Ring 1' })).status, 200);
  assert.equal((await valuesOf(id))['person.city'], won);
});

test('[PAGE-67] a repeated call with the same Idempotency-Key saves once', async () => {
  const { pages, fileId } = await upload(form);
  const [{ id }] = pages;
  const key = { 'idempotency-key': 'fill-1' };
  const [first, again] = [
    await fill(id, fileId, { 'person.city': 'Bonn' }, key),
    await fill(id, fileId, { 'person.city': 'Bonn' }, key),
  ];
  assert.deepEqual([again.status, again.body.data], [200, first.body.data]);
});

test('[PAGE-68] XFA and pages without a form are 412, and an encrypted PDF says why', async () => {
  const xfa = await upload(await withFormEntry(form, 'XFA', 'text'));
  const encrypted = await upload(await encryptedForm());
  for (const [{ pages, fileId }, reason] of [
    [xfa, 'xfa'],
    [encrypted, 'encrypted'],
  ] as const) {
    const [{ id }] = pages;
    assert.equal((await fieldsOf(id)).refusal.reason, reason);
    const answer = await fill(id, fileId, { 'person.city': 'Bonn' });
    assert.deepEqual([answer.status, answer.body.errors[0].path], [412, 'page_id']);
  }
  const picture = await upload(await readFile('docs/assets/loan-agreement.pdf'), 'plain.pdf');
  assert.equal((await fill(picture.pages[0].id, picture.fileId, { a: '1' })).status, 400);
  const note = (await call('POST', '/pages', { type: 'note', text: 'x' })).body.data.page_id;
  assert.equal((await fill(note, xfa.fileId, { a: '1' })).status, 412);
});
