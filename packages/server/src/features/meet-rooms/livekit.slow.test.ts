import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { claimsOf, type LivekitStandIn, signAs, startLivekitStandIn } from '@ringbinder/sfu/testing';
import { type Cast, startService, type TestService, until } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { composeWaiting } from '../meet-recordings/index.ts';
import { enter, hello, type MeetClient } from './testing/meet-client.ts';

let livekit: LivekitStandIn;
let service: TestService;
let cast: Cast;
const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const needed = { skip: !hasFfmpeg && process.env.CI !== 'true' };

beforeAll(async () => {
  livekit = await startLivekitStandIn();
  service = await startService({ config: settings() });
  livekit.webhookUrl = `${service.base}/meets/livekit/webhook`;
  cast = await service.make.cast();
});
afterAll(async () => {
  await service.close();
  await livekit.close();
});

const settings = () => ({
  livekitUrl: livekit.url,
  livekitApiKey: livekit.key,
  livekitApiSecret: livekit.secret,
  livekitEgressDir: '/out',
});

async function startMeet(at = service): Promise<string> {
  const { body } = await at.call('POST', `/${cast.binderId}/meets`, { token: cast.owner.token, json: {} });
  return body.data.session_key;
}

async function comeIn(client: MeetClient) {
  const { url, room, token } = await client.take('livekit');
  assert.equal(url, livekit.url);
  return {
    room,
    token,
    claims: claimsOf(token, livekit.key, livekit.secret),
    visit: await livekit.enter(token),
  };
}

const roomsOf = (sessionKey: string) => [...livekit.rooms.keys()].filter((room) => room.includes(sessionKey));

test('[MEET-10] the doctor is told whether LiveKit answers', async () => {
  const away = await startService({ config: { ...settings(), livekitUrl: 'ws://127.0.0.1:9' } });
  const readDoctor = async ({ origin }: TestService) =>
    ((await (await fetch(`${origin}/embed/doctor.json`)).json()) as { media: object }).media;
  try {
    assert.deepEqual(await readDoctor(service), { engine: 'livekit', status: 'ok' });
    assert.deepEqual(await readDoctor(away), { engine: 'livekit', status: 'unavailable' });
  } finally {
    await away.close();
  }
});

test('[MEET-10] with LiveKit people come in by tokens for what they may, and hosts keep their rights', async () => {
  const sessionKey = await startMeet();
  const host = await enter(service, sessionKey, cast.owner.token);
  const member = await enter(service, sessionKey, cast.editor.token);
  assert.deepEqual([host.welcome.engine, member.welcome.engine], ['livekit', 'livekit']);
  const [first, second] = [await comeIn(host.client), await comeIn(member.client)];
  for (const [{ claims }, { id }] of [
    [first, host],
    [second, member],
  ] as const) {
    assert.deepEqual([claims.sub, claims.video.room], [id, first.room]);
    assert.ok(claims.exp - Date.now() / 1_000 <= 60);
    // LiveKit gives nobody the rights of a host.
    assert.deepEqual(
      Object.keys(claims.video).filter((grant) => /admin|create|list|record/i.test(grant)),
      [],
    );
    assert.deepEqual([claims.video.canPublishData, claims.video.canUpdateOwnMetadata], [false, false]);
    assert.equal(claims.name ?? claims.metadata, undefined, 'LiveKit is told no names');
  }
  const seen = (source: string, isMuted: boolean) =>
    host.client.take(
      'participant',
      ({ participant }) =>
        participant.id === member.id &&
        participant.sources.some((each) => each.source === source && each.is_muted === isMuted),
    );
  await second.visit.publish('camera');
  await seen('camera', false);

  assert.equal(await host.client.host('stop_camera', member.id), 'done');
  assert.equal((await member.client.take('muted')).source, 'camera');
  await seen('camera', true);
  await until('it was taken from him', () => !second.visit.isSending('camera'));
  await assert.rejects(second.visit.publish('camera'), /insufficient/);
  await second.visit.publish('microphone');
  await seen('microphone', false);
  member.client.send({ type: 'restart' });
  const another = await member.client.take('livekit', ({ token }) => token !== second.token);
  const { video } = claimsOf(another.token, livekit.key, livekit.secret);
  assert.deepEqual(video.canPublishSources, ['microphone', 'screen_share', 'screen_share_audio']);
  member.client.send({ type: 'mute', source: 'camera', is_muted: false });
  await until('he may again', () =>
    second.visit.publish('camera').then(
      () => true,
      () => false,
    ),
  );

  assert.equal(await host.client.host('remove', member.id), 'done');
  await until('he is out', () => !second.visit.isThere);
  for (const { token } of [second, another]) {
    const back = await livekit.enter(token);
    await until('he is thrown out again', () => !back.isThere);
  }
  assert.ok(first.visit.isThere);

  const createdLink = await service.call('POST', `/meets/${sessionKey}/links`, {
    token: cast.owner.token,
    json: {},
  });
  const link = new URL(createdLink.body.data.url).hash.slice(1);
  const { body } = await service.call('POST', '/meets/guests', { json: { link, name: 'Jane' } });
  const guest = await hello(service, sessionKey, body.data.token);
  await guest.take('lobby');
  const { guests } = await host.client.take('waiting', ({ guests }) => guests.length === 1);
  assert.equal(await host.client.host('admit', guests[0]?.id), 'done');
  const third = await comeIn(guest);
  assert.ok(!guest.frames.slice(0, 1).some(({ type }) => type === 'livekit'), 'no token in the lobby');
  assert.equal(third.room, first.room);

  assert.equal(await host.client.host('end'), 'done');
  await until('the room is deleted', () => roomsOf(sessionKey).length === 0);
  assert.deepEqual(livekit.refused, [], 'each call had the grant that it needed, and for its room');
  const logged = service.logLines.join('\n');
  for (const secret of [livekit.secret, ...[first, second, third].map(({ token }) => token)])
    assert.ok(!logged.includes(secret), 'neither secrets nor tokens are logged');
});

