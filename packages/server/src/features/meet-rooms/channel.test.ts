import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { type Cast, type CreatedUser, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, beforeEach, test } from 'vitest';
import { enter, hello, openMeet } from './testing/meet-client.ts';

const TURN = { meetTurnUrls: ['turn:relay.example:3478'], meetTurnSecret: 'shared with the relay' };

let service: TestService;
let cast: Cast;
let sessionKey: string;
beforeAll(async () => {
  service = await startService({ config: TURN });
});
beforeEach(async () => {
  cast = await service.make.cast();
  sessionKey = await startMeet(cast.owner);
});
afterAll(() => service.close());

async function startMeet({ token }: CreatedUser): Promise<string> {
  const { status, body } = await service.call('POST', `/${cast.binderId}/meets`, { token, json: {} });
  assert.equal(status, 200);
  return body.data.session_key;
}

async function guestToken(name: string): Promise<string> {
  const { token } = cast.owner;
  const createdLink = await service.call('POST', `/meets/${sessionKey}/links`, { token, json: {} });
  assert.equal(createdLink.status, 200, JSON.stringify(createdLink.body));
  const link = new URL(createdLink.body.data.url).hash.slice(1);
  const guest = await service.call('POST', '/meets/guests', { json: { link, name } });
  assert.equal(guest.status, 200, JSON.stringify(guest.body));
  return guest.body.data.token;
}

test('[MEET-22] who may read the binder comes in, and nobody else; the token comes in the first frame', async () => {
  for (const user of [cast.owner, cast.editor, cast.viewer]) {
    const { client, welcome } = await enter(service, sessionKey, user.token);
    assert.equal(welcome.role, user === cast.owner ? 'host' : 'member');
    assert.equal(welcome.binder_id, cast.binderId);
    client.cut();
  }
  const refused: [CreatedUser, string, string][] = [
    [cast.sameOrg, sessionKey, 'RESPONSE_ERROR_PERMISSION'],
    [cast.otherOrg, sessionKey, 'RESPONSE_ERROR_PERMISSION'],
    [cast.otherPartner, sessionKey, 'RESPONSE_ERROR_PERMISSION'],
    [cast.owner, `M${'0'.repeat(22)}`, 'RESPONSE_ERROR_NOT_FOUND'],
  ];
  for (const [user, key, code] of refused) {
    const client = await hello(service, key, user.token);
    const frame = await client.take('refused');
    assert.deepEqual([frame.id, frame.code], [0, code]);
    assert.equal((await client.closed).code, 4400);
    assert.equal(client.frames.length, 1, 'nothing of the meet is told');
  }
  const unknown = await hello(service, sessionKey, 'no token of ours');
  assert.equal((await unknown.closed).code, 4401);
  const silent = await openMeet(service, sessionKey);
  silent.send({ type: 'hand', is_raised: true });
  assert.equal((await silent.closed).code, 4400);
  const { status } = await service.call('GET', `/meets/${sessionKey}/channel`, { token: cast.owner.token });
  assert.equal(status, 400);
});

test('[MEET-12] participants get credentials of the relay that end by themselves', async () => {
  const { client, welcome, id } = await enter(service, sessionKey, cast.viewer.token);
  const [relay] = welcome.ice_servers;
  assert.deepEqual(relay?.urls, TURN.meetTurnUrls);
  const [until = '', who] = relay?.username?.split(':') ?? [];
  const seconds = Number(until) - service.clock.now() / 1_000;
  assert.ok(seconds > 0 && seconds <= 6 * 60 * 60);
  assert.equal(who, id);
  const expected = createHmac('sha1', TURN.meetTurnSecret).update(`${until}:${id}`).digest('base64');
  assert.equal(relay?.credential, expected);
  client.cut();
});

test('[MEET-23] one comes back as who one was, on this device only, and is told of the others', async () => {
  const owner = await enter(service, sessionKey, cast.owner.token);
  const editor = await enter(service, sessionKey, cast.editor.token);
  const other = await enter(service, sessionKey, cast.editor.token);
  assert.notEqual(editor.id, other.id, 'two devices of one person');
  await owner.client.take('participant', ({ participant }) => participant.id === other.id);
  editor.client.send({ type: 'hand', is_raised: true });
  await owner.client.take('participant', ({ participant }) => participant.has_hand_raised);
  other.client.send({ type: 'reaction', emoji: '👏' });
  assert.equal((await owner.client.take('reacted')).participant_id, other.id);

  const { resume } = editor.welcome;
  const thief = await enter(service, sessionKey, cast.viewer.token, resume);
  assert.notEqual(thief.id, editor.id, 'the secret of another person');
  editor.client.cut();
  const back = await enter(service, sessionKey, cast.editor.token, resume);
  assert.equal(back.id, editor.id);
  const [self] = back.welcome.participants.filter(({ id }) => id === back.id);
  assert.equal(self?.has_hand_raised, true);
  const elsewhere = await enter(service, sessionKey, cast.editor.token, resume);
  assert.equal((await back.client.take('ended')).reason, 'joined_elsewhere');
  elsewhere.client.send({ type: 'leave' });
  const left = await owner.client.take('left');
  assert.deepEqual([left.participant_id, left.reason], [editor.id, 'left']);
  const devices = await Promise.all(
    Array.from({ length: 9 }, () => enter(service, sessionKey, cast.editor.token)),
  );
  const last = await hello(service, sessionKey, cast.editor.token);
  assert.equal((await last.take('ended')).reason, 'full');
  assert.equal((await last.closed).code, 1000);
  for (const { client } of [owner, other, thief, elsewhere, ...devices]) client.cut();
});

