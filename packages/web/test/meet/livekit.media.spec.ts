import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { type App, expect, test } from '@ringbinder/testkit/playwright/index.ts';
import { bundleOf } from '../support/meet-page.ts';

interface Script {
  frames: string[];
  speakers: [string | null, [string, number][]][];
  asked: (boolean | number)[];
  enter(room: string): void;
  publish(source: string, isMuted?: boolean): Promise<void>;
  unpublish(source: string): Promise<void>;
  mute(source: string, isMuted: boolean): Promise<void>;
  forbid(source: string): void;
  allow(source: string): void;
  lose(): void;
  speak(all: { identity: string; audioLevel: number }[]): void;
  addRemote(identity: string): void;
  setView(pictures: { participantId: string; source: string; layer: string }[]): void;
  incoming(): string[][];
  sent(): {
    source: string;
    wasMuted: boolean;
    isMuted: boolean;
    state: string;
    isCopy: boolean;
    codec?: string;
    isSimulcast: boolean;
  }[];
  own(source: string): { isEnabled: boolean; state: string };
  rooms(): string[][];
  close(): void;
}

async function openPage(app: App, files: Record<string, string>, script: string) {
  const page = await app.newPage();
  await page.route('http://localhost/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    return name === ''
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Meet</title>' })
      : route.fulfill({ contentType: 'text/javascript', body: files[name] ?? '' });
  });
  await page.goto('http://localhost/');
  await page.evaluate(`import('/${script}').then(({ prepare }) => prepare())`);
  return page;
}

test('[MEET-10] the client gives LiveKit copies of allowed tracks, mutes before it sends, and sends again after a host’s stop or a lost connection', {
  tag: '@slow',
}, async ({ app }) => {
  const files: Record<string, string> = {
    ...(await bundleOf('packages/client/src/meet/livekit/livekit-media.ts')),
    'livekit-script.js': await readFile(new URL('../support/livekit-script.js', import.meta.url), 'utf8'),
  };
  const page = await openPage(app, files, 'livekit-script.js');
  const run = <T>(work: (script: Script) => T | Promise<T>): Promise<T> =>
    page.evaluate(`(${work.toString()})(window.test)`) as Promise<T>;
  const sources = () => run(({ sent }) => sent().map(({ source }) => source));

  await run((test) => test.publish('camera'));
  await run((test) => test.publish('microphone', true));
  await run((test) => test.enter('one'));
  await expect.poll(sources).toEqual(['camera', 'microphone']);
  assert.deepEqual(await run(({ rooms }) => rooms()), [['wss://livekit.example', 'for one', 'connected']]);
  const [camera, microphone] = await run(({ sent }) => sent());
  assert.deepEqual(
    [camera?.codec, camera?.isSimulcast, camera?.isMuted, camera?.isCopy],
    ['vp8', true, false, true],
  );
  assert.deepEqual([microphone?.wasMuted, microphone?.isMuted], [true, true]);
  assert.deepEqual(await run(({ own }) => own('microphone')), { isEnabled: true, state: 'live' });
  await expect.poll(() => run(({ frames }) => frames)).toContain('changed');
  await run((test) => test.mute('microphone', false));
  assert.equal((await run(({ sent }) => sent()))[1]?.isMuted, false);
  await run((test) => test.enter('one'));
  assert.equal((await run(({ rooms }) => rooms())).length, 1, 'the same room is not entered twice');

  await run((test) => test.forbid('microphone'));
  await run((test) => test.mute('microphone', true));
  await run((test) => test.mute('microphone', false));
  assert.deepEqual(await sources(), ['camera']);
  await run((test) => test.allow('microphone'));
  await expect.poll(sources).toEqual(['camera', 'microphone']);

  await run((test) => test.publish('camera'));
  assert.deepEqual(
    (await run(({ sent }) => sent())).map(({ source, state, isCopy }) => [source, state, isCopy]),
    [
      ['camera', 'live', true],
      ['microphone', 'live', true],
    ],
  );
  await run((test) => test.unpublish('camera'));
  await expect.poll(sources).toEqual(['microphone']);
  assert.equal((await run(({ own }) => own('camera'))).state, 'live');

  await run((test) => test.addRemote('Pbob'));
  assert.deepEqual(await run(({ incoming }) => incoming()), [['Pbob', 'camera', 'video']]);
  await run((test) => test.setView([]));
  await run((test) => test.setView([{ participantId: 'Pbob', source: 'camera', layer: 'high' }]));
  assert.deepEqual(await run(({ asked }) => asked), [true, 1, false, true, 2]);
  await run((test) => test.speak([{ identity: 'Pbob', audioLevel: 0.2 }]));
  assert.deepEqual(await run(({ speakers }) => speakers), [['Pbob', [['Pbob', 0.5]]]]);

  await run((test) => test.lose());
  await expect.poll(() => run(({ frames }) => frames)).toContain('restart');
  await run((test) => test.enter('two'));
  await expect.poll(sources).toEqual(['microphone']);
  await run((test) => test.enter('three'));
  await expect.poll(sources).toEqual(['microphone']);
  assert.deepEqual(
    (await run(({ rooms }) => rooms())).map(([, token, state]) => [token, state]),
    [
      ['for one', 'disconnected'],
      ['for two', 'disconnected'],
      ['for three', 'connected'],
    ],
  );
  await run((test) => test.close());
  assert.equal((await run(({ sent }) => sent()))[0]?.state, 'ended');
  assert.equal((await run(({ own }) => own('microphone'))).state, 'live');
});

interface Loopback {
  sent(): Promise<unknown>;
  seen(): { from: string[]; frames: number };
  measure(): Promise<{ path: string | null; sent: { source: string }[]; received: { source: string }[] }>;
  setView(pictures: object[]): void;
  isWatched(): boolean | undefined;
  setMuted(source: string, isMuted: boolean): Promise<void>;
  heard(): Promise<number>;
  close(): void;
}

test('[MEET-10] LiveKit’s own client sends a camera and a microphone and receives a picture, from a server that is a peer of the same page', {
  tag: '@slow',
}, async ({ app }) => {
  const files = await bundleOf('packages/web/test/support/livekit-loopback.js');
  const page = await openPage(app, files, 'client.js');
  const run = <T>(work: (loopback: Loopback) => T | Promise<T>): Promise<T> =>
    page.evaluate(`(${work.toString()})(window.test)`) as Promise<T>;
  await run(({ sent }) => sent().then(() => true));
  await expect.poll(async () => (await run(({ seen }) => seen())).frames).toBeGreaterThan(10);
  assert.deepEqual((await run(({ seen }) => seen())).from, ['Pbob camera']);
  const measured = await run(({ measure }) => measure());
  assert.equal(measured.path, 'udp');
  assert.deepEqual(
    [measured.sent.map(({ source }) => source).sort(), measured.received.map(({ source }) => source)],
    [['camera', 'microphone'], ['camera']],
  );
  assert.ok((await run(({ heard }) => heard())) < 1e-6);
  await run(({ setMuted }) => setMuted('microphone', false));
  await expect.poll(() => run(({ heard }) => heard()), 'the tone is heard').toBeGreaterThan(1e-3);
  await run(({ setView }) => setView([]));
  await expect
    .poll(() => run(({ isWatched }) => isWatched()), 'the server knows that nobody looks')
    .toBe(false);
  await run(({ close }) => close());
});
