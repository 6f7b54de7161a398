import assert from 'node:assert/strict';
import type { MeetClientFrame } from '@ringbinder/protocol';
import { startPeers } from '@ringbinder/sfu/testing';
import type { Cast } from '@ringbinder/testkit';
import { service } from '@ringbinder/testkit/shared-service.ts';
import { beforeAll, test } from 'vitest';
import { enter, hello, type MeetClient, openMeet } from './testing/meet-client.ts';

let cast: Cast;
beforeAll(async () => {
  cast = await service.make.cast();
});

async function startMeet(): Promise<string> {
  const { body } = await service.call('POST', `/${cast.binderId}/meets`, {
    token: cast.owner.token,
    json: {},
  });
  return body.data.session_key;
}

async function makeBoard(): Promise<number> {
  const { status, body } = await service.call('POST', `/${cast.binderId}/pages`, {
    token: cast.owner.token,
    json: { type: 'whiteboard', name: 'Plan', width: 800, height: 600 },
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body.data.page_id;
}

let nextId = 10_000;
function ask(client: MeetClient, frame: Record<string, unknown>): Promise<string> {
  const id = nextId++;
  client.send({ id, ...frame } as unknown as MeetClientFrame);
  return Promise.any([
    client.take('done', (answer) => answer.id === id).then(() => 'done'),
    client.take('refused', (answer) => answer.id === id).then(({ code }) => code),
  ]);
}

const VIEW = { x: 400, y: 300, width: 800, height: 600 };

test('[STAGE-1] [STAGE-2] a page of the binder stands before all, in its presenter’s view; who may not write puts none there, and guests get a picture of it alone', async () => {
  const sessionKey = await startMeet();
  const [board, other] = [await makeBoard(), await makeBoard()];
  const owner = await enter(service, sessionKey, cast.owner.token);
  const editor = await enter(service, sessionKey, cast.editor.token);
  const viewer = await enter(service, sessionKey, cast.viewer.token);
  assert.equal(owner.welcome.stage, null);
  const put = (client: MeetClient, page_id: number | null) => ask(client, { type: 'stage', page_id });
  assert.equal(await put(viewer.client, board), 'RESPONSE_ERROR_PERMISSION');
  assert.equal(await put(editor.client, 999_999), 'RESPONSE_ERROR_NOT_FOUND');
  assert.equal(await put(editor.client, null), 'RESPONSE_ERROR_PRECONDITION_FAILED');
  assert.equal(await put(editor.client, board), 'done');
  const staged = await viewer.client.take('stage', ({ stage }) => stage !== null);
  assert.deepEqual(staged.stage, { page_id: board, presenter_id: editor.id, view: null });
  editor.client.send({ type: 'stage_view', view: VIEW });
  assert.deepEqual((await viewer.client.take('stage_view')).view, VIEW);
  viewer.client.send({ type: 'stage_view', view: { ...VIEW, x: 1 } });

  const links = await service.call('POST', `/meets/${sessionKey}/links`, {
    token: cast.owner.token,
    json: {},
  });
  const link = new URL(links.body.data.url).hash.slice(1);
  const welcomed = await service.call('POST', '/meets/guests', { json: { link, name: 'Grace' } });
  const guest = await hello(service, sessionKey, welcomed.body.data.token);
  const { guests } = await owner.client.take('waiting', (frame) => frame.guests.length === 1);
  assert.equal(await owner.client.host('admit', guests[0]?.id), 'done');
  const late = (await guest.take('welcome')).stage;
  assert.deepEqual(late?.view, VIEW, 'who comes late sees it at once');
  assert.deepEqual([late?.picture?.width, late?.picture?.height], [800, 600]);
  const picture = await fetch(new URL(late?.picture?.url ?? '', service.origin));
  assert.deepEqual([picture.status, picture.headers.get('content-type')], [200, 'image/webp']);
  const elsewhere = (late?.picture?.url ?? '').replace(`/${board}/`, `/${other}/`);
  assert.equal((await fetch(new URL(elsewhere, service.origin))).status, 403);
  const whole = (late?.picture?.url ?? '').replace('/background?', '/page?');
  assert.equal((await fetch(new URL(whole, service.origin))).status, 403);
  assert.equal(await put(guest, board), 'RESPONSE_ERROR_PERMISSION');

  const drawn = await service.call('POST', `/${cast.binderId}/pages/${board}/annotations`, {
    token: cast.editor.token,
    json: {
      svg_tag: '<path d="M10 10 L300 300" stroke="#000" stroke-width="9" fill="none"/>',
      client_uuid: crypto.randomUUID(),
    },
  });
  assert.equal(drawn.status, 200, JSON.stringify(drawn.body));
  const next = await guest.take('stage', ({ stage }) => stage?.picture?.url !== late?.picture?.url);
  assert.equal((await fetch(new URL(next.stage?.picture?.url ?? '', service.origin))).status, 200);

  assert.equal(await put(owner.client, board), 'done');
  const acceptedStage = await viewer.client.take('stage', ({ stage }) => stage?.presenter_id === owner.id);
  assert.deepEqual(acceptedStage.stage?.view, VIEW);
  assert.equal(await put(editor.client, null), 'RESPONSE_ERROR_PERMISSION');
  owner.client.cut();
  const back = await enter(service, sessionKey, cast.owner.token, owner.welcome.resume);
  assert.equal(back.welcome.stage?.presenter_id, owner.id);
  back.client.send({ type: 'leave' });
  await viewer.client.take('stage', ({ stage }) => stage === null);
  assert.equal(await put(editor.client, other), 'done');
  viewer.client.frames.length = 0;
  const removed = await service.call('DELETE', `/${cast.binderId}/pages/${other}`, {
    token: cast.editor.token,
  });
  assert.equal(removed.status, 200);
  await viewer.client.take('stage', ({ stage }) => stage === null);
  for (const client of [editor.client, viewer.client, guest]) client.cut();
});

const inputs = {
  pointer: { kind: 'pointer', x: 0.5, y: 0.25 },
  wheel: { kind: 'wheel', x: 0.5, y: 0.5, delta_x: 0, delta_y: 120 },
  zoom: { kind: 'zoom', direction: 1 },
} as const;

test('[STAGE-3] [STAGE-4] control is given by the presenter alone, taken back at once by him, a host or by leaving, and nothing of it is for plugin_version 2.9.5', async () => {
  const sessionKey = await startMeet();
  const board = await makeBoard();
  const latest = async (user: { token: string }) => {
    const client = await openMeet(service, sessionKey);
    client.send({ type: 'hello', version: 1, token: user.token, plugin_version: 'latest' });
    const welcome = await client.take('welcome');
    return { client, welcome, id: welcome.participant_id };
  };
  const owner = await latest(cast.owner);
  const presenter = await latest(cast.editor);
  const viewer = await latest(cast.viewer);
  const stable = await enter(service, sessionKey, cast.editor.token);
  const control = (client: MeetClient, action: string, participant_id: string, abilities?: string[]) =>
    ask(client, { type: 'control', action, participant_id, ...(abilities && { abilities }) });
  const remote = (client: MeetClient, input: object, presenter_id = presenter.id) =>
    ask(client, { type: 'remote', presenter_id, surface: 'stage', input });

  assert.equal(await control(viewer.client, 'request', presenter.id), 'RESPONSE_ERROR_PRECONDITION_FAILED');
  assert.equal(await ask(presenter.client, { type: 'stage', page_id: board }), 'done');
  for (const frame of [inputs.pointer, inputs.wheel])
    assert.equal(await remote(viewer.client, frame), 'RESPONSE_ERROR_PERMISSION', 'without consent');
  assert.equal(await control(presenter.client, 'allow', viewer.id), 'RESPONSE_ERROR_PRECONDITION_FAILED');
  assert.equal(await control(stable.client, 'request', presenter.id), 'RESPONSE_ERROR_PRECONDITION_FAILED');
  assert.equal(await control(viewer.client, 'request', 'Pnobody'), 'RESPONSE_ERROR_NOT_FOUND');
  assert.equal(await control(viewer.client, 'request', viewer.id), 'RESPONSE_ERROR_INVALID_REQUEST');

  const give = async (abilities: string[]) => {
    assert.equal(await control(viewer.client, 'request', presenter.id), 'done');
    await presenter.client.take('control_requested', ({ participant_id }) => participant_id === viewer.id);
    assert.equal(await control(presenter.client, 'allow', viewer.id, abilities), 'done');
    await viewer.client.take('controls', ({ controls }) => controls.length === 1);
  };
  assert.equal(await control(viewer.client, 'request', presenter.id), 'done');
  assert.equal(await control(presenter.client, 'deny', viewer.id), 'done');
  assert.equal((await viewer.client.take('control_denied')).participant_id, presenter.id);
  await give(['scroll']);
  viewer.client.send({
    type: 'remote',
    id: 1,
    presenter_id: presenter.id,
    surface: 'stage',
    input: inputs.pointer,
  });
  const seen = await owner.client.take('remote');
  assert.deepEqual([seen.participant_id, seen.input], [viewer.id, inputs.pointer]);
  viewer.client.send({
    type: 'remote',
    id: 2,
    presenter_id: presenter.id,
    surface: 'stage',
    input: inputs.wheel,
  });
  await presenter.client.take('remote', ({ input }) => input.kind === 'wheel');
  assert.equal(await remote(viewer.client, inputs.zoom), 'RESPONSE_ERROR_PRECONDITION_FAILED');
  const second = await makeBoard();
  assert.equal(await ask(viewer.client, { type: 'stage', page_id: second }), 'done');
  const turned = await owner.client.take('stage', ({ stage }) => stage?.page_id === second);
  assert.equal(turned.stage?.presenter_id, presenter.id);
  viewer.client.send({ type: 'stage_view', view: VIEW });
  await presenter.client.take('stage_view');
  assert.equal(
    await ask(viewer.client, { type: 'stage', page_id: null }),
    'RESPONSE_ERROR_PERMISSION',
    'but does not take it off',
  );
  for (let each = 0; each < 120; each++)
    viewer.client.send({
      type: 'remote',
      id: 50_000 + each,
      presenter_id: presenter.id,
      surface: 'stage',
      input: inputs.pointer,
    });
  const flooded = await viewer.client.take('refused', ({ id }) => id >= 50_000);
  assert.equal(flooded.code, 'RESPONSE_ERROR_TOO_MANY_REQUESTS');

  for (const [who, client] of [
    ['the presenter', presenter.client],
    ['a host', owner.client],
    ['who has it', viewer.client],
  ] as const) {
    owner.client.frames.length = 0;
    assert.equal(await control(client, 'stop', presenter.id), 'done', who);
    await owner.client.take('controls', ({ controls }) => controls.length === 0);
    assert.equal(await remote(viewer.client, inputs.zoom), 'RESPONSE_ERROR_PERMISSION', who);
    viewer.client.frames.length = 0;
    presenter.client.frames.length = 0;
    await give([]);
  }
  const other = await latest(cast.editor);
  assert.equal(other.welcome.controls[0]?.controller_id, viewer.id);
  assert.equal(await control(other.client, 'stop', presenter.id), 'RESPONSE_ERROR_PERMISSION');
  owner.client.frames.length = 0;
  viewer.client.send({ type: 'leave' });
  await owner.client.take('controls', ({ controls }) => controls.length === 0);
  const types = stable.client.frames.map(({ type }) => type);
  assert.ok(
    !types.includes('remote') && !types.includes('controls'),
    'the stable release is told none of it',
  );
  assert.deepEqual(stable.welcome.controls, []);
  for (const { client } of [owner, presenter, stable, other]) client.cut();
});

test('[STAGE-8] [STAGE-9] what is said is taken only while a host wishes it, shown to all, found by search, and stands in the recording', async (t) => {
  const sessionKey = await startMeet();
  const owner = await enter(service, sessionKey, cast.owner.token);
  const viewer = await enter(service, sessionKey, cast.viewer.token);
  assert.equal(owner.welcome.has_captions, false);
  const sendCaption = (client: MeetClient, text: string) =>
    ask(client, { type: 'caption', text, language: 'en-GB', duration_ms: 2_000 });
  assert.equal(await sendCaption(viewer.client, 'unwanted'), 'RESPONSE_ERROR_PRECONDITION_FAILED');
  assert.equal(await viewer.client.host('captions_on'), 'RESPONSE_ERROR_PERMISSION');
  assert.equal(await owner.client.host('captions_on'), 'done');
  await viewer.client.take('meet', ({ has_captions }) => has_captions);
  assert.equal(await sendCaption(viewer.client, 'unheard'), 'RESPONSE_ERROR_PERMISSION');
  const peers = startPeers(service.env.meetEngine);
  t.onTestFinished(() => peers.close());
  peers.publish({ meet: `production/${sessionKey}`, participant: viewer.id }, 'microphone');
  await owner.client.take(
    'participant',
    ({ participant }) => participant.id === viewer.id && participant.sources.length > 0,
  );
  assert.equal(await sendCaption(viewer.client, 'the valuation of the pier is in'), 'done');
  const visibleCaption = await owner.client.take('captioned');
  assert.deepEqual(
    [visibleCaption.participant_id, visibleCaption.text],
    [viewer.id, 'the valuation of the pier is in'],
  );
  viewer.client.send({ type: 'mute', source: 'microphone', is_muted: true });
  assert.equal(await sendCaption(viewer.client, 'muted'), 'RESPONSE_ERROR_PERMISSION');
  viewer.client.send({ type: 'mute', source: 'microphone', is_muted: false });
  const late = await enter(service, sessionKey, cast.editor.token);
  assert.equal(late.welcome.has_captions, true);
  for (let each = 0; each < 40; each++)
    owner.client.send({ type: 'caption', id: 70_000 + each, text: 'again', language: 'en', duration_ms: 9 });
  const refused = await owner.client.take('refused', ({ id }) => id >= 70_000);
  assert.equal(refused.code, 'RESPONSE_ERROR_TOO_MANY_REQUESTS');

  const search = async (q: string, token = cast.editor.token) =>
    service.call('GET', `/${cast.binderId}/search?q=${q}`, { token });
  const results = (await search('pier')).body.data.results;
  assert.equal(results.length, 1);
  assert.equal(results[0].type, 'meet');
  assert.match(results[0].text, /valuation of the pier/);
  assert.equal(results[0].user.id, cast.viewer.id);
  assert.equal((await search('unwanted')).body.data.results.length, 0);
  assert.equal((await search('pier', cast.otherPartner.token)).status, 403);

  const [spoken] = await service.env.db.query<{ meet_id: number; ended_at: number }>(
    `SELECT meet_id, ended_at FROM meet_captions WHERE binder_id = $1 AND text LIKE '%pier%'`,
    [cast.binderId],
  );
  assert.ok(spoken);
  const page = await makeBoard();
  const record = (startedAt: number) =>
    service.env.db.query(
      `INSERT INTO meet_recordings (binder_id, meet_id, file_id, page_id, started_at, ended_at, created_at)
       VALUES ($1, $2, $3, $4, $5, $6, $6)`,
      [cast.binderId, spoken.meet_id, `F${startedAt}`, page, startedAt, spoken.ended_at + 500],
    );
  await record(spoken.ended_at - 5_000);
  const captions = await fetch(`${service.base}/${cast.binderId}/pages/${page}/captions`, {
    headers: { authorization: `Bearer ${cast.viewer.token}` },
  });
  assert.equal(captions.headers.get('content-type'), 'text/vtt; charset=utf-8');
  const vtt = await captions.text();
  assert.match(vtt, /^WEBVTT\n\n00:00:03\.000 --> 00:00:05\.000\n<v [^>]+>the valuation of the pier is in\n/);
  const otherPartner = await service.call('GET', `/${cast.binderId}/pages/${page}/captions`, {
    token: cast.otherPartner.token,
  });
  assert.equal(otherPartner.status, 403);
  assert.equal(await owner.client.host('captions_off'), 'done');
  assert.equal(await sendCaption(viewer.client, 'later'), 'RESPONSE_ERROR_PRECONDITION_FAILED');
  for (const { client } of [owner, viewer, late]) client.cut();
});
