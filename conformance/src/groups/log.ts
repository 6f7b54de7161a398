import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { checks } from '../check.ts';
import { data, done, pluck, refused } from '../expect.ts';
import type { Person } from '../people.ts';
import { stepFor } from '../trial.ts';
import type { Feed } from '../types.ts';

const test = checks('log');

const upTo = (seq: number) => Array.from({ length: seq }, (_, index) => index + 1);

type ChainShape = {
  epoch: string;
  seq: number;
  hash: string;
  entries: {
    seq: number;
    at: number;
    actor_id: string;
    kind: string;
    epoch: string;
    salt: string;
    body_hash: string;
    hash: string;
  }[];
};

function hashOf(value: unknown): string {
  return createHash('sha256').update(canonical(value)).digest('hex');
}

function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).sort(([one], [other]) => (one < other ? -1 : 1));
  return `{${members.map(([name, each]) => `${JSON.stringify(name)}:${canonical(each)}`).join(',')}}`;
}

test('[LOG-1] every change appends one entry that names its actor and what it changed', async (t) => {
  const fixture = await t.binder();
  const { path } = fixture;
  const note = await fixture.note();
  const workflow = await fixture.workflow([stepFor(t.viewer)]);
  const { id: user_id, name } = t.sameOrg;
  const post = (where: string, json: object) => t.owner.post(`${path}${where}`, json);
  const changes: [change: () => Promise<unknown>, kind: string, body?: object][] = [
    [() => fixture.postText('x'), 'message_posted'],
    [() => post('', { name: 'y' }), 'binder_updated', { name: 'y' }],
    [
      () => post('', { name: 'z', description: 'About' }),
      'binder_updated',
      { name: 'z', description: 'About' },
    ],
    [() => post(`/pages/${note.id}/comments`, { text: 'x' }), 'page_commented'],
    [() => t.owner.post(workflow.path, { title: 'y' }), 'transaction_updated'],
    [
      () => post('/addorguser', { users: [{ user: { id: user_id }, type: 'BOARD_READ_ONLY' }] }),
      'member_added',
      { user_id, name, type: 'BOARD_READ_ONLY' },
    ],
    [
      () => post(`/users/${user_id}`, { type: 'BOARD_READ_WRITE' }),
      'member_changed',
      { user_id, name, type: 'BOARD_READ_WRITE' },
    ],
    [() => post('/removeuser', { id: user_id }), 'member_removed', { user_id, name }],
    [() => t.owner.delete(`${path}/pages/${note.id}`), 'page_deleted'],
    [() => fixture.todo('x'), 'todo_created'],
    [() => t.owner.delete(workflow.path), 'transaction_deleted'],
  ];
  const [created] = await fixture.entries();
  const actor = { id: t.owner.id, name: t.owner.name };
  assert.deepEqual([created?.kind, created?.actor, created?.seq], ['binder_created', actor, 1]);
  for (const [change, kind, body] of changes) {
    const before = await fixture.seq();
    await change();
    const [entry, ...more] = await fixture.entries(before);
    assert.deepEqual([entry?.kind, entry?.actor, more], [kind, actor, []]);
    if (body) assert.deepEqual(entry?.body, body);
  }
});

test('[LOG-2] [LOG-9] seq begins at 1 and has no gap, and times never go back, also with writers at once', async (t) => {
  const fixture = await t.binder();
  await Promise.all(
    upTo(12).map((index) => fixture.postText(`message ${index}`, index % 2 ? t.owner : t.editor)),
  );
  const entries = await fixture.entries();
  assert.deepEqual(pluck(entries, 'seq'), upTo(await fixture.seq()));
  const times = entries.map(({ at }) => at);
  assert.deepEqual(times, times.toSorted());
});

test('[TIME-3] every hash of the chain can be worked out from the feed', async (t) => {
  const fixture = await t.binder();
  await fixture.postText('“one” \u{1f600}');
  const entries = await fixture.entries();
  const chain = data<ChainShape>(await t.viewer.get(`${fixture.path}/chain`));
  assert.equal(chain.entries.length, entries.length);
  let previous = '0'.repeat(64);
  for (const [index, { seq, at, actor, kind, body }] of entries.entries()) {
    const { salt, hash, epoch } = chain.entries[index] ?? {};
    const body_hash = hashOf({ body, salt });
    const fields = { actor_id: actor.id, at, binder_id: fixture.id, body_hash, epoch, kind, seq };
    previous = hashOf({ entry: hashOf(fields), previous });
    assert.deepEqual(hash, previous);
  }
  assert.deepEqual(chain.hash, previous);
});

test('[TIME-2] an archive is the same bytes until something changes, and for the owner alone', async (t) => {
  const fixture = await t.binder();
  await fixture.postText('Keep this');
  const get = () => t.owner.get(`${fixture.path}/archive`);
  const [first, again] = [await get(), await get()];
  assert.ok(first.status === 200 && first.bytes.equals(again.bytes), 'the same bytes twice');
  await fixture.postText('And this');
  assert.ok(!first.bytes.equals((await get()).bytes), 'other bytes after a message');
  refused(await t.viewer.get(`${fixture.path}/archive`), 403);
});

