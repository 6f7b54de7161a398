import assert from 'node:assert/strict';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { until } from '@ringbinder/testkit/until.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEmbeddedEngine } from './embedded-engine.ts';
import type { MeetEngine } from './engine.ts';
import { createLivekitEngine } from './livekit/engine.ts';
import { startLivekitStandIn, type Visit } from './livekit/testing/stand-in.ts';
import { claimsOf } from './livekit/testing/tokens.ts';
import type { EngineEvent, MeetParticipant } from './messages.ts';
import { readJournal } from './recording/journal.ts';
import { startPeers } from './testing/peers.ts';

const log = { warn: () => undefined, info: () => undefined };

interface Driver {
  engine: MeetEngine;
  publish(place: MeetParticipant): Promise<void>;
  unpublish(place: MeetParticipant): Promise<void>;
  isForwarded(place: MeetParticipant): Promise<boolean>;
  isThere(place: MeetParticipant): boolean;
  close(): Promise<void>;
}

const nameOf = ({ meet, participant }: MeetParticipant) => `${meet} ${participant}`;

async function embedded(): Promise<Driver> {
  const engine = createEmbeddedEngine({ udpPort: 0 }, log);
  const peers = startPeers(engine);
  let connections = 0;
  const names = new Map<string, string>();
  return {
    engine,
    async publish(place) {
      const connection = `p${connections++}`;
      names.set(nameOf(place), connection);
      peers.publish(place, connection);
    },
    async unpublish(place) {
      engine.send({ type: 'unpublish', ...place, connection: names.get(nameOf(place)) ?? '' });
    },
    async isForwarded() {
      const before = peers.counts;
      await until('more is sent', () => peers.counts.sent > before.sent + 10);
      const between = peers.counts;
      await until('more is sent', () => peers.counts.sent > between.sent + 10);
      return peers.counts.received > between.received;
    },
    isThere: () => engine.report.meets > 0,
    async close() {
      peers.close();
      await engine.stop();
    },
  };
}

async function livekit(folders: { ours: string; egress: string }): Promise<Driver> {
  const standIn = await startLivekitStandIn();
  const engine = createLivekitEngine({ ...standIn, folders }, log);
  const tokens = new Map<string, string>();
  const visits = new Map<string, Visit>();
  const receiver = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const meet = engine.webhooks?.read(Buffer.concat(chunks), request.headers.authorization ?? '');
    if (meet) engine.webhooks?.look(meet);
    response.end();
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  standIn.webhookUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  engine.onEvent((event) => {
    if (event.type === 'access') tokens.set(nameOf(event), event.token);
  });
  return {
    engine,
    async publish(place) {
      await until('there is a token', () => tokens.has(nameOf(place)));
      const token = tokens.get(nameOf(place)) ?? '';
      const { video } = claimsOf(token, standIn.key, standIn.secret);
      assert.deepEqual(
        [video.canPublishData, video.roomAdmin, video.roomCreate],
        [false, undefined, undefined],
      );
      const visit = visits.get(nameOf(place)) ?? (await standIn.enter(token));
      visits.set(nameOf(place), visit);
      await visit.publish('microphone');
    },
    unpublish: async (place) => visits.get(nameOf(place))?.unpublish('microphone'),
    async isForwarded(place) {
      const visit = visits.get(nameOf(place));
      await visit?.publish('microphone').catch(() => undefined);
      return visit?.isSending('microphone') ?? false;
    },
    isThere: (place) => visits.get(nameOf(place))?.isThere ?? engine.report.meets > 0,
    async close() {
      assert.deepEqual(standIn.refused, [], 'no call was refused');
      await engine.stop();
      receiver.closeAllConnections();
      receiver.close();
      await standIn.close();
    },
  };
}

const engines = { embedded, livekit };

