import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sendPictures, sendTone, startRecorder } from '@ringbinder/sfu/testing';
import { type Cast, startService, type TestService } from '@ringbinder/testkit';
import { afterAll, beforeAll, test } from 'vitest';
import { deleteExpired } from '../../background/housekeeping.ts';
import { DATABASE_NOW } from '../../storage/database-time.ts';
import { createWorkflow, sharedStep } from '../transactions/testing/workflow.ts';
import { recordingFolder } from './folder.ts';
import { beginRecording, composeWaiting } from './index.ts';
import type { RecordingRow } from './queries.ts';

function findUnfinished(
  db: TestService['env']['db'],
  binderId: string,
  meetId: number | null,
): Promise<RecordingRow[]> {
  return db.query<RecordingRow>(
    `SELECT * FROM meet_recording_jobs
     WHERE binder_id = $1 AND ($2::bigint IS NULL OR meet_id = $2) ORDER BY started_at DESC LIMIT 100`,
    [binderId, meetId],
  );
}

const hasFfmpeg = spawnSync('ffmpeg', ['-version']).status === 0;
const needed = { skip: !hasFfmpeg && process.env.CI !== 'true' };
const base = mkdtempSync(join(tmpdir(), 'rb-meet-recordings-'));
let service: TestService;
let beside: TestService;
let cast: Cast;
beforeAll(async () => {
  service = await startService();
  beside = await startService({ beside: service, config: { dataDir: service.directory } });
  cast = await service.make.cast();
});
afterAll(async () => {
  await beside.close();
  await service.close();
  rmSync(base, { recursive: true, force: true });
});

async function startMeet() {
  const { body } = await service.call('POST', `/${cast.binderId}/meets`, {
    token: cast.owner.token,
    json: { name: 'Weekly / review' },
  });
  return { binder_id: cast.binderId, id: body.data.id as number, key: body.data.session_key as string };
}

async function writeTracks(folder: string): Promise<void> {
  let now = 0;
  const recorder = startRecorder(folder, {
    now: () => now,
    askForKeyFrame: () => undefined,
    onFailed: (_id, error) => assert.fail(String(error)),
  });
  recorder.addTrack('p', 'vp8', { participantId: 'a', source: 'camera' });
  recorder.addTrack('t', 'opus', { participantId: 'a', source: 'microphone' });
  const [pictures, tone] = [await sendPictures(base, '320x180', 2), await sendTone(base, 440, 2)];
  const all = [
    ...pictures.map((each) => ({ ...each, id: 'p' })),
    ...tone.map((each) => ({ ...each, id: 't' })),
  ];
  for (const { at, packet, id } of all.toSorted((one, other) => one.at - other.at)) {
    now = at * 1000;
    recorder.push(id, packet);
    await new Promise((resolve) => setImmediate(resolve));
  }
  await recorder.stop();
}

const entriesOf = async () => {
  const { body } = await service.call('GET', `/${cast.binderId}/feed?after=0&limit=200`, {
    token: cast.owner.token,
  });
  return body.data.entries as { kind: string; body: Record<string, unknown> }[];
};

test(
  '[WORK-21] once a meet has ended its recording is being prepared, also while its tracks are closed',
  needed,
  async () => {
    const meet = await startMeet();
    const recording = await beginRecording(service.env, meet, { userId: cast.owner.id });
    const preparing = async () => {
      const path = `/meets/recordings/${meet.key}`;
      const { body } = await service.call('GET', path, { token: cast.viewer.token });
      return body.data.preparing.map(({ status, progress }: Record<string, unknown>) => [status, progress]);
    };
    assert.deepEqual(await preparing(), []);
    const ended = await service.call('POST', `/meets/${meet.key}/end`, { token: cast.owner.token, json: {} });
    assert.equal(ended.status, 200);
    const [unfinished] = await findUnfinished(service.env.db, cast.binderId, meet.id);
    assert.equal(unfinished?.state, 'recording');
    assert.deepEqual(await preparing(), [['composing', 0]]);
    await recording.end(service.clock.now());
    assert.deepEqual(await preparing(), [['composing', 0]]);
    await service.env.db.query('DELETE FROM meet_recording_jobs WHERE id = $1', [recording.key.id]);
  },
);

