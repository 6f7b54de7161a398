import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { makePdf } from '@ringbinder/page-renderer/testing';
import { type Cast, type CreatedUser, fileForm, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { catchUpAll } from '../../log/testing/catch-up-all.ts';
import { chainLog, checkChain, findPosition } from '../hash-chain/index.ts';
import { activity } from '../home/index.ts';
import { acceptInvitations } from '../invitations/index.ts';
import { uploaded } from '../pages/testing/upload.ts';
import { indexAll } from '../search/testing/index-all.ts';
import { stepFor } from '../transactions/testing/workflow.ts';
import { eraseDue } from './erase.ts';

const PUSH = {
  endpoint: 'https://push.example.com/xenia',
  keys: {
    p256dh: 'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  },
};

let service: TestService;
let directory: string;
let cast: Cast;
let admin: CreatedUser;
beforeAll(async () => {
  service = await startService();
  directory = await mkdtemp(join(tmpdir(), 'ringbinder-personal-'));
  cast = await service.make.cast();
  admin = await service.make.user({ partner: cast.partner, client: cast.client });
  await service.env.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin.id]);
});
afterAll(async () => {
  await service.close();
  await rm(directory, { recursive: true, force: true });
});

const post = async (path: string, json: unknown, { token }: { token: string }) => {
  const { status, body } = await service.call('POST', path, { token, json });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data;
};

async function busyPerson(words: string) {
  const person = await service.make.user({
    partner: cast.partner,
    client: cast.client,
    name: `${words} Person`,
  });
  await service.env.db.query('UPDATE users SET first_name = $2, last_name = $2, email = $3 WHERE id = $1', [
    person.id,
    words,
    `${words.toLowerCase()}@test.example`,
  ]);
  const { id: binderId } = await post('/me/binders', { name: 'Shared' }, cast.owner);
  await post(`/${binderId}/addorguser`, { users: [{ user: { id: person.id } }] }, cast.owner);
  const { pages } = await uploaded(service, { binderId, owner: person }, makePdf({ pages: 1 }), 'theirs.pdf');
  const postText = (text: string, who: { token: string }) =>
    post(`/${binderId}/messages`, { message: { text } }, who);
  await postText('By another', cast.owner);
  const { binder_comment_id: edited } = await postText(`${words} first`, person);
  await post(`/${binderId}/messages/${edited}`, { message: { text: `${words} second` } }, person);
  const { binder_comment_id: deletedId } = await postText(`${words} gone`, person);
  assert.equal(
    (await service.call('DELETE', `/${binderId}/messages/${deletedId}`, { token: person.token })).status,
    200,
  );
  await post(`/${binderId}/pages/${pages[0].id}/comments`, { text: `${words} comment` }, person);
  const { page_id: note } = await post(
    `/${binderId}/pages`,
    { type: 'note', text: `${words} noted` },
    person,
  );
  const { seq: noted } = (await service.call('GET', `/${binderId}/feed?limit=1`, person)).body.data;
  await post(`/${binderId}/pages/${note}`, { text: 'By another' }, cast.owner);
  const svg_tag = `<text x="1" y="1">${words} drawn</text>`;
  await post(`/${binderId}/pages/${pages[0].id}/annotations`, { svg_tag, client_uuid: 'a-1' }, person);
  const form = { action_style: 'FORM', fields: [{ id: 'a', type: 'text', label: 'Address' }] };
  const transaction = await post(
    `/${binderId}/transactions`,
    { title: 'Loan', content: '', steps: [stepFor({ ...person, name: 'They' }, form)] },
    cast.owner,
  );
  await post(
    `/${binderId}/transactions/${transaction.transaction_id}/steps/${transaction.steps[0].id}`,
    { click_button_id: 'approve', answers: { a: `${words} answered` } },
    person,
  );
  await post(`/${binderId}/transactions/${transaction.transaction_id}`, { title: 'Loan 2' }, cast.owner);
  return { person, binderId, note, noted };
}

async function tablesWith(words: string): Promise<string[]> {
  const { db } = service.env;
  const tables = await db.query<{ name: string }>(
    `SELECT table_name::text AS name FROM information_schema.tables WHERE table_schema = current_schema() AND table_type = 'BASE TABLE'`,
  );
  const matches: string[] = [];
  for (const { name } of tables) {
    const rows = await db.query(`SELECT FROM ${name} r WHERE r::text ILIKE '%' || $1 || '%' LIMIT 1`, [
      words,
    ]);
    if (rows.length > 0) matches.push(name);
  }
  return matches.toSorted();
}