for (const [name, open] of Object.entries(engines))
  describe(`the contract of MediaEngine: ${name}`, () => {
    let base: string;
    let driver: Driver;
    const events: EngineEvent[] = [];
    const ann = { meet: 'production/Mone', participant: 'Pann' };
    const bob = { meet: 'production/Mone', participant: 'Pbob' };
    const sources = (type: 'published' | 'unpublished') =>
      events.flatMap((event) => (event.type === type ? [`${event.participant} ${event.source}`] : []));

    beforeAll(async () => {
      base = await mkdtemp(join(tmpdir(), 'rb-engine-'));
      driver = await open({ ours: base, egress: '/out' });
      driver.engine.onEvent((event) => events.push(event));
    });
    afterAll(async () => {
      await driver.close();
      await rm(base, { recursive: true, force: true });
    });

    test(`[MEET-10] ${name}: it begins once, and tells who sends what, who is muted, and who has gone`, async () => {
      const { engine } = driver;
      const runs: boolean[] = [];
      engine.onRunning((isRunning) => runs.push(isRunning));
      engine.send({ type: 'join', ...ann });
      assert.equal(engine.isRunning, false, 'nothing is done before it runs');
      engine.start();
      engine.start();
      await until('it runs', () => engine.isRunning);
      assert.deepEqual(runs, [true]);
      assert.equal(engine.report.meets, 0);
      engine.send({ type: 'join', ...ann });
      engine.send({ type: 'join', ...bob });
      await driver.publish(ann);
      await expect.poll(() => sources('published')).toEqual(['Pann microphone']);
      assert.ok(events.every(({ meet }) => meet === ann.meet));
      await until('it is forwarded', () => driver.isForwarded(ann));

      engine.send({ type: 'mute', ...ann, source: 'microphone', isMuted: true, isForced: true });
      await until('it is not forwarded', async () => !(await driver.isForwarded(ann)));
      assert.equal(await driver.isForwarded(ann), false, 'however often it is sent');
      assert.deepEqual(sources('unpublished'), [], 'it is there, and muted');
      engine.send({ type: 'mute', ...ann, source: 'microphone', isMuted: false });
      await until('it is forwarded again', () => driver.isForwarded(ann));

      await driver.unpublish(ann);
      await expect.poll(() => sources('unpublished')).toEqual(['Pann microphone']);
      engine.send({ type: 'leave', ...bob });
      engine.send({ type: 'leave', ...ann });
      await until('nobody is there', () => !driver.isThere(ann));
      await until('the meet is forgotten', () => engine.report.meets === 0);
    });

    test(`[MEET-10] ${name}: what it does not know, and what makes no sense, changes nothing`, async () => {
      const { engine } = driver;
      const before = events.length;
      for (const place of [
        { meet: 'none', participant: 'nobody' },
        { ...ann, participant: 'nobody' },
      ]) {
        engine.send({ type: 'leave', ...place });
        engine.send({ type: 'restart', ...place });
        engine.send({ type: 'changed', ...place });
        engine.send({ type: 'mute', ...place, source: 'camera', isMuted: true, isForced: true });
        engine.send({ type: 'unpublish', ...place, connection: 'x' });
        engine.send({ type: 'view', ...place, pictures: [] });
      }
      engine.send({ type: 'join', ...bob });
      engine.send({ type: 'offer', ...bob, id: 9, connection: 'x', source: 'camera', sdp: 'no description' });
      await until('it is refused', () => events.slice(before).some(({ type }) => type === 'refused'));
      assert.equal(engine.isRunning, true);
      engine.send({ type: 'leave', ...bob });
      await until('the meet is forgotten', () => engine.report.meets === 0);
    });

    test(`[MEET-10] ${name}: a recording goes into a folder, and is told when all is in it`, async () => {
      const { engine } = driver;
      assert.equal(engine.recordingProblem, undefined);
      const folder = join(base, 'recording');
      await mkdir(folder);
      const carl = { meet: 'production/Mtwo', participant: 'Pcarl' };
      engine.send({ type: 'join', ...carl });
      engine.send({ type: 'record', meet: carl.meet, folder, elapsedMs: 0 });
      await driver.publish(carl);
      await until('it is sent', () => sources('published').includes('Pcarl microphone'));
      if (name === 'embedded')
        await until('it is written', async () => (await readJournal(folder)).length > 0);
      else await until('it is sent still', () => driver.isForwarded(carl));
      engine.send({ type: 'stop_recording', meet: carl.meet });
      await until('it is recorded', () =>
        events.some((event) => event.type === 'recorded' && event.meet === carl.meet),
      );
      const begun = (await readJournal(folder)).filter(({ type }) => type === 'begun');
      assert.ok(begun.length > 0);
      for (const entry of begun)
        assert.ok(entry.type === 'begun' && entry.participantId === 'Pcarl' && entry.source === 'microphone');
      await engine.settleRecording(folder);
      assert.deepEqual(
        events.filter(({ type }) => type === 'recording_failed'),
        [],
      );
      engine.send({ type: 'leave', ...carl });
    });

    test(`[MEET-10] ${name}: once stopped it does nothing any more`, async () => {
      const { engine } = driver;
      await engine.stop();
      const before = events.length;
      engine.send({ type: 'join', ...ann });
      engine.start();
      assert.equal(engine.isRunning, false);
      assert.equal(events.length, before);
    });
  });
