import assert from 'node:assert/strict';
import type { MeetClientFrame } from '@ringbinder/protocol';
import { type Cast, type CreatedUser, startService, stateOf, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { type FrameType, inOrder, rows, types } from './testing/frame-rows.ts';
import { enter, hello, type MeetClient } from './testing/meet-client.ts';
import {
  enterAsGuest,
  newMember,
  newToken,
  outcomeOf,
  scheduleMeet,
  startMeet,
} from './testing/meet-people.ts';

let here: TestService;
let there: TestService;
let cast: Cast;
let board: number;
let planned: string;
beforeAll(async () => {
  here = await startService();
  there = await startService({ beside: here, clock: here.clock });
  for (const each of [here, there]) each.env.config.internalUrl = each.origin;
  cast = await here.make.cast();
  planned = await scheduleMeet(here, cast, cast.owner);
  const json = { type: 'whiteboard', name: 'Plan', width: 800, height: 600 };
  const page = await here.call('POST', `/${cast.binderId}/pages`, { token: cast.owner.token, json });
  board = page.body.data.page_id;
});
afterAll(async () => {
  await there.close();
  await here.close();
});

const SECONDS = 30;

const framesOf = (type: FrameType): MeetClientFrame[] =>
  rows[type].frames.map((frame) => (frame.type === 'stage' ? { ...frame, page_id: board } : frame));

/** Frames about presence may follow any other frame. */
const PRESENCE: ReadonlySet<string> = new Set(['participant', 'left', 'speakers', 'waiting', 'pong']);
const toldTo = ({ frames }: MeetClient) => frames.filter(({ type }) => !PRESENCE.has(type)).length;

async function openScene(host: CreatedUser = cast.owner) {
  const sessionKey = await startMeet(here, cast, host);
  const owner = await enter(here, sessionKey, cast.owner.token);
  assert.equal(await owner.client.host('captions_on'), 'done');
  const witness = await enter(here, sessionKey, cast.editor.token);
  const close = () => {
    for (const { client } of [owner, witness]) client.cut();
  };
  return { sessionKey, owner: owner.client, witness: witness.client, close };
}
type Scene = Awaited<ReturnType<typeof openScene>>;

test('[MEET-36] each frame of the protocol has a row that says who may send it', () => {
  assert.deepEqual(Object.keys(rows).sort(), [...types].sort());
  for (const [type, { frames }] of Object.entries(rows))
    assert.ok(frames.length > 0 && frames.every((frame) => frame.type === type), type);
});

async function storedOf({ binderId }: Cast) {
  const { meets: _lease, ...stored } = await stateOf(here, binderId);
  const meets = await here.env.db.query(
    `SELECT to_jsonb(m) - 'node_id' - 'node_lease_until' AS meet FROM meets m WHERE binder_id = $1 ORDER BY id`,
    [binderId],
  );
  return { ...stored, meets };
}

const seated: Record<
  'reader' | 'expired' | 'demoted' | 'guest',
  (scene: Scene) => Promise<() => Promise<MeetClient>>
> = {
  async reader({ sessionKey }) {
    return async () => {
      const { client, welcome } = await enter(here, sessionKey, cast.owner.readToken);
      assert.equal(welcome.role, 'member', 'a token that only reads leads no meet');
      return client;
    };
  },
  async expired({ sessionKey }) {
    return async () => {
      const token = await newToken(here, cast, cast.owner, { expiresIn: SECONDS });
      const { client, welcome } = await enter(here, sessionKey, token);
      assert.equal(welcome.role, 'host');
      here.clock.advance(SECONDS * 1_000);
      await client.take('invalid_token');
      return client;
    };
  },
  async demoted({ sessionKey, owner }) {
    const host = await newMember(here, cast, 'editor');
    const first = await enter(here, sessionKey, host.token);
    assert.equal(await owner.host('make_host', first.id), 'done');
    const path = `/${cast.binderId}/users/${host.id}`;
    const json = { type: 'BOARD_READ_ONLY' };
    assert.equal((await there.call('POST', path, { token: cast.owner.token, json })).status, 200);
    let { client } = first;
    let isFirst = true;
    return async () => {
      if (!isFirst) ({ client } = await enter(here, sessionKey, host.token));
      isFirst = false;
      return client;
    };
  },
  async guest({ sessionKey, owner }) {
    const { client, token } = await enterAsGuest(here, sessionKey, { host: owner, owner: cast.owner });
    let isFirst = true;
    return async () => {
      if (isFirst) {
        isFirst = false;
        return client;
      }
      const again = await hello(here, sessionKey, token);
      await again.take('welcome');
      return again;
    };
  },
};

for (const sender of ['reader', 'expired', 'demoted', 'guest'] as const) {
  test(`[MEET-36] each frame of a ${sender} is taken or refused as the table says, and what is refused changes nothing`, async () => {
    const scene = await openScene();
    const { witness } = scene;
    const connect = await seated[sender](scene);
    let client = await connect();
    const stored = await storedOf(cast);
    for (const type of inOrder) {
      const expected = rows[type][sender];
      for (const frame of framesOf(type)) {
        const notified = toldTo(witness);
        assert.equal(await outcomeOf(client, frame), expected, JSON.stringify(frame));
        if (expected !== 'refused') continue;
        witness.send({ type: 'ping' });
        await witness.take('pong');
        assert.equal(toldTo(witness), notified, `others heard of ${JSON.stringify(frame)}`);
      }
      if (expected.startsWith('closed')) client = await connect();
    }
    assert.deepEqual(await storedOf(cast), stored, 'nothing of it is stored');
    client.cut();
    scene.close();
  });
}

const endings: [string, string, (user: CreatedUser, token: string) => Promise<number>][] = [
  [
    'revoked',
    'closed 4401',
    async (_user, token) =>
      (await here.call('POST', '/oauth/revoke', { form: { access_token: token } })).status,
  ],
  [
    'revoked by another process',
    'closed 4401',
    async (_user, token) =>
      (await there.call('POST', '/oauth/revoke', { form: { access_token: token } })).status,
  ],
  [
    'disabled',
    'closed 4401',
    async ({ id: userId, orgId }) => {
      const admin = await there.make.user({ partner: cast.partner });
      await there.env.db.query(`UPDATE users SET role = 'admin', org_id = $2 WHERE id = $1`, [
        admin.id,
        orgId,
      ]);
      const json = { disabled: true };
      return (await there.call('POST', `/orgs/${orgId}/users/${userId}`, { token: admin.token, json }))
        .status;
    },
  ],
  [
    'removed',
    'closed 1000',
    async ({ id: userId }) => {
      const json = { id: userId };
      const { token } = cast.owner;
      return (await there.call('POST', `/${cast.binderId}/removeuser`, { token, json })).status;
    },
  ],
];

for (const [ending, closed, end] of endings) {
  test(`[MEET-37] a host who is ${ending} is out within two seconds, and no frame of his is taken after it`, async () => {
    const scene = await openScene();
    const { sessionKey, owner, witness } = scene;
    const times: number[] = [];
    for (const type of types) {
      const user = await newMember(here, cast, 'editor');
      const token = await newToken(here, cast, user);
      const host = await enter(here, sessionKey, token);
      assert.equal(await owner.host('make_host', host.id), 'done');
      const notified = toldTo(witness);
      assert.equal(await end(user, token), 200);
      const begun = performance.now();
      // Another process learns with a short delay that access has ended. Until then, it can still forward frames.
      const isStrict =
        ending === 'revoked' || (rows[type].expired === 'refused' && rows[type].guest === 'refused');
      for (const frame of framesOf(type)) if (type !== 'leave') host.client.send(frame);
      const { code } = await host.client.closed;
      times.push(performance.now() - begun);
      if (type !== 'leave' && type !== 'hello' && type !== 'token')
        assert.equal(`closed ${code}`, closed, type);
      assert.ok(!host.client.frames.some((frame) => frame.type === 'done'), `${type} was done`);
      if (!isStrict) continue;
      witness.send({ type: 'ping' });
      await witness.take('pong');
      assert.equal(toldTo(witness), notified, `others heard of ${type}`);
    }
    assert.ok(Math.min(...times) < 2_000, `${times}`);
    scene.close();
  });
}

test('[MEET-36] who begins a scheduled meet by his first frame may write, by role and by token; others come when it runs', async () => {
  const outsider = await here.make.cast();
  const stored = await storedOf(cast);
  for (const [who, token, code] of [
    ['scope read', cast.owner.readToken, 'RESPONSE_ERROR_PERMISSION'],
    ['a viewer', cast.viewer.token, 'RESPONSE_ERROR_PERMISSION'],
    ['a member of another binder', outsider.owner.token, 'RESPONSE_ERROR_PERMISSION'],
  ] as const) {
    const client = await hello(here, planned, token);
    assert.equal((await client.take('refused')).code, code, who);
    assert.equal((await client.closed).code, 4400);
  }
  assert.deepEqual(await storedOf(cast), stored, 'it has not begun');
});

test('[MEET-36] a member of another binder is refused, and no frame that follows is taken', async () => {
  const scene = await openScene();
  const outsider = await here.make.cast();
  const stored = await storedOf(cast);
  for (const type of types) {
    const client = await hello(here, scene.sessionKey, outsider.owner.token);
    for (const frame of framesOf(type)) client.send(frame);
    assert.equal((await client.closed).code, 4400, type);
    assert.deepEqual(
      client.frames.map((frame) => frame.type),
      ['refused'],
      type,
    );
  }
  assert.deepEqual(await storedOf(cast), stored);
  scene.close();
});