test(
  '[MEET-11] [MEET-19] [WORK-21] [MSG-46] a recording becomes a page that plays, once over two processes, and is told of then',
  needed,
  async () => {
    const meet = await startMeet();
    const recording = await beginRecording(service.env, meet, { userId: cast.owner.id });
    await assert.rejects(beginRecording(beside.env, meet, { userId: cast.owner.id }), { status: 409 });
    await writeTracks(recording.folder);
    await composeWaiting(beside.env);
    assert.equal((await findUnfinished(service.env.db, cast.binderId, meet.id)).length, 1);
    const post = (text: string) =>
      service.call('POST', `/${cast.binderId}/messages`, {
        token: cast.editor.token,
        json: { message: { text } },
      });
    recording.mark('joined', 'Ben');
    service.clock.advance(1_000);
    await post('The second page is wrong');
    const { body: posted } = await post('Forget it');
    await service.call('DELETE', `/${cast.binderId}/messages/${posted.data.binder_comment_id}`, {
      token: cast.editor.token,
    });
    const workflow = createWorkflow(service, cast);
    const { id: approvalId, steps } = await workflow.create([
      sharedStep([cast.owner, cast.editor], {
        required: 'all',
        actions: [{ id: 'approve', text: 'Approve' }],
      }),
    ]);
    for (const { token } of [cast.owner, cast.editor])
      assert.equal((await workflow.press(approvalId, steps[0], token)).status, 200);
    service.clock.advance(2_000);
    await recording.end(service.clock.now());
    service.clock.advance(1);
    await post('Too late');
    const preparing = async () => {
      const { status, body } = await service.call('GET', `/meets/recordings/${meet.key}`, {
        token: cast.viewer.token,
      });
      assert.equal(status, 200);
      return body.data.preparing;
    };
    const [{ started_time, ...waiting }] = await preparing();
    assert.ok(Date.parse(started_time) > 0);
    assert.deepEqual(waiting, {
      session_key: meet.key,
      name: 'Weekly / review',
      status: 'composing',
      progress: 0,
    });
    // A machine without the tracks leaves the recording to another machine.
    const elsewhere = { ...beside.env.config, dataDir: join(service.directory, 'elsewhere') };
    await composeWaiting({ ...beside.env, config: elsewhere });
    assert.equal((await findUnfinished(service.env.db, cast.binderId, meet.id)).length, 1);
    await Promise.all([composeWaiting(service.env), composeWaiting(beside.env)]);
    assert.deepEqual(await findUnfinished(service.env.db, cast.binderId, meet.id), []);
    assert.ok(!existsSync(recording.folder));
    assert.deepEqual(await preparing(), []);
    const emittedReady = (await entriesOf()).filter(({ kind }) => kind === 'meet_recording_ready');
    assert.equal(emittedReady.length, 1);
    const { id, topic, recording_url } = emittedReady[0]?.body ?? {};
    assert.deepEqual([id, topic], [meet.key, 'Weekly / review']);
    const { body: chat } = await service.call('GET', `/${cast.binderId}/messages`, {
      token: cast.owner.token,
    });
    const ready = chat.data.messages.find(({ text }: { text: string }) =>
      text.startsWith('Recording is ready'),
    );
    assert.equal(ready.is_feed, true);
    const file = await fetch(String(recording_url).replace(/^https?:\/\/[^/]+/, service.origin), {
      headers: { authorization: `Bearer ${cast.owner.token}` },
    });
    assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'video/webm']);
    const { body } = await service.call('GET', `/${cast.binderId}/pages`, { token: cast.owner.token });
    const page = body.data.pages.at(-1);
    assert.deepEqual([page.type, page.name], ['PAGE_TYPE_VIDEO', 'Weekly / review']);
    const chapters = (token: string) =>
      service.call('GET', `/${cast.binderId}/pages/${page.id}/chapters`, { token });
    const { body: listed } = await chapters(cast.viewer.token);
    const [came, caption, ...others] = listed.data.chapters;
    assert.deepEqual(
      [came.type, came.name, caption.type, caption.text],
      ['joined', 'Ben', 'message', 'The second page is wrong'],
    );
    assert.ok(caption.time - came.time >= 1_000, `${came.time}, ${caption.time}`);
    assert.deepEqual(
      others.map(({ type, name }: { type: string; name: string }) => [type, name]),
      [
        ['step', cast.owner.name],
        ['step', cast.editor.name],
      ],
    );
    assert.equal((await chapters(cast.sameOrg.token)).status, 403);
    assert.ok(page.duration > 1_500 && page.duration < 2_500, `${page.duration} ms`);
  },
);

test(
  '[MEET-11] [SANDBOX-10] when the process that records dies, another makes the page of what there is',
  needed,
  async () => {
    const meet = await startMeet();
    const recording = await beginRecording(service.env, meet, { userId: cast.editor.id });
    await writeTracks(recording.folder);
    recording.release();
    await service.call('DELETE', `/${cast.binderId}/members/${cast.editor.id}`, { token: cast.owner.token });
    await composeWaiting(beside.env);
    assert.equal((await findUnfinished(service.env.db, cast.binderId, meet.id)).length, 1);
    beside.clock.advance(24 * 60 * 60 * 1000);
    await composeWaiting(beside.env);
    assert.equal((await findUnfinished(service.env.db, cast.binderId, meet.id)).length, 1);
    await service.env.db.query(
      `UPDATE meet_recording_jobs SET claimed_until = ${DATABASE_NOW} WHERE state = 'recording'`,
    );
    await composeWaiting(service.env);
    const emittedReady = (await entriesOf()).filter(({ kind }) => kind === 'meet_recording_ready');
    assert.equal(emittedReady.length, 2);
    const [{ start_time = 0, end_time = 0 }] = emittedReady
      .slice(1)
      .map(({ body }) => body as Record<string, number>) as [Record<string, number>];
    assert.ok(end_time - start_time < 60_000, `${end_time - start_time} ms`);
  },
);

test(
  '[MEET-11] [WORK-21] of what came to nothing nobody is told, and it goes after a week',
  needed,
  async () => {
    const meet = await startMeet();
    const recording = await beginRecording(service.env, meet, { userId: cast.owner.id });
    const before = (await entriesOf()).length;
    await recording.end(service.clock.now());
    await composeWaiting(service.env);
    const [failed] = await findUnfinished(service.env.db, cast.binderId, meet.id);
    assert.equal(failed?.state, 'failed');
    const listed = await service.call('GET', `/meets/recordings/${meet.key}`, { token: cast.viewer.token });
    assert.deepEqual(
      listed.body.data.preparing.map(({ status }: { status: string }) => status),
      ['failed'],
    );
    assert.equal((await entriesOf()).length, before);
    service.clock.advance(8 * 24 * 60 * 60 * 1000);
    await deleteExpired(service.env);
    assert.deepEqual(await findUnfinished(service.env.db, cast.binderId, meet.id), []);
    assert.ok(!existsSync(recordingFolder(service.env, recording.key.id)));
  },
);