test('[GDPR-1] a user downloads what is kept of them, and nothing that others wrote', async (t) => {
  const fixture = await t.binder();
  const mine = `mine-${fixture.id}`;
  const others = `others-${fixture.id}`;
  await fixture.postText(others, t.owner);
  await fixture.postText(mine, t.editor);
  const exported = await t.editor.get('/me/data');
  assert.ok(exported.status === 200 && exported.bytes.includes(mine), 'a tar with the message');
  assert.ok(!exported.bytes.includes(others), 'without the message of somebody else');
});

test('[LOG-3] a change that is refused halfway leaves no entry', async (t) => {
  const fixture = await t.binder();
  const before = await fixture.entries();
  const users = [{ user: { id: t.sameOrg.id } }, { user: { id: `U${'0'.repeat(22)}` } }];
  refused(await t.owner.post(`${fixture.path}/inviteuser`, { users }), 404);
  assert.deepEqual(await fixture.entries(), before);
});

test('[LOG-4] the feed gives entries after a seq, in order, and the latest seq', async (t) => {
  const fixture = await t.binder();
  for (let index = 0; index < 4; index++) await fixture.postText(`message ${index}`);
  const whole = data<Feed>(await t.viewer.get(`${fixture.path}/feed`));
  assert.equal(whole.seq, whole.entries.length);
  for (const [query, from, to] of [
    ['after=0&limit=1000', 0],
    ['after=2', 2],
    ['limit=2', 0, 2],
    ['after=2&limit=2', 2, 4],
    [`after=${whole.seq}`, whole.seq],
    ['after=9007199254740991', whole.seq],
  ] as const) {
    const part = data<Feed>(await t.viewer.get(`${fixture.path}/feed?${query}`));
    assert.deepEqual(part, { entries: whole.entries.slice(from, to), seq: whole.seq });
  }
  for (const [field, values] of Object.entries({
    after: ['-1', 'x', '1.5', '9007199254740993'],
    limit: ['0', '1001'],
    wait: ['-1', '31', '1.5', 'long'],
  }))
    for (const value of values)
      refused(await t.viewer.get(`${fixture.path}/feed?${field}=${value}`), 400, field);
});

test('[LOG-4] an entry tells when, who and what', async (t) => {
  const fixture = await t.binder();
  const before = Date.now();
  const id = await fixture.postText('x', t.editor);
  const entry = (await fixture.entries()).at(-1);
  assert.deepEqual([entry?.kind, entry?.actor], ['message_posted', { id: t.editor.id, name: t.editor.name }]);
  assert.equal(entry?.body.id, id);
  assert.ok(Math.abs((entry?.at ?? 0) - before) < 300_000, 'a time of now');
});

test('[LOG-5] `wait` holds the answer until an entry comes, or the time is over', async (t) => {
  const fixture = await t.binder();
  const seq = await fixture.seq();
  const started = performance.now();
  assert.deepEqual(data<Feed>(await t.viewer.get(`${fixture.path}/feed?after=${seq}&wait=1`)).entries, []);
  const waited = performance.now() - started;
  assert.ok(waited > 900, 'an answer after a second');
  const atOnce = data<Feed>(await t.viewer.get(`${fixture.path}/feed?after=0&wait=30`));
  assert.equal(atOnce.seq, seq);
  const waiting = t.viewer.get(`${fixture.path}/feed?after=${seq}&wait=30`);
  const id = await fixture.postText('awaited');
  const { entries } = data<Feed>(await waiting);
  assert.deepEqual(
    entries.map(({ body }) => body.id),
    [id],
  );
  assert.ok(performance.now() - started < 25_000, 'an answer as soon as the entry comes');
});

test('[LOG-5] [MEMBER-10] [BINDER-12] who loses access while waiting gets 403, or 404 of a deleted binder', async (t) => {
  const fixture = await t.binder();
  const waiting = (person: Person, seq: number) => person.get(`${fixture.path}/feed?after=${seq}&wait=30`);
  const seq = await fixture.seq();
  const viewer = waiting(t.viewer, seq);
  done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
  refused(await viewer, 403);
  const editor = waiting(t.editor, seq + 1);
  done(await t.owner.delete(fixture.path));
  refused(await editor, 404);
});

test('[LOG-6] who knows a seq catches up with everything after it', async (t) => {
  const fixture = await t.binder();
  const startSeq = await fixture.seq();
  const note = await fixture.note();
  await fixture.postText('x');
  done(await t.owner.delete(`${fixture.path}/pages/${note.id}`));
  let after = startSeq;
  const caughtUp: unknown[] = [];
  for (;;) {
    const { entries } = data<Feed>(await t.viewer.get(`${fixture.path}/feed?after=${after}&limit=1`));
    if (entries.length === 0) break;
    caughtUp.push(...entries);
    after = entries[0]?.seq ?? after;
  }
  assert.deepEqual(caughtUp, await fixture.entries(startSeq));
});