test('[MEET-10] only webhooks that LiveKit has signed are heard, and what they say is asked for', async () => {
  const room = { name: 'production/none/aa' };
  const guide = await readFile(new URL('../../../../../docs/guides/operating.md', import.meta.url), 'utf8');
  const addresses = [...guide.matchAll(/^ +- https:\/\/binders\.example\.com(\S+)$/gm)].map(
    ([, path]) => path,
  );
  assert.deepEqual(addresses, ['/v1/meets/livekit/webhook', '/sandbox/v1/meets/livekit/webhook']);
  livekit.webhookUrl = `${service.origin}${addresses[0]}`;
  assert.equal(await livekit.postWebhook({ event: 'room_started', room }), 200);
  assert.equal(await livekit.postWebhook({ event: 'something_new' }), 200);
  assert.equal(await livekit.postWebhook({ event: 'x', room }, { secret: 'w'.repeat(32) }), 401);
  assert.equal(await livekit.postWebhook({ event: 'x', room }, { body: '{"event":"y"}' }), 401);
  assert.equal(await livekit.postWebhook({ event: 'x', room }, { expires: -30 }), 401);
  assert.equal(await livekit.postWebhook({ event: 'x', room }, { expires: 86_400 }), 401);
  const url = livekit.webhookUrl ?? '';
  const post = (headers: Record<string, string>, body?: string) =>
    fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/webhook+json', ...headers },
      ...(body ? { body } : {}),
    });
  const now = Math.floor(Date.now() / 1_000);
  const unsigned = signAs(livekit.key, livekit.secret, { exp: now + 60 }, 'none');
  for (const authorization of ['', 'Bearer x', unsigned, `${unsigned.split('.').slice(0, 2).join('.')}.`])
    assert.equal((await post({ authorization }, '{}')).status, 401, authorization);
  assert.equal((await fetch(url, { method: 'POST' })).status, 400);
  assert.equal((await post({ 'content-type': 'application/json' }, '{}')).status, 400);

  const sessionKey = await startMeet();
  const { client, id } = await enter(service, sessionKey, cast.owner.token);
  const { room: name, visit } = await comeIn(client);
  livekit.calls.length = 0;
  const participant = { identity: id, tracks: [{ sid: 'TR_x', source: 'CAMERA' }] };
  assert.equal(await livekit.postWebhook({ event: 'track_published', room: { name }, participant }), 200);
  await until('it is asked', () => livekit.calls.includes('RoomService/ListParticipants'));
  await visit.publish('screen_share');
  const { participant: participantId } = await client.take(
    'participant',
    ({ participant }) => participant.sources.length > 0,
  );
  assert.deepEqual(participantId.sources, [{ source: 'screen', is_muted: false }]);
  livekit.webhookUrl = undefined;
  await visit.unpublish('screen_share');
  client.send({ type: 'changed' });
  await client.take('participant', ({ participant }) => participant.sources.length === 0);
  livekit.webhookUrl = url;
  client.send({ type: 'leave' });
  await until('the room is deleted', () => roomsOf(sessionKey).length === 0);
});

