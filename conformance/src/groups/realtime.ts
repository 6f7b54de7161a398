import assert from 'node:assert/strict';
import { type Channel, channelAddress, closedWith, type Frame, openChannel } from '../channel.ts';
import { checks, timed } from '../check.ts';
import { data, done, type ErrorBody, listed, pluck, refused, status } from '../expect.ts';
import { Failure } from '../failure.ts';
import type { Binder, Feed, Message } from '../types.ts';
import { channelsOf, seqsOf, until } from './realtime-fixture.ts';

const test = checks('realtime');

const NO_BINDER = `B${'0'.repeat(22)}`;

test('[RT-1] the address opens a WebSocket, and takes no token and no plain call', async (t) => {
  refused(await t.owner.get('/realtime'), 400, 'Upgrade');
  const address = channelAddress(t.connection.base);
  const channel = await openChannel(address);
  channel.close();
  const opened = await openChannel(`${address}?access_token=${t.owner.token}`).catch((error) => error);
  assert.ok(opened instanceof Failure, 'a refusal of a token in the address');
});

test('[RT-2] a frame that is none, or comes out of turn, closes with 4400 and names the field', async (t) => {
  const { bare, as } = channelsOf(t);
  const { token } = t.owner;
  const subscribe = { type: 'subscribe', id: 1, binder_id: NO_BINDER };
  const publish = { type: 'publish', binder_id: NO_BINDER, kind: 'typing', data: {} };
  const greeted: [frame: unknown, named: RegExp][] = [
    ['{', /JSON/],
    ['[]', /object/],
    ['null', /object/],
    ['"hello"', /object/],
    [new TextEncoder().encode('{"type":"ping"}').buffer, /text/],
    [{}, /type/],
    [{ type: 'constructor' }, /type/],
    [{ type: 'entries' }, /type/],
    [{ type: 'hello', version: 1, token }, /type/],
    [{ ...subscribe, id: '1' }, /id/],
    [{ ...subscribe, id: 1.5 }, /id/],
    [{ ...subscribe, binder_id: 'x' }, /binder_id/],
    [{ ...subscribe, position: { epoch: 'e' } }, /position\.seq/],
    [{ ...subscribe, position: { epoch: 'e', seq: -1 } }, /position\.seq/],
    [{ ...publish, kind: 'shout' }, /kind/],
    [{ ...publish, kind: 'stroke', data: { points: ['1'] } }, /data\.points/],
    [{ ...publish, data: { style: '\u0000' } }, /style/],
  ];
  const first: [frame: unknown, named: RegExp][] = [
    [subscribe, /type/],
    [{ type: 'token', token }, /type/],
    [{ type: 'hello', version: 2, token }, /version/],
    [{ type: 'hello', version: 1 }, /token/],
  ];
  for (const [open, cases] of [
    [() => as(t.owner), greeted],
    [bare, first],
  ] as const)
    for (const [frame, named] of cases) {
      const channel = await open();
      const isRaw = typeof frame === 'string' || frame instanceof ArrayBuffer;
      channel.sendRaw(isRaw ? frame : JSON.stringify(frame));
      const reason = await closedWith(channel, 4400);
      assert.ok(named.test(reason), `a reason for ${JSON.stringify(frame)} that fits ${named}`);
    }
  const long = await as(t.owner);
  long.send({ type: 'ping', more: 'x'.repeat(64 * 1024) });
  await closedWith(long, 1009);
  const lenient = await as(t.owner);
  lenient.send({ type: 'ping', more: [1], token: 'x', constructor: { a: 1 } });
  await lenient.next('pong');
});

test('[RT-3] hello is answered by welcome; a token that does not count closes with 4401', async (t) => {
  const { bare } = channelsOf(t);
  const channel = await bare();
  channel.send({ type: 'hello', version: 1, token: t.viewer.token });
  const { user } = await channel.next('welcome');
  assert.deepEqual(user, { id: t.viewer.id, name: t.viewer.name });
  const strangers: [Channel, string][] = [
    [await bare(), 'unknown'],
    [await bare(), 'x'.repeat(512)],
  ];
  if (t.other) strangers.push([await openChannel(channelAddress(t.other.connection.base)), t.owner.token]);
  for (const [otherPartner, token] of strangers) {
    otherPartner.send({ type: 'hello', version: 1, token });
    await closedWith(otherPartner, 4401);
    assert.deepEqual(otherPartner.frames, []);
  }
});

test('[RT-3] who says nothing is sent off after 10 seconds with 4408', async (t) => {
  await closedWith(await channelsOf(t).bare(), 4408, 15);
});