async function assertChained(binderId: string): Promise<void> {
  const { db } = service.env;
  await chainLog(db, binderId);
  const position = await findPosition(db, binderId);
  assert.ok(position);
  assert.equal((await checkChain(db, binderId, position)).problem, null);
}

const disable = ({ id }: CreatedUser) => post(`/orgs/${admin.orgId}/users/${id}`, { disabled: true }, admin);
const erasePath = ({ id }: CreatedUser) => `/orgs/${admin.orgId}/users/${id}/erase`;

test('[GDPR-1] a person gets all that is kept of them, of binders they have left too, and nothing of others', async () => {
  const { person, binderId } = await busyPerson('Xenia');
  await catchUpAll(service.env, activity);
  await post(`/${binderId}/removeuser`, { id: person.id }, cast.owner);
  await post('/me/notification_settings', { push: 'none' }, person);
  await post('/me/push_subscriptions', { ...PUSH, device: 'Laptop' }, person);
  const answer = await fetch(`${service.base}/me/data`, {
    headers: { authorization: `Bearer ${person.token}` },
  });
  assert.equal(answer.status, 200);
  const bytes = Buffer.from(await answer.arrayBuffer());
  assert.equal(answer.headers.get('content-length'), String(bytes.length));
  const folder = join(directory, 'mine');
  await mkdir(folder);
  await writeFile(join(directory, 'mine.tar'), bytes);
  await promisify(execFile)('tar', ['-xf', join(directory, 'mine.tar'), '-C', folder]);
  const rows = async (name: string) =>
    (await readFile(join(folder, `${name}.jsonl`), 'utf8'))
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
  assert.deepEqual(
    (await rows('messages')).map(({ text }) => text),
    ['Xenia second', 'Xenia gone', 'They approved'],
  );
  assert.deepEqual(
    (await rows('page_comments')).map(({ text }) => text),
    ['Xenia comment'],
  );
  assert.equal((await rows('profile'))[0].email, 'xenia@test.example');
  assert.deepEqual((await rows('profile'))[0].notification_settings, { push: 'none' });
  assert.deepEqual(
    (await rows('push_subscriptions')).map(({ created_at: _, ...row }) => row),
    [{ device: 'Laptop' }],
  );
  assert.ok((await rows('activity')).some(({ kind }) => kind === 'invitation'));
  const [step] = await rows('transaction_steps');
  assert.deepEqual(
    [step.clicked_button_id, step.answers],
    ['approve', { [person.id]: { a: 'Xenia answered' } }],
  );
  const hashes = (await rows('files')).map(({ sha256 }) => sha256);
  assert.equal(hashes.length, 2, 'a PDF, and the text of a note that another has replaced since');
  assert.deepEqual(await readdir(join(folder, 'files')), hashes.toSorted());
  const all = bytes.toString('latin1');
  for (const other of ['By another', 'password_hash', cast.owner.email, PUSH.endpoint])
    assert.ok(!all.includes(other), other);
});

test('[GDPR-2] erasing is for admins of the org, of people who are disabled', async () => {
  const { person } = await busyPerson('Yannick');
  const call = (who: { token: string }, path = erasePath(person)) =>
    service.call('POST', path, { token: who.token, json: {} });
  assert.equal((await call(cast.owner)).status, 403);
  assert.equal((await call(cast.otherPartner)).status, 403);
  assert.equal((await call({ token: admin.readToken })).status, 403);
  const enabled = await call(admin);
  assert.equal(enabled.status, 412);
  assert.match(enabled.body.message, /disable the user first/);
  assert.equal((await call(admin, erasePath(cast.otherOrg))).status, 404);
  assert.equal((await service.call('GET', erasePath(person), { token: admin.token })).status, 404);
  assert.deepEqual(await tablesWith('yannick@'), ['users']);
});

