import assert from 'node:assert/strict';
import { type ClientFrame, clientFrames, ephemeralKinds } from '@ringbinder/protocol';
import { startFamily } from '@ringbinder/server/features/oauth/index.ts';
import {
  type Cast,
  type CreatedUser,
  openRealtime,
  openSocket,
  type RealtimeClient,
  startService,
  type TestService,
} from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';

/** Lifetime of the tokens that expire during a test. Joining takes less time. */
const SECONDS = 30;

let here: TestService;
let there: TestService;
let cast: Cast;
beforeAll(async () => {
  here = await startService();
  there = await startService({ beside: here });
});
beforeEach(async () => {
  cast = await here.make.cast();
});
afterAll(async () => {
  await there.close();
  await here.close();
});

type FrameType = ClientFrame['type'];
const senders = ['reader', 'revoked', 'disabled', 'expired', 'demoted', 'removed', 'elsewhere'] as const;
type Sender = (typeof senders)[number];
type Outcome = 'taken' | 'refused' | `closed ${number}`;
interface Row {
  frame(binderId: string): ClientFrame;
  outcome: Record<Sender, Outcome>;
}

const all = (outcome: Outcome): Record<Sender, Outcome> => ({
  reader: outcome,
  revoked: outcome,
  disabled: outcome,
  expired: outcome,
  demoted: outcome,
  removed: outcome,
  elsewhere: outcome,
});
const tokenless = { revoked: 'refused', disabled: 'refused', expired: 'refused' } as const;
const outside = { ...tokenless, removed: 'refused', elsewhere: 'refused' } as const;
const published = (kind: (typeof ephemeralKinds)[number], outcome: Row['outcome']): Row => ({
  frame: (binder_id) => ({ type: 'publish', binder_id, kind, data: {} }),
  outcome,
});
const present = { ...all('taken'), ...outside };
const drawing = { ...present, reader: 'refused', demoted: 'refused' } as const;

const rows: Record<Exclude<FrameType, 'publish'> | `publish ${(typeof ephemeralKinds)[number]}`, Row> = {
  'publish presence': published('presence', present),
  'publish typing': published('typing', present),
  'publish editing': published('editing', drawing),
  'publish pointer': published('pointer', drawing),
  'publish stroke': published('stroke', drawing),
  unsubscribe: {
    frame: () => ({ type: 'unsubscribe', binder_id: `B${'0'.repeat(22)}` }),
    outcome: all('taken'),
  },
  subscribe: {
    frame: (binder_id) => ({ type: 'subscribe', id: 7, binder_id }),
    outcome: { ...all('taken'), ...outside },
  },
  subscribe_self: {
    frame: () => ({ type: 'subscribe_self', id: 8 }),
    outcome: { ...all('taken'), ...tokenless },
  },
  ping: { frame: () => ({ type: 'ping' }), outcome: all('taken') },
  // `hello` is sent at the wrong time, and the token in `token` is invalid.
  hello: {
    frame: () => ({ type: 'hello', version: 1, token: 'x' }),
    outcome: all('closed 4400'),
  },
  token: { frame: () => ({ type: 'token', token: 'x' }), outcome: all('closed 4401') },
};

test('[RT-24] each frame of the protocol has a row that says who may send it', () => {
  const names = Object.keys(clientFrames).flatMap((type) =>
    type === 'publish' ? ephemeralKinds.map((kind) => `publish ${kind}`) : [type],
  );
  assert.deepEqual(Object.keys(rows).sort(), names.sort());
});

async function administer(path: string, json: unknown) {
  const admin = await there.make.user({ partner: cast.partner });
  await there.env.db.query('UPDATE users SET is_partner_admin = true, org_id = $2 WHERE id = $1', [
    admin.id,
    await there.make.org(cast.partner.id),
  ]);
  assert.equal((await there.call('POST', path, { token: admin.token, json })).status, 200);
}

async function subscribed({ token }: { token: string }): Promise<RealtimeClient> {
  const client = await openRealtime(here, token);
  client.send({ type: 'subscribe', id: 1, binder_id: cast.binderId });
  await client.take('snapshot');
  return client;
}

const changeRole = async ({ id }: CreatedUser, type: string) => {
  const path = `/${cast.binderId}/users/${id}`;
  assert.equal((await here.call('POST', path, { token: cast.owner.token, json: { type } })).status, 200);
};