test('[RT-18] `ping` is answered by `pong`', async (t) => {
  await (await channelsOf(t).as(t.owner)).settled();
});

test('[RT-15] hundreds of frames at once close the connection with 4429', async (t) => {
  const { as } = channelsOf(t);
  const channel = await as(t.owner);
  for (let sent = 0; sent < 500; sent++) channel.send({ type: 'ping' });
  await closedWith(channel, 4429);
});

test('[RT-5] without a position one is given the binder as REST answers it, and what comes after', async (t) => {
  const { as } = channelsOf(t);
  const fixture = await t.binder();
  await fixture.postText('before');
  await fixture.todo('a to-do');
  data(await t.owner.post(`${fixture.path}/pages`, { type: 'whiteboard', name: 'Board' }));
  await fixture.upload('text', 'a.txt');
  const channel = await as(t.viewer);
  channel.send({ type: 'subscribe', id: 7, binder_id: fixture.id });
  const frame = await channel.next('snapshot');
  const { position: at, state } = frame;
  assert.deepEqual([frame.id, frame.binder_id], [7, fixture.id]);
  assert.deepEqual(at.seq, await fixture.seq());
  assert.deepEqual(state.messages, await fixture.messages());
  assert.deepEqual(state.todos, await fixture.todos());
  assert.deepEqual(state.pages, await fixture.pages());
  assert.deepEqual(state.files, listed(await t.viewer.get(`${fixture.path}/files`)));
  assert.equal(state.is_complete, true);
  const { users, name } = data<Binder>(await t.viewer.get(fixture.path));
  assert.deepEqual([state.binder.name, state.members], [name, users]);
  await fixture.postText('after');
  await until(channel, at.seq + 1);
  for (const wrong of [
    { epoch: 'another', seq: at.seq },
    { epoch: at.epoch, seq: at.seq + 1_000_000 },
  ]) {
    channel.send({ type: 'subscribe', id: 8, binder_id: fixture.id, position: wrong });
    assert.equal((await channel.next('snapshot')).id, 8);
  }
});

test('[RT-4] [LOG-7] from a position on each entry comes once and in order, also after a cut', async (t) => {
  const { as, following: follow } = channelsOf(t);
  const fixture = await t.binder();
  const first = await follow(t.viewer, fixture);
  const { at } = first;
  for (let index = 0; index < 5; index++) await fixture.postText(`first ${index}`);
  await until(first.channel, at.seq + 5);
  first.channel.close();
  for (let index = 0; index < 5; index++) await fixture.postText(`missed ${index}`);
  const second = await as(t.viewer);
  second.send({ type: 'subscribe', id: 2, binder_id: fixture.id, position: { ...at, seq: at.seq + 5 } });
  const { id, epoch } = await second.next('entries');
  assert.deepEqual([id, epoch], [2, at.epoch]);
  const writers = [t.owner, t.editor, t.owner, t.editor];
  await Promise.all(writers.map((by) => fixture.postText('at once', by)));
  const last = await fixture.seq();
  await until(second, last);
  const received = [...seqsOf(first.channel.frames), ...seqsOf(second.frames)];
  assert.deepEqual(
    received,
    Array.from({ length: last - at.seq }, (_, index) => at.seq + 1 + index),
  );
  const third = await as(t.viewer);
  third.send({ type: 'subscribe', id: 3, binder_id: fixture.id, position: { ...at, seq: last } });
  assert.deepEqual((await third.next('entries')).entries, []);
});

test('[RT-6] [ERR-22] a subscription that is not granted is refused with the code and reason of REST', async (t) => {
  const { as } = channelsOf(t);
  const fixture = await t.binder();
  for (const person of [t.sameOrg, t.outsider]) {
    const channel = await as(person);
    for (const id of [fixture.id, NO_BINDER]) {
      channel.send({ type: 'subscribe', id: 5, binder_id: id });
      const frame = await channel.next('refused');
      const { code, reason, params } = (await person.get(`/${id}`)).json as ErrorBody;
      assert.deepEqual([frame.id, frame.code, frame.reason, frame.params], [5, code, reason, params]);
    }
    await fixture.postText('unheard');
    await channel.settled();
    assert.deepEqual(seqsOf(channel.frames), []);
  }
});