test('[MEET-23] a reaction is one emoji: what the chat takes, and told as the chat tells it', async () => {
  const { client } = await enter(service, sessionKey, cast.viewer.token);
  const { token } = cast.owner;
  const message = { json: { message: { text: 'Hello' } }, token };
  const { body } = await service.call('POST', `/${cast.binderId}/messages`, message);
  const path = `/${cast.binderId}/messages/${body.data.binder_comment_id}/reactions`;
  const family = '👩🏽‍❤️‍💋‍👨🏻';
  const texts = ['👏', '❤', '❤️', '🏴󠁧󠁢󠁥󠁮󠁧󠁿', family, 'no', '👏👏', '1', '<b>', '\u202e', ' 👏'];
  for (const emoji of texts) {
    const { status, body } = await service.call('POST', path, { token, json: { emoji } });
    const before = client.frames.length;
    client.send({ type: 'reaction', emoji });
    client.send({ type: 'ping' });
    await client.take('pong');
    const answer = client.frames.slice(before).find(({ type }) => /^(reacted|rejected)$/.test(type));
    if (status === 400)
      assert.deepEqual(answer, { ...answer, type: 'rejected', frame: 'reaction', code: body.code }, emoji);
    else {
      const listed = await service.call('GET', path, { token });
      const { emoji: emittedEmoji } = listed.body.data.reactions.at(-1);
      assert.deepEqual(answer, { ...answer, type: 'reacted', emoji: emittedEmoji }, emoji);
    }
  }
  client.cut();
});

test('[MEET-24] a guest waits until a host lets him in, and a locked meet lets nobody in', async () => {
  const owner = await enter(service, sessionKey, cast.owner.token);
  const token = await guestToken('Grace');
  const guest = await hello(service, sessionKey, token);
  await guest.take('lobby');
  const [waiting] = (await owner.client.take('waiting', ({ guests }) => guests.length === 1)).guests;
  assert.equal(waiting?.name, 'Grace');
  guest.send({ type: 'host', id: 1, action: 'admit', participant_id: waiting?.id ?? '' });
  guest.send({ type: 'reaction', emoji: '👋' });
  assert.equal(await owner.client.host('admit', waiting?.id), 'done');
  const welcome = await guest.take('welcome');
  assert.equal(welcome.role, 'guest');
  assert.equal(await guest.host('mute', owner.id), 'RESPONSE_ERROR_PERMISSION');
  assert.ok(
    !owner.client.frames.some(({ type }) => type === 'reacted'),
    'what was said outside is not heard',
  );
  assert.equal(
    await owner.client.host('make_host', welcome.participant_id),
    'RESPONSE_ERROR_INVALID_REQUEST',
  );

  const denied = await hello(service, sessionKey, await guestToken('Mallory'));
  await denied.take('lobby');
  const { guests } = await owner.client.take('waiting', (frame) => frame.guests.length === 1);
  assert.equal(await owner.client.host('deny', guests[0]?.id), 'done');
  assert.equal((await denied.take('ended')).reason, 'denied');

  const elsewhere = await startMeet(cast.owner);
  const wrong = await hello(service, elsewhere, token);
  assert.equal((await wrong.take('refused')).code, 'RESPONSE_ERROR_NOT_FOUND', 'of another meet');

  assert.equal(await owner.client.host('lock'), 'done');
  const late = await hello(service, sessionKey, cast.viewer.token);
  assert.equal((await late.take('refused')).code, 'RESPONSE_ERROR_PERMISSION');
  const again = await hello(service, sessionKey, token, welcome.resume);
  assert.equal((await again.take('welcome')).participant_id, welcome.participant_id, 'who is in comes back');
  assert.equal(await owner.client.host('unlock'), 'done');
  const viewer = await enter(service, sessionKey, cast.viewer.token);
  for (const { client } of [owner, viewer]) client.cut();
  again.cut();
});

