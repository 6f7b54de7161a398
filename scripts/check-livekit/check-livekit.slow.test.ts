import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { createLivekitEngine } from '@ringbinder/sfu';
import { type LivekitStandIn, startLivekitStandIn, type Visit } from '@ringbinder/sfu/testing';
import { testBrowser } from '@ringbinder/testkit/browser.ts';
import { afterAll, beforeAll, test } from 'vitest';
import type { Person } from './cast.ts';
import { prove } from './proofs.ts';

const EGRESS = '/out';
const silent = { info: () => undefined, warn: () => undefined };
let scratch: string;
let livekit: LivekitStandIn;
beforeAll(async () => {
  scratch = await mkdtemp(join(tmpdir(), 'check-livekit-'));
  await mkdir(join(scratch, 'meet-recordings'));
  await writeFile(join(scratch, 'video'), Buffer.alloc(20_000));
  await writeFile(join(scratch, 'sound'), Buffer.alloc(2_000));
  livekit = await startLivekitStandIn();
});
afterAll(async () => {
  await livekit.close();
  await rm(scratch, { recursive: true });
});

/** Simulates participants who receive media whenever they are allowed to. */
function standInPeople(change: Partial<Person> = {}) {
  const visits: (Visit | undefined)[] = [];
  let frames = 0;
  return async (onFrame: (type: string) => void): Promise<Person> => {
    const own = visits.push(undefined) - 1;
    let layer = 'high';
    const isSending = (source: string) => visits[0]?.isSending(source) === true;
    return {
      async enter({ token }) {
        visits[own] = await livekit.enter(token);
        onFrame('changed');
      },
      isConnected: async () => visits[own]?.isThere === true,
      async publish() {
        await visits[own]?.publish('camera');
        await visits[own]?.publish('microphone');
        onFrame('changed');
      },
      async pictureOf() {
        frames += 20;
        return isSending('camera')
          ? { frames, width: layer === 'high' ? 1280 : 320 }
          : { frames: 0, width: 0 };
      },
      async levelOf() {
        if (!isSending('microphone')) await visits[0]?.publish('microphone').catch(() => undefined);
        return isSending('microphone') ? 0.5 : undefined;
      },
      async show(_person, expected) {
        layer = expected;
      },
      ...change,
    };
  };
}

async function proveWith(
  change: Partial<Person> = {},
  written: Record<string, string> = { camera: 'video', microphone: 'sound' },
) {
  const recordings = join(scratch, 'meet-recordings');
  const files = Object.entries(written).map(([source, name]) => [source, join(scratch, name)] as const);
  livekit.egress = { files: Object.fromEntries(files), from: EGRESS, to: recordings };
  const { url, key, secret } = livekit;
  const folders = { ours: recordings, egress: EGRESS };
  const engine = createLivekitEngine({ url, key, secret, folders }, silent);
  const outcomes: Record<string, string> = {};
  const setup = { engine, open: standInPeople(change), recordings, timeoutMs: 1_500, recordedMs: 500 };
  const isProved = await prove(setup, ({ name, result, detail }) => {
    outcomes[name] = result === 'FAIL' ? `FAIL ${detail}` : result;
  });
  await engine.stop();
  return { outcomes, isProved };
}

const ALL_OK = {
  api: 'ok',
  connect: 'ok',
  media: 'ok',
  simulcast: 'ok',
  recording: 'ok',
  mute: 'ok',
  removal: 'ok',
};

test('[MEET-10] check-livekit reports ok for a LiveKit that does what the service needs', async () => {
  assert.deepEqual(await proveWith(), { outcomes: ALL_OK, isProved: true });
});

test('[MEET-10] check-livekit reports which proof failed', async () => {
  const oneLayer = { pictureOf: async () => ({ frames: Date.now(), width: 1280 }) };
  const layers = await proveWith(oneLayer);
  assert.match(layers.outcomes.simulcast ?? '', /^FAIL Ben asked for the low layer/);
  assert.match(layers.outcomes.removal ?? '', /^FAIL Ada was removed, and Ben still receives her/);
  assert.equal(layers.isProved, false);

  const loud = await proveWith({ levelOf: async () => 0.5 });
  assert.match(loud.outcomes.mute ?? '', /^FAIL a host muted Ada/);
  assert.equal(loud.outcomes.removal, 'ok');

  const unwritten = await proveWith({}, { camera: 'video' });
  assert.match(unwritten.outcomes.recording ?? '', /^FAIL /);
});

test('[MEET-10] check-livekit stops after the API when LiveKit does not answer', async () => {
  livekit.isAway = true;
  const { outcomes, isProved } = await proveWith();
  livekit.isAway = false;
  assert.match(outcomes.api ?? '', /^FAIL /);
  assert.deepEqual([outcomes.connect, outcomes.media, isProved], [undefined, 'skipped', false]);
});

const browser = testBrowser();
test('[MEET-10] the command names what is missing and ends with a status', browser.needed, async () => {
  const run = async (settings: Record<string, string>) => {
    const program = new URL('run.ts', import.meta.url).pathname;
    const child = spawn(process.execPath, [program], {
      env: { ...process.env, DATA_DIR: scratch, ...settings },
    });
    const ended = new Promise((resolve) => child.on('close', resolve));
    const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)]);
    return { stdout, stderr, status: await ended };
  };
  const unset = await run({});
  assert.deepEqual([unset.status, unset.stdout], [1, '']);
  assert.match(unset.stderr, /^LIVEKIT_URL is not set/);
  const { url, key, secret } = livekit;
  const result = await run({ LIVEKIT_URL: url, LIVEKIT_API_KEY: key, LIVEKIT_API_SECRET: secret });
  assert.equal(result.status, 1);
  assert.match(result.stdout, /^ok {6}api /);
  assert.match(result.stdout, /^FAIL {4}connect {4}the browser cannot connect to ws:/m);
  assert.match(result.stdout, /^skipped {1}media /m);
});
