import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, test } from 'node:test';
import { becomes, until } from '@ringbinder/testkit';
import { fakeMedia, testBrowser } from '@ringbinder/testkit/browser.ts';
import { bundleOf } from './testing/meet-page.ts';

const browser = testBrowser(process.env, fakeMedia);
after(() => browser.close());

/** What `livekit-script.js` puts into the page. */
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

/** A page that runs a script of ours, and that connections of peers may be made in. */
async function openPage(files: Record<string, string>, script: string) {
  const opened = await browser.newPage();
  await opened.page.route('http://localhost/**', (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    return name === ''
      ? route.fulfill({ contentType: 'text/html', body: '<!doctype html><title>Meet</title>' })
      : route.fulfill({ contentType: 'text/javascript', body: files[name] ?? '' });
  });
  await opened.page.goto('http://localhost/');
  await opened.page.evaluate(`import('/${script}').then(({ prepare }) => prepare())`);
  return opened;
}

test(
  '[MEET-10] the browser sends LiveKit copies of what it may send, mutes before it sends, comes back after a host has stopped it or the connection is lost',
  browser.needed,
  async () => {
    const files: Record<string, string> = {
      ...(await bundleOf('packages/client/src/meet/livekit/livekit-media.ts')),
      'livekit-script.js': await readFile(new URL('./testing/livekit-script.js', import.meta.url), 'utf8'),
    };
    const { page, errors } = await openPage(files, 'livekit-script.js');
    const run = <T>(work: (script: Script) => T | Promise<T>): Promise<T> =>
      page.evaluate(`(${work.toString()})(window.test)`) as Promise<T>;
    const sources = () => run(({ sent }) => sent().map(({ source }) => source));

    // What was there before one came in is sent then, and a microphone that is muted says nothing for a moment either.
    await run((test) => test.publish('camera'));
    await run((test) => test.publish('microphone', true));
    await run((test) => test.enter('one'));
    await becomes(sources, ['camera', 'microphone']);
    assert.deepEqual(await run(({ rooms }) => rooms()), [['wss://livekit.example', 'for one', 'connected']]);
    const [camera, microphone] = await run(({ sent }) => sent());
    assert.deepEqual(
      [camera?.codec, camera?.isSimulcast, camera?.isMuted, camera?.isCopy],
      ['vp8', true, false, true],
    );
    assert.deepEqual([microphone?.wasMuted, microphone?.isMuted], [true, true]);
    assert.deepEqual(await run(({ own }) => own('microphone')), { isEnabled: true, state: 'live' });
    await until('it tells that it sends', () => run(({ frames }) => frames.includes('changed')));
    await run((test) => test.mute('microphone', false));
    assert.equal((await run(({ sent }) => sent()))[1]?.isMuted, false);
    await run((test) => test.enter('one'));
    assert.equal((await run(({ rooms }) => rooms())).length, 1, 'the same room is not entered twice');

    // A host stops it: it comes back when the right is back and it is wanted, not before.
    await run((test) => test.forbid('microphone'));
    await run((test) => test.mute('microphone', true));
    await run((test) => test.mute('microphone', false));
    assert.deepEqual(await sources(), ['camera']);
    await run((test) => test.allow('microphone'));
    await becomes(sources, ['camera', 'microphone']);

    // Another camera, and none any more: the page's own track is its own.
    await run((test) => test.publish('camera'));
    assert.deepEqual(
      (await run(({ sent }) => sent())).map(({ source, state, isCopy }) => [source, state, isCopy]),
      [
        ['camera', 'live', true],
        ['microphone', 'live', true],
      ],
    );
    await run((test) => test.unpublish('camera'));
    await becomes(sources, ['microphone']);
    assert.equal((await run(({ own }) => own('camera'))).state, 'live');

    // What is not looked at is not sent here.
    await run((test) => test.addRemote('Pbob'));
    assert.deepEqual(await run(({ incoming }) => incoming()), [['Pbob', 'camera', 'video']]);
    await run((test) => test.setView([]));
    await run((test) => test.setView([{ participantId: 'Pbob', source: 'camera', layer: 'high' }]));
    assert.deepEqual(await run(({ asked }) => asked), [true, 1, false, true, 2]);
    await run((test) => test.speak([{ identity: 'Pbob', audioLevel: 0.2 }]));
    assert.deepEqual(await run(({ speakers }) => speakers), [['Pbob', [['Pbob', 0.5]]]]);

    // The connection is lost for good: another token is asked for, and everything is sent again.
    await run((test) => test.lose());
    await until('it asks for a token', () => run(({ frames }) => frames.includes('restart')));
    await run((test) => test.enter('two'));
    await becomes(sources, ['microphone']);
    await run((test) => test.enter('three'));
    await becomes(sources, ['microphone']);
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
    assert.deepEqual(errors, []);
  },
);

/** What `livekit-loopback.js` puts into the page. */
interface Loopback {
  sent(): Promise<unknown>;
  seen(): { from: string[]; frames: number };
  measure(): Promise<{ path: string | null; sent: { source: string }[]; received: { source: string }[] }>;
  setView(pictures: object[]): void;
  isWanted(): boolean | undefined;
  setMuted(source: string, isMuted: boolean): Promise<void>;
  heard(): Promise<number>;
  close(): void;
}

test(
  '[MEET-10] LiveKit’s own client sends a camera and a microphone and gets a picture back, from a server that is a peer of the same page',
  browser.needed,
  async () => {
    const files = await bundleOf('packages/server/src/features/meet-rooms/testing/livekit-loopback.js');
    const { page, errors } = await openPage(files, 'client.js');
    const run = <T>(work: (loopback: Loopback) => T | Promise<T>): Promise<T> =>
      page.evaluate(`(${work.toString()})(window.test)`) as Promise<T>;
    await run(({ sent }) => sent().then(() => true));
    await until('its picture comes back', async () => (await run(({ seen }) => seen())).frames > 10);
    assert.deepEqual((await run(({ seen }) => seen())).from, ['Pbob camera']);
    const measured = await run(({ measure }) => measure());
    assert.equal(measured.path, 'udp');
    assert.deepEqual(
      [measured.sent.map(({ source }) => source).sort(), measured.received.map(({ source }) => source)],
      [['camera', 'microphone'], ['camera']],
    );
    // The microphone was muted before it was sent: of its tone nothing has come.
    assert.ok((await run(({ heard }) => heard())) < 1e-6);
    await run(({ setMuted }) => setMuted('microphone', false));
    await until('the tone is heard', async () => (await run(({ heard }) => heard())) > 1e-3);
    await run(({ setView }) => setView([]));
    await until(
      'the server is told that nobody looks',
      async () => (await run(({ isWanted }) => isWanted())) === false,
    );
    await run(({ close }) => close());
    assert.deepEqual(errors, []);
  },
);