test('[MEET-25] [ERR-22] what a host may is done by hosts, and refused to all others', async () => {
  const owner = await enter(service, sessionKey, cast.owner.token);
  const editor = await enter(service, sessionKey, cast.editor.token);
  const viewer = await enter(service, sessionKey, cast.viewer.token);
  const about = ['mute', 'stop_camera', 'stop_screen', 'remove', 'make_host'];
  for (const action of [...about, 'admit', 'deny', 'lock', 'unlock', 'start_recording', 'end'])
    assert.equal(await editor.client.host(action, viewer.id), 'RESPONSE_ERROR_PERMISSION', action);
  for (const action of about) {
    assert.equal(await owner.client.host(action, 'Pnobody'), 'RESPONSE_ERROR_NOT_FOUND', action);
    assert.equal(await owner.client.host(action), 'RESPONSE_ERROR_INVALID_REQUEST', action);
  }
  editor.client.send({ type: 'host', id: 901, action: 'lock' });
  const refusal = await editor.client.take('refused', ({ id }) => id === 901);
  assert.deepEqual([refusal.reason, refusal.params], ['not_allowed', {}]);
  owner.client.send({ type: 'host', id: 902, action: 'mute', participant_id: 'Pnobody' });
  const gone = await owner.client.take('refused', ({ id }) => id === 902);
  assert.deepEqual([gone.reason, gone.params], ['meet_participant_left', {}]);
  assert.equal(await owner.client.host('make_host', editor.id), 'done');
  await viewer.client.take(
    'participant',
    ({ participant }) => participant.role === 'host' && participant.id === editor.id,
  );
  assert.equal(await editor.client.host('remove', viewer.id), 'done');
  assert.equal((await viewer.client.take('ended')).reason, 'removed');
  assert.equal(await editor.client.host('end'), 'done');
  for (const { client } of [owner, editor]) assert.equal((await client.take('ended')).reason, 'ended');
  const over = await hello(service, sessionKey, cast.owner.token);
  const { code, reason } = await over.take('refused');
  assert.deepEqual([code, reason], ['RESPONSE_ERROR_PRECONDITION_FAILED', 'meet_over']);
});

test('[MEET-22] who is removed from the binder, or whose meet is ended by a call, is out', async () => {
  const { owner, viewer } = cast;
  const first = await enter(service, sessionKey, owner.token);
  const second = await enter(service, sessionKey, viewer.token);
  const { status } = await service.call('POST', `/${cast.binderId}/removeuser`, {
    token: owner.token,
    json: { email: viewer.email },
  });
  assert.equal(status, 200);
  assert.equal((await second.client.take('ended')).reason, 'removed');
  await first.client.take('left', ({ participant_id: id }) => id === second.id);
  const ended = await service.call('POST', `/meets/${sessionKey}/end`, { token: owner.token });
  assert.equal(ended.status, 200);
  assert.equal((await first.client.take('ended')).reason, 'ended');
});

test('[MEET-53] a call of two ends when one leaves, and not for a lost connection or with a guest', async () => {
  const { owner, editor } = cast;
  const message = { user: { user_id: editor.id }, message: { text: 'Hello' } };
  const sent = await service.call('POST', '/me/messages', { token: owner.token, json: message });
  const call = async () => {
    const { token } = owner;
    const { body } = await service.call('POST', `/${sent.body.data.binder_id}/meets`, { token, json: {} });
    sessionKey = body.data.session_key;
    const [one, other] = await Promise.all([
      enter(service, sessionKey, owner.token),
      enter(service, sessionKey, editor.token),
    ]);
    return { one, other };
  };
  const { one, other } = await call();
  const second = await enter(service, sessionKey, editor.token);
  second.client.send({ type: 'leave' });
  await one.client.take('left', ({ participant_id }) => participant_id === second.id);
  other.client.send({ type: 'leave' });
  const { reason } = await one.client.take('ended');
  assert.equal(reason, 'ended');

  const lost = await call();
  lost.other.client.cut();
  const { client } = await enter(service, sessionKey, editor.token);
  client.send({ type: 'leave' });
  await lost.one.client.take('ended');

  const open = await call();
  const guest = await hello(service, sessionKey, await guestToken('Grace'));
  const { guests } = await open.one.client.take('waiting', ({ guests }) => guests.length > 0);
  await open.one.client.host('admit', guests[0]?.id);
  await guest.take('welcome');
  open.other.client.send({ type: 'leave' });
  await open.one.client.take('left', ({ participant_id }) => participant_id === open.other.id);
  open.one.client.send({ type: 'hand', is_raised: true });
  await guest.take('participant', ({ participant }) => participant.has_hand_raised);
  for (const each of [open.one.client, guest]) each.cut();
});