test(
  '[RT-7] [RT-8] an entry comes within 2 seconds, with what it changed as REST answers it',
  timed(async (t) => {
    const { following: follow } = channelsOf(t);
    const fixture = await t.binder();
    const { channel, at } = await follow(t.viewer, fixture);
    const id = await fixture.postText('changed');
    const frame = await channel.next('entries', undefined, 2);
    assert.deepEqual(frame.epoch, at.epoch);
    const [entry] = frame.entries;
    const read = data<Feed>(await t.viewer.get(`${fixture.path}/feed?after=${at.seq}`)).entries[0];
    const { changes, ...rest } = entry ?? { changes: [] };
    assert.deepEqual(rest, read);
    const value = data<Message>(await t.viewer.get(`${fixture.path}/messages/${id}`));
    assert.deepEqual(changes, [{ type: 'message', id, value }]);
    done(await t.owner.delete(`${fixture.path}/messages/${id}`));
    const removedEntry = (await channel.next('entries')).entries[0];
    assert.deepEqual(removedEntry?.changes, [{ type: 'message', id, value: null }]);
  }),
);

test('[RT-13] what is published comes to the others who are subscribed, and is stored nowhere', async (t) => {
  const { as, following: follow } = channelsOf(t);
  const fixture = await t.binder();
  const owner = (await follow(t.owner, fixture)).channel;
  const viewer = (await follow(t.viewer, fixture)).channel;
  const outside = await as(t.editor);
  const of = (kind: string, person: { id: string }) => (frame: Frame) =>
    frame.type === 'ephemeral' && frame.kind === kind && frame.user.id === person.id;
  const came = await owner.next('ephemeral', of('presence', t.viewer));
  assert.deepEqual([came.user.name, came.data], [t.viewer.name, { state: 'online' }]);
  assert.deepEqual((await viewer.next('ephemeral', of('presence', t.owner))).data, { state: 'online' });
  const before = await fixture.seq();
  const publish = (kind: string, by: typeof viewer) =>
    by.send({ type: 'publish', binder_id: fixture.id, kind, data: { points: [1, 2] } });
  publish('pointer', viewer);
  publish('typing', viewer);
  publish('typing', outside);
  await owner.next('ephemeral', of('typing', t.viewer));
  publish('pointer', owner);
  assert.deepEqual((await viewer.next('ephemeral', of('pointer', t.owner))).data, { points: [1, 2] });
  for (const channel of [owner, outside]) await channel.settled();
  assert.ok(!owner.frames.some(of('pointer', t.viewer)), 'no pointer of a viewer');
  assert.ok(!owner.frames.some(of('typing', t.editor)), 'nothing of who is not subscribed');
  assert.ok(!outside.frames.some(({ type }) => type === 'ephemeral'), 'nothing');
  assert.deepEqual(await fixture.seq(), before);
  viewer.send({ type: 'publish', binder_id: fixture.id, kind: 'presence', data: { state: 'idle' } });
  assert.deepEqual((await owner.next('ephemeral', of('presence', t.viewer))).data, { state: 'idle' });
  const late = (await follow(t.editor, fixture)).channel;
  for (const [person, state] of [
    [t.owner, 'online'],
    [t.viewer, 'idle'],
  ] as const)
    assert.deepEqual((await late.next('ephemeral', of('presence', person))).data, { state });
  const stroke = { points: [1, 2, 0.5, 3, 4, 0.7], client_uuid: 'mark', page_id: 3, is_over: false };
  const forged = { data: { ...stroke, html: '<script>' }, user: { id: t.owner.id, name: 'Another' } };
  late.send({ type: 'publish', binder_id: fixture.id, kind: 'stroke', ...forged });
  assert.deepEqual((await owner.next('ephemeral', of('stroke', t.editor))).data, stroke);
  await late.settled();
  assert.ok(!late.frames.some(of('stroke', t.editor)), 'nothing of oneself');
  viewer.close();
  const isGone = (frame: Frame<'ephemeral'>) =>
    of('presence', t.viewer)(frame) && frame.data.state === 'offline';
  for (const channel of [owner, late]) await channel.next('ephemeral', isGone);
});

test('[RT-22] who looks at a binder learns how far others have read', async (t) => {
  const { following: follow, listing } = channelsOf(t);
  const fixture = await t.binder();
  const { channel } = await follow(t.owner, fixture);
  const others = [await listing(t.viewer), await listing(t.sameOrg)];
  const message_id = await fixture.postText('read me');
  for (const person of [t.viewer, t.editor]) {
    status(await person.post(`${fixture.path}/readmark`, {}), 200);
    const { id, name } = person;
    const frame = await channel.next('read_marks', ({ readmarks }) =>
      readmarks.some(({ user }) => user.id === id),
    );
    assert.equal(frame.binder_id, fixture.id);
    const mark = frame.readmarks.find(({ user }) => user.id === id);
    assert.deepEqual(mark, { user: { id, name }, message_id });
  }
  for (const other of others) {
    await other.channel.settled();
    assert.ok(
      !other.channel.frames.some(({ type }) => type === 'read_marks'),
      'nothing for who does not look',
    );
  }
});

