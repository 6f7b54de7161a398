import assert from 'node:assert/strict';
import { type Cast, type CreatedUser, fileForm } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { chainLog, checkChain, findPosition } from '../hash-chain/index.ts';
import { retention } from '../personal-data/index.ts';

const DAY_MS = 24 * 60 * 60 * 1000;

let cast: Cast;
let admin: CreatedUser;
let partnerAdmin: CreatedUser;
beforeAll(async () => {
  cast = await service.make.cast();
  const of = { partner: cast.partner, client: cast.client };
  admin = await service.make.user(of);
  partnerAdmin = await service.make.user(of);
  await service.env.db.query(
    `UPDATE users SET role = 'admin', is_partner_admin = id = $2 WHERE id IN ($1, $2)`,
    [admin.id, partnerAdmin.id],
  );
});

const setLimits = (limits: object, { token } = partnerAdmin) =>
  service.call('POST', `/orgs/${cast.owner.orgId}`, { token, json: limits });
const totals = async () => {
  const { body } = await service.call('GET', `/orgs/${cast.owner.orgId}/usage`, admin);
  return body.data.totals;
};
const upload = (content: string, binderId = cast.binderId) =>
  service.call('POST', `/${binderId}/files`, { token: cast.owner.token, body: fileForm(content, 'a.bin') });
const removeFile = (id: string, { token } = cast.owner) =>
  service.call('DELETE', `/${cast.binderId}/files/${id}`, { token });
const makeBinder = () =>
  service.call('POST', '/me/binders', { token: cast.owner.token, json: { name: 'One more' } });

test('[QUOTA-1] limits are set by admins of the partner, times by those of the org; none is by null', async () => {
  const wrong = [{ max_bytes: -1 }, { max_bytes: 1.5 }, { max_binders: 'many' }, { message_days: 0 }, {}];
  for (const limits of wrong) assert.equal((await setLimits(limits)).status, 400, JSON.stringify(limits));
  const refused = await setLimits({ max_bytes: 5 }, admin);
  assert.deepEqual(
    [refused.status, refused.body.message],
    [403, 'only an admin of the partner may change max_bytes'],
  );
  assert.equal((await setLimits({ message_days: 30 }, cast.owner)).status, 403);
  const limits = { max_bytes: 1_000_000, max_binders: 1_000, message_days: 30, file_days: 60 };
  const { max_bytes, max_binders, ...days } = limits;
  await setLimits({ max_bytes, max_binders });
  const { body } = await setLimits(days, admin);
  const { data } = body;
  assert.deepEqual(
    [data.max_bytes, data.max_binders, data.message_days, data.file_days],
    Object.values(limits),
  );
  const none = { max_bytes: null, max_binders: null, message_days: null, file_days: null };
  const cleared = await setLimits(none);
  assert.deepEqual([cleared.body.data.max_bytes, cleared.body.data.file_days], [null, null]);
});

test('[QUOTA-2] over its bytes an upload is 413 and leaves nothing, two at once do not pass, and a deleted file makes room', async () => {
  const { body } = await upload('x'.repeat(600));
  const { bytes } = await totals();
  await setLimits({ max_bytes: bytes + 1_000 });
  const both = await Promise.all(['y', 'z'].map((each) => upload(each.repeat(700))));
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 413]);
  const refused = both.find(({ status }) => status === 413);
  assert.match(
    refused?.body.message,
    /^file would take the org to 2 kB of the 1\.6 kB that it may keep: delete files/,
  );
  assert.equal((await totals()).bytes, bytes + 700);
  assert.equal(
    (await upload('x'.repeat(600), await service.make.binder(cast.owner))).status,
    200,
    'the same content',
  );
  const note = { type: 'note', name: 'Long', text: 'n'.repeat(400) };
  const json = await service.call('POST', `/${cast.binderId}/pages`, { token: cast.owner.token, json: note });
  assert.equal(json.status, 413, 'a note is a file');

  const storedId = both.find(({ status }) => status === 200)?.body.data.file_id;
  assert.equal((await removeFile(storedId, cast.viewer)).status, 403);
  assert.equal((await removeFile(storedId)).status, 200);
  assert.equal((await removeFile(storedId)).status, 404);
  assert.equal((await totals()).bytes, bytes);
  assert.equal((await upload('y'.repeat(700))).status, 200);
  assert.ok(body.data.file_id);
  await setLimits({ max_bytes: null });
  assert.equal((await upload('w'.repeat(5_000))).status, 200);
});