const open: Record<Sender, () => Promise<RealtimeClient>> = {
  reader: () => subscribed({ token: cast.editor.readToken }),
  async revoked() {
    const client = await subscribed(cast.editor);
    await there.call('POST', '/oauth/revoke', { form: { access_token: cast.editor.token } });
    await client.take('invalid_token');
    return client;
  },
  async disabled() {
    const client = await subscribed(cast.editor);
    await administer(`/orgs/${cast.editor.orgId}/users/${cast.editor.id}`, { disabled: true });
    await client.take('invalid_token');
    return client;
  },
  async expired() {
    const config = { ...here.env.config, accessTokenSeconds: SECONDS };
    const holder = { clientId: cast.client.id, userId: cast.editor.id, scope: 'read write' };
    const { access_token: token } = await startFamily({ ...here.env, config }, holder);
    const client = await subscribed({ token });
    here.clock.advance(SECONDS * 1_000);
    await client.take('invalid_token');
    return client;
  },
  async demoted() {
    const client = await subscribed(cast.editor);
    await changeRole(cast.editor, 'BOARD_READ_ONLY');
    await client.take('entries', ({ entries }) => entries.some(({ kind }) => kind === 'member_changed'));
    return client;
  },
  async removed() {
    const client = await subscribed(cast.editor);
    const json = { id: cast.editor.id };
    await here.call('POST', `/${cast.binderId}/removeuser`, { token: cast.owner.token, json });
    await client.take('unsubscribed');
    return client;
  },
  elsewhere: async () => openRealtime(here, (await here.make.cast()).owner.token),
};

async function outcomeOf(
  client: RealtimeClient,
  witness: RealtimeClient,
  frame: ClientFrame,
): Promise<string> {
  const closed = client.closed.then(({ code }) => `closed ${code}`);
  const countReceived = () => witness.frames.filter(({ type }) => type === 'ephemeral').length;
  const before = countReceived();
  client.send(frame);
  if (frame.type === 'hello' || frame.type === 'token') return closed;
  if ('id' in frame) {
    const refused = client.take('refused', ({ id }) => id === frame.id).then(() => 'refused');
    const answered = (['snapshot', 'binders'] as const).map((type) =>
      client.take(type, (answer) => answer.id === frame.id).then(() => 'taken'),
    );
    return Promise.any([refused, ...answered, closed]);
  }
  client.send({ type: 'ping' });
  await client.take('pong');
  if (frame.type !== 'publish') return 'taken';
  witness.send({ type: 'ping' });
  await witness.take('pong');
  return countReceived() > before ? 'taken' : 'refused';
}

for (const sender of senders) {
  test(`[RT-24] each frame of somebody ${sender} is taken or refused as the table says`, async () => {
    const client = await open[sender]();
    const witness = await subscribed(cast.viewer);
    for (const [name, { frame, outcome }] of Object.entries(rows)) {
      if (outcome[sender].startsWith('closed')) continue;
      assert.equal(await outcomeOf(client, witness, frame(cast.binderId)), outcome[sender], name);
    }
    for (const type of ['hello', 'token'] as const) {
      const ending = type === 'hello' ? client : await openRealtime(here, cast.viewer.token);
      const { frame, outcome } = rows[type];
      assert.equal(await outcomeOf(ending, witness, frame(cast.binderId)), outcome[sender], type);
    }
    witness.cut();
  });
}

test('[RT-13] [RT-24] a token that may only read draws nothing when its person is given the right to write', async () => {
  const client = await subscribed({ token: cast.viewer.readToken });
  const witness = await subscribed(cast.owner);
  await changeRole(cast.viewer, 'BOARD_READ_WRITE');
  await client.take('entries', ({ entries }) => entries.some(({ kind }) => kind === 'member_changed'));
  const { frame } = rows['publish stroke'];
  assert.equal(await outcomeOf(client, witness, frame(cast.binderId)), 'refused');
  const writing = await subscribed(cast.viewer);
  assert.equal(await outcomeOf(writing, witness, frame(cast.binderId)), 'taken');
  for (const each of [client, writing, witness]) each.cut();
});

test('[RT-24] the token of a guest of a meet opens no realtime channel', async () => {
  const { token } = cast.owner;
  const meet = await here.call('POST', `/${cast.binderId}/meets`, { token, json: {} });
  const links = `/meets/${meet.body.data.session_key}/links`;
  const { url } = (await here.call('POST', links, { token, json: {} })).body.data;
  const json = { link: new URL(url).hash.slice(1), name: 'Grace' };
  const guest = (await here.call('POST', '/meets/guests', { json })).body.data;
  const client = await openSocket(here);
  client.send({ type: 'hello', version: 1, token: guest.token });
  assert.equal((await client.closed).code, 4401);
});