test('[GDPR-2] who is erased is named nowhere, and what they wrote and confirmed stays', async () => {
  const { person, binderId } = await busyPerson('Quentin');
  await assertChained(binderId);
  await disable(person);
  const { erasure } = await post(erasePath(person), {}, admin);
  assert.deepEqual([erasure.content, erasure.done_time], [false, undefined]);
  await eraseDue(service.env);
  const { body } = await service.call('GET', erasePath(person), { token: admin.token });
  assert.equal(typeof body.data.erasure.done_time, 'number');
  const again = { token: admin.token, json: { disabled: false, email: 'quentin@example.com' } };
  assert.equal((await service.call('POST', erasePath(person).replace('/erase', ''), again)).status, 412);
  assert.deepEqual(await tablesWith('quentin@'), []);
  assert.deepEqual(await tablesWith('Quentin Person'), []);
  const { body: list } = await service.call('GET', `/${binderId}/messages`, cast.owner);
  const written = list.data.messages.find(({ text }: { text: string }) => text === 'Quentin second');
  assert.equal(written.user.name, 'Deleted user');
  await assertChained(binderId);
});

test('[GDPR-2] the name goes from the line that a person joined, also in the log and the search', async () => {
  const email = 'joins@test.example';
  const { token } = cast.owner;
  const { id: binderId } = await post('/me/binders', { name: 'Joined' }, cast.owner);
  await post(`/${binderId}/inviteuser`, { users: [{ user: { email } }] }, cast.owner);
  const person = await service.make.user({
    partner: cast.partner,
    client: cast.client,
    name: 'Rosalind Person',
  });
  await service.env.db.query('UPDATE users SET email = $2 WHERE id = $1', [person.id, email]);
  const joined = await acceptInvitations(service.env, { userId: person.id, kind: 'email', value: email });
  assert.deepEqual(joined, [binderId]);
  await post(`/${binderId}/messages`, { message: { text: 'Good morning' } }, person);
  await indexAll(service.env);
  const get = async (path: string) => (await service.call('GET', `/${binderId}${path}`, { token })).body.data;
  const texts = async () =>
    (await get('/messages')).messages.map(({ text }: { text: string }) => text).toSorted();
  assert.deepEqual(await texts(), ['Good morning', 'Rosalind Person joined the binder']);
  const { seq } = await get('/feed?limit=1');
  await disable(person);
  await post(erasePath(person), {}, admin);
  await eraseDue(service.env);
  assert.deepEqual(await tablesWith('Rosalind'), []);
  assert.deepEqual(await texts(), ['Good morning']);
  const { entries } = await get(`/feed?after=${seq}`);
  assert.deepEqual(
    entries.map(({ kind }: { kind: string }) => kind),
    ['message_deleted'],
  );
  await assertChained(binderId);
});

test('[GDPR-2] the addresses go from the log of binders that invited the person, joined or not', async () => {
  const { owner } = cast;
  const email = 'Leopold@Test.example';
  const invitees = [{ user: { email } }, { user: { unique_id: 'leopold-7', org_id: owner.orgId } }];
  const binders: string[] = [];
  for (const name of ['Joined', 'Withdrawn']) {
    const { id } = await post('/me/binders', { name }, owner);
    await post(`/${id}/inviteuser`, { users: invitees }, owner);
    binders.push(id);
  }
  const [joined = '', withdrawn = ''] = binders;
  for (const { user } of invitees) await post(`/${withdrawn}/removeuser`, user, owner);
  const person = await service.make.user({ partner: cast.partner, client: cast.client });
  await service.env.db.query('UPDATE users SET email = $2, unique_id = $3 WHERE id = $1', [
    person.id,
    email.toLowerCase(),
    'leopold-7',
  ]);
  await acceptInvitations(service.env, { userId: person.id, kind: 'email', value: email });
  const archive = await fetch(`${service.base}/${joined}/archive`, {
    headers: { authorization: `Bearer ${owner.token}` },
  });
  const archived = new Uint8Array(await archive.arrayBuffer());
  await disable(person);
  await post(erasePath(person), {}, admin);
  await eraseDue(service.env);
  assert.deepEqual(await tablesWith('leopold'), []);
  const { body } = await service.call('GET', `/${withdrawn}/feed?after=0`, { token: owner.token });
  assert.deepEqual(
    body.data.entries
      .filter(({ kind }: { kind: string }) => kind === 'invitation_ended')
      .map((entry: { body: unknown }) => entry.body),
    [
      { email: '', org_id: owner.orgId },
      { unique_id: '', org_id: owner.orgId },
    ],
  );
  for (const id of binders) await assertChained(id);

  assert.equal((await service.call('DELETE', `/${joined}`, { token: owner.token })).status, 200);
  const path = `/orgs/${admin.orgId}/binders/archive`;
  const imported = await service.call('POST', path, {
    token: admin.token,
    body: fileForm(archived, 'binder.tar'),
  });
  assert.equal(imported.status, 200, imported.body.message);
  assert.notDeepEqual(await tablesWith('leopold'), []);
  await eraseDue(service.env);
  assert.deepEqual(await tablesWith('leopold'), []);
});