test('[RT-20] hostile frames change nothing and open nothing', async (t) => {
  const { as } = channelsOf(t);
  const fixture = await t.binder();
  await fixture.postText('secret');
  const before = await fixture.entries();
  const at = { epoch: 'x', seq: 0 };
  const hostile = [
    '\u0000',
    '{"type":"__proto__"}',
    '{"type":"subscribe","id":1,"binder_id":{"$ne":null}}',
    JSON.stringify({ type: 'subscribe', id: 1, binder_id: fixture.id, position: at, user: t.owner.id }),
    JSON.stringify({ type: 'publish', binder_id: fixture.id, kind: 'stroke', data: { points: ['x'] } }),
    JSON.stringify({ type: 'token', token: { toString: 'x' } }),
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
  ];
  for (const text of hostile) {
    const channel = await as(t.sameOrg);
    channel.sendRaw(text);
    await channel.settled().catch(() => undefined);
    assert.ok(!JSON.stringify(channel.frames).includes('secret'), 'nothing of the binder');
    channel.close();
  }
  const binary = await as(t.sameOrg);
  binary.sendRaw(new Uint8Array([0, 1, 2]).buffer);
  await closedWith(binary, 4400);
  assert.deepEqual(await fixture.entries(), before);
});

test(
  '[RT-9] [RT-4] who is removed is told in 2 seconds, hears nothing that came after, and goes on when added again',
  timed(async (t) => {
    const { following: follow } = channelsOf(t);
    const fixture = await t.binder();
    const [{ channel, at }, other] = [await follow(t.viewer, fixture), await follow(t.editor, fixture)];
    done(await t.owner.post(`${fixture.path}/removeuser`, { id: t.viewer.id }));
    const removedAt = await fixture.seq();
    await fixture.postText('unheard');
    const frame = await channel.next('unsubscribed', undefined, 2);
    assert.deepEqual([frame.binder_id, frame.code], [fixture.id, 'RESPONSE_ERROR_PERMISSION']);
    await until(other.channel, removedAt + 1);
    await channel.settled();
    assert.ok(!JSON.stringify(channel.frames).includes('unheard'), 'nothing that came after');
    channel.send({ type: 'subscribe', id: 2, binder_id: fixture.id });
    assert.equal((await channel.next('refused')).code, 'RESPONSE_ERROR_PERMISSION');
    done(await t.owner.post(`${fixture.path}/inviteuser`, { users: [{ user: { id: t.viewer.id } }] }));
    await fixture.postText('welcome back');
    channel.send({ type: 'subscribe', id: 5, binder_id: fixture.id, position: at });
    await until(channel, await fixture.seq());
    const entries = channel.frames.flatMap((each) => (each.type === 'entries' ? each.entries : []));
    const kinds = ['member_removed', 'message_posted', 'member_added', 'message_posted'];
    assert.deepEqual(pluck(entries, 'kind'), kinds);
    done(await t.owner.delete(fixture.path));
    assert.equal((await other.channel.next('unsubscribed')).code, 'RESPONSE_ERROR_NOT_FOUND');
  }),
);

test(
  '[RT-11] a token that ends is told in 2 seconds, and another one goes on where it stopped',
  timed(async (t) => {
    const { as } = channelsOf(t);
    const fixture = await t.binder();
    const person = t.viewer;
    const token = await t.people.freshToken(person);
    const channel = await as(person, token);
    channel.send({ type: 'subscribe', id: 1, binder_id: fixture.id });
    const { position: at } = await channel.next('snapshot');
    status(await t.nobody.send('POST', '/oauth/revoke', { form: { access_token: token } }), 200);
    const ended = await channel.next('invalid_token', undefined, 4);
    assert.ok(Number(ended.deadline) > Date.now() - 300_000, 'a deadline');
    await fixture.postText('meanwhile');
    await channel.settled();
    assert.deepEqual(seqsOf(channel.frames), []);
    channel.send({ type: 'token', token: await t.people.freshToken(person) });
    await channel.next('welcome');
    await until(channel, at.seq + 1);
    assert.deepEqual(seqsOf(channel.frames), [at.seq + 1]);
    const mine = await as(person);
    mine.send({ type: 'token', token: t.editor.token });
    await closedWith(mine, 4401);
  }),
);