test('[QUOTA-2] pages that are copied or moved into a binder of another org count there', async () => {
  const { otherOrg } = cast;
  const source = await service.make.binder(otherOrg, [{ user: cast.owner, role: 'editor' }]);
  const by = { token: cast.owner.token };
  const add = async (text: string): Promise<number> => {
    const json = { type: 'note', name: 'Note', text };
    const { status, body } = await service.call('POST', `/${source}/pages`, { ...by, json });
    assert.equal(status, 200, body.message);
    return body.data.page_id;
  };
  const [one, other] = [await add('a'.repeat(500)), await add('b'.repeat(600))];
  const { bytes } = await totals();
  await setLimits({ max_bytes: bytes + 700 });
  const send = (path: string, id: number) =>
    service.call('POST', `/${cast.binderId}/${path}`, {
      ...by,
      json: { source_id: source, pages: [{ id }] },
    });
  assert.equal((await send('copypages', one)).status, 200);
  for (const path of ['copypages', 'movepages']) assert.equal((await send(path, other)).status, 413, path);
  assert.equal((await send('copypages', one)).status, 200, 'the same content');
  assert.equal((await totals()).bytes, bytes + 500);
  await setLimits({ max_bytes: null });
  assert.equal((await send('movepages', other)).status, 200);
});

test('[QUOTA-3] at its number of binders a further one is 412, two at once too', async () => {
  const { binders } = await totals();
  await setLimits({ max_binders: binders + 1 });
  const both = await Promise.all([makeBinder(), makeBinder()]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), [200, 412]);
  assert.match(
    both.find(({ status }) => status === 412)?.body.message,
    /^the org has the \d+ binders that it may have/,
  );
  const id = both.find(({ status }) => status === 200)?.body.data.id;
  assert.equal((await service.call('DELETE', `/${id}`, { token: cast.owner.token })).status, 200);
  assert.equal((await makeBinder()).status, 200);
  await setLimits({ max_binders: null });
});

test('[QUOTA-4] a file is deleted with its pages, and told in the log', async () => {
  const { body } = await service.call('POST', `/${cast.binderId}/pageupload`, {
    token: cast.owner.token,
    body: fileForm('Some text', 'words.txt'),
  });
  const { file_id: fileId } = body.data;
  const before = (await findPosition(service.env.db, cast.binderId))?.seq ?? 0;
  assert.equal((await removeFile(fileId)).status, 200);
  const { body: feed } = await service.call('GET', `/${cast.binderId}/feed?after=${before}`, cast.owner);
  const events = feed.data.entries.map(({ kind, body }: { kind: string; body: object }) => [kind, body]);
  assert.deepEqual(events.at(-1), ['file_deleted', { id: fileId, name: 'words.txt' }]);
  assert.equal(events[0][0], 'page_deleted');
  assert.equal((await service.call('GET', `/${cast.binderId}/files/${fileId}`, cast.owner)).status, 404);
});

test('[QUOTA-5] what is older than its org keeps it is removed, from the log too; the chain fits and what is younger stays', async () => {
  const binderId = await service.make.binder(cast.owner, [{ user: cast.viewer, role: 'viewer' }]);
  const postText = (text: string) =>
    service.call('POST', `/${binderId}/messages`, { token: cast.owner.token, json: { message: { text } } });
  const words = 'Quokka';
  for (let number = 1; number <= 3; number++) await postText(`${words} ${number}`);
  await upload('old file of the test', binderId);
  // Advancing the clock instead would expire the tokens.
  for (const table of ['messages', 'files'])
    await service.env.db.query(`UPDATE ${table} SET created_at = created_at - $2 WHERE binder_id = $1`, [
      binderId,
      10 * DAY_MS,
    ]);
  await postText('Young');
  await upload('young file', binderId);
  await retention.work(service.env);
  const list = async () =>
    (await service.call('GET', `/${binderId}/messages`, { token: cast.viewer.token })).body.data.messages;
  assert.equal((await list()).length, 4, 'an org that wants nothing of it keeps all');

  await setLimits({ message_days: 5, file_days: 5 }, admin);
  const before = await findPosition(service.env.db, binderId);
  await Promise.all([retention.work(service.env), retention.work(service.env)]);
  assert.deepEqual(
    (await list()).map(({ text }: { text: string }) => text),
    ['Young'],
  );
  const { body: files } = await service.call('GET', `/${binderId}/files`, cast.owner);
  assert.equal(files.data.files.length, 1);
  const position = await findPosition(service.env.db, binderId);
  assert.equal(position?.seq, (before?.seq ?? 0) + 4, 'three messages and a file, each once');
  for (const table of [
    'messages',
    'binder_log',
    'versions',
    'message_words',
    'search_terms',
    'search_lexemes',
  ]) {
    const rows = await service.env.db.query(`SELECT FROM ${table} r WHERE r::text ILIKE '%${words}%'`);
    assert.equal(rows.length, 0, table);
  }
  await chainLog(service.env.db, binderId);
  const chained = await findPosition(service.env.db, binderId);
  assert.ok(chained);
  assert.equal((await checkChain(service.env.db, binderId, chained)).problem, null);
  const now = service.clock.now();
  const next = await retention.findNext?.(service.env, now);
  assert.ok(next && next > now && next <= now + 5 * DAY_MS + 1, 'the young ones are next');
});