test('[GDPR-3] with content nothing they wrote or drew is left, in the log and the past neither, and the chain fits', async () => {
  const { person, binderId, note, noted } = await busyPerson('Zacharias');
  const textThen = () =>
    service.call('GET', `/${binderId}/pagedownload/${note}?as_of=seq:${noted}`, { token: cast.owner.token });
  assert.equal((await textThen()).body.data.page, 'Zacharias noted');
  const archive = await fetch(`${service.base}/${binderId}/archive`, {
    headers: { authorization: `Bearer ${cast.owner.token}` },
  });
  const archived = new Uint8Array(await archive.arrayBuffer());
  await indexAll(service.env);
  const before = await findPosition(service.env.db, binderId);
  await disable(person);
  await post(erasePath(person), { content: true }, admin);
  await Promise.all([eraseDue(service.env), eraseDue(service.env)]);
  await eraseDue(service.env);
  assert.deepEqual(await tablesWith('Zacharias'), []);
  assert.equal((await textThen()).status, 404);
  const { token } = cast.owner;
  const get = async (path: string) => (await service.call('GET', `/${binderId}${path}`, { token })).body.data;
  const { messages } = await get('/messages');
  assert.deepEqual(
    messages.map(({ text }: { text: string }) => text),
    ['By another'],
  );
  const { transactions } = await get('/transactions');
  assert.equal(transactions[0].steps[0].clicked_button_id, 'approve', 'what they confirmed stays');
  await assertChained(binderId);
  const now = await findPosition(service.env.db, binderId);
  assert.ok(before && now && now.seq > before.seq);
  assert.notEqual(now.epoch, before.epoch, 'replicas read it anew');
  const { entries } = await get('/feed?after=0');
  const kinds = entries.slice(before.seq).map(({ kind }: { kind: string }) => kind);
  assert.deepEqual(
    new Set(kinds),
    new Set(['message_deleted', 'page_comment_deleted', 'page_annotation_deleted', 'file_deleted']),
  );

  assert.equal((await service.call('DELETE', `/${binderId}`, { token })).status, 200);
  const body = fileForm(archived, 'binder.tar');
  const imported = await service.call('POST', `/orgs/${admin.orgId}/binders/archive`, {
    token: admin.token,
    body,
  });
  assert.equal(imported.status, 200, imported.body.message);
  assert.notDeepEqual(await tablesWith('Zacharias'), []);
  await eraseDue(service.env);
  assert.deepEqual(await tablesWith('Zacharias'), []);
  await assertChained(binderId);
});

test('[GDPR-3] what others drew in the place of theirs stays in the past as it was, and theirs was not there', async () => {
  const { person, binderId } = await busyPerson('Wilhelmina');
  const { owner } = cast;
  const { page_id } = await post(`/${binderId}/pages`, { type: 'whiteboard' }, owner);
  const seqs: number[] = [];
  for (const [who, client_uuid] of [
    [owner, 'b-1'],
    [owner, 'b-2'],
    [person, 'b-1'],
    [person, 'b-2'],
    [owner, 'b-1'],
  ] as const) {
    const svg_tag = `<text x="1" y="1">${who === owner ? 'owner' : 'person'} ${seqs.length}</text>`;
    await post(`/${binderId}/pages/${page_id}/annotations`, { client_uuid, svg_tag }, who);
    const { body } = await service.call('GET', `/${binderId}/feed?limit=1`, { token: owner.token });
    seqs.push(body.data.seq);
  }
  await disable(person);
  await post(erasePath(person), { content: true }, admin);
  await eraseDue(service.env);
  const drawn = [];
  for (const seq of seqs) {
    const path = `/${binderId}/pages?filter=${page_id}&as_of=seq:${seq}`;
    const { body } = await service.call('GET', path, { token: owner.token });
    const tags = body.data.pages[0].svg_tags as { svg_tag: string }[];
    drawn.push(tags.map(({ svg_tag }) => /(owner|person) \d/.exec(svg_tag)?.[0]).sort());
  }
  assert.deepEqual(drawn, [['owner 0'], ['owner 0', 'owner 1'], ['owner 1'], [], ['owner 4']]);
});