test('[MEET-10] LiveKit may be away for a while, and its webhooks reach the process that holds the meet', async (context) => {
  const there = await startService({ beside: service, config: settings() });
  context.onTestFinished(() => there.close());
  for (const each of [service, there]) each.env.config.internalUrl = each.origin;
  livekit.isAway = true;
  const sessionKey = await startMeet(there);
  const client = await hello(there, sessionKey, cast.owner.token);
  await until('it is noticed', () =>
    there.logLines.some((line) => line.includes('livekit: server does not respond')),
  );
  livekit.isAway = false;
  await client.take('welcome');
  const { visit } = await comeIn(client);
  await visit.publish('camera');
  await client.take('participant', ({ participant }) => participant.sources.length === 1);
  client.cut();
});

test(
  '[MEET-10] LiveKit Egress records into our files, also when our process dies in the middle',
  needed,
  async (context) => {
    const pictures = join(service.directory, 'pictures.webm');
    const tone = join(service.directory, 'tone.webm');
    const encode = (words: string[], path: string) =>
      execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', ...words, '-t', '2', '-f', 'webm', path]);
    encode(
      ['-f', 'lavfi', '-i', 'testsrc=size=320x180:rate=15', '-c:v', 'libvpx', '-auto-alt-ref', '0'],
      pictures,
    );
    encode(['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-c:a', 'libopus'], tone);
    livekit.egress = {
      files: { camera: pictures, microphone: tone },
      from: '/out',
      to: join(service.directory, 'meet-recordings'),
    };
    const recordings = async (sessionKey: string) => {
      const { body } = await service.call('GET', `/meets/recordings/${sessionKey}`, {
        token: cast.owner.token,
      });
      return body.data.recordings;
    };
    const record = async (at: TestService) => {
      const sessionKey = await startMeet(at);
      const { client } = await enter(at, sessionKey, cast.owner.token);
      const { visit } = await comeIn(client);
      await visit.publish('camera');
      assert.equal(await client.host('start_recording'), 'done');
      await visit.publish('microphone');
      const isStarted = () => livekit.calls.filter((call) => call === 'Egress/StartTrackEgress').length === 2;
      await until('both are recorded', isStarted);
      livekit.calls.length = 0;
      return { sessionKey, client, visit };
    };
    livekit.calls.length = 0;
    const { sessionKey, client } = await record(service);
    assert.equal(await client.host('stop_recording'), 'done');
    await composeWaiting(service.env);
    const [recording = assert.fail('it is no page')] = await recordings(sessionKey);
    const { body } = await service.call('GET', `/${cast.binderId}/pages?filter=${recording.page_id}`, {
      token: cast.owner.token,
    });
    assert.ok(body.data.pages[0].duration >= 1_500, `${body.data.pages[0].duration} ms`);
    const [entry] = await service.env.db.query<{ kind: string }>(
      "SELECT kind FROM binder_log WHERE binder_id = $1 AND kind = 'meet_recording_ready'",
      [cast.binderId],
    );
    assert.equal(entry?.kind, 'meet_recording_ready');
    client.cut();
    const dying = await startService({ beside: service, config: settings() });
    context.onTestFinished(() => dying.close().catch(() => undefined));
    dying.env.config.internalUrl = dying.origin;
    const orphan = await record(dying);
    await dying.close();
    // The claim uses the database's clock, which the test cannot move.
    await service.env.db.query('UPDATE meet_recording_jobs SET claimed_until = 0');
    service.clock.advance(60_000);
    await composeWaiting(service.env);
    assert.equal((await recordings(orphan.sessionKey)).length, 1);
    assert.deepEqual(livekit.refused, []);
  },
);

test('[MEET-10] without LiveKit there is no webhook, and without a folder no recording', async (context) => {
  const plain = await startService({ beside: service });
  const folderless = await startService({ beside: service, config: { ...settings(), livekitEgressDir: '' } });
  context.onTestFinished(() => plain.close());
  context.onTestFinished(() => folderless.close());
  const { status } = await fetch(`${plain.base}/meets/livekit/webhook`, {
    method: 'POST',
    headers: { 'content-type': 'application/webhook+json' },
    body: '{}',
  });
  assert.equal(status, 404);
  const sessionKey = await startMeet(folderless);
  const { client } = await enter(folderless, sessionKey, cast.owner.token);
  assert.equal(await client.host('start_recording'), 'RESPONSE_ERROR_PRECONDITION_FAILED');
  client.cut();
});
