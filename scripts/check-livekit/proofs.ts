import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { readJournal } from '@ringbinder/sfu';
import { assemble, type Cast, type Setup } from './cast.ts';

export interface Outcome {
  name: string;
  result: 'ok' | 'FAIL' | 'skipped';
  detail: string;
}

type Proof = (cast: Cast) => Promise<string>;

class Skipped extends Error {}

const MIN_VIDEO_BYTES = 10_000;
/** Above comfort noise, below Chromium's beeps. */
const AUDIBLE = 0.01;

/**
 * Runs the proofs and reports each outcome. If nobody can connect, skips the others. Resolves to true if no
 * proof failed.
 */
export async function prove(setup: Setup, report: (outcome: Outcome) => void): Promise<boolean> {
  let hasFailed = false;
  const attempt = async <T>(name: string, work: () => Promise<[detail: string, value?: T]>) => {
    try {
      const [detail, value] = await work();
      report({ name, result: 'ok', detail });
      return value;
    } catch (error) {
      const isSkipped = error instanceof Skipped;
      hasFailed ||= !isSkipped;
      report({ name, result: isSkipped ? 'skipped' : 'FAIL', detail: (error as Error).message });
      return undefined;
    }
  };
  await attempt('api', async () => [await checkApi(setup)]);
  const cast = hasFailed
    ? undefined
    : await attempt('connect', async () => ['two browsers entered a room', await assemble(setup)]);
  for (const [name, proof] of Object.entries(PROOFS))
    await attempt(name, async () => {
      if (!cast) throw new Skipped('no connection');
      return [await proof(cast)];
    });
  return !hasFailed;
}

async function checkApi({ engine }: Setup): Promise<string> {
  await engine.check();
  engine.start();
  const isRunning = new Promise<void>((resolve) => engine.onRunning(() => resolve()));
  if (!engine.isRunning) await isRunning;
  return 'LiveKit accepts the API key';
}

const media: Proof = async ({ ada, ben, eventually }) => {
  await ada.publish();
  await eventually(
    "Ben receives no picture of Ada: is LiveKit's UDP port open?",
    async () => (await ben.pictureOf('ada')).frames > 10,
  );
  await eventually('Ben hears nothing of Ada', async () => ((await ben.levelOf('ada')) ?? 0) > AUDIBLE);
  return 'camera and microphone arrive';
};

const simulcast: Proof = async ({ ben, eventually }) => {
  const waitForWidth = async (layer: 'high' | 'low', isExpected: (width: number) => boolean) => {
    await ben.show('ada', layer);
    const { frames } = await ben.pictureOf('ada');
    return eventually(`Ben asked for the ${layer} layer and received another one`, async () => {
      const picture = await ben.pictureOf('ada');
      return picture.frames > frames && isExpected(picture.width) && picture.width;
    });
  };
  const high = await waitForWidth('high', (width) => width >= 960);
  const low = await waitForWidth('low', (width) => width <= 480);
  const again = await waitForWidth('high', (width) => width >= 960);
  return `${high} px wide, ${low} px on request, then ${again} px`;
};

const recording: Proof = async ({ engine, recordings, recordedMs, meet, recordingFailures, eventually }) => {
  if (recordings === undefined) throw new Skipped('LIVEKIT_EGRESS_DIR is not set');
  const folder = join(recordings, meet);
  await mkdir(folder, { recursive: true });
  try {
    let isRecorded = false;
    engine.onEvent((event) => {
      isRecorded ||= event.type === 'recorded' && event.meet === meet;
    });
    engine.send({ type: 'record', meet, folder, elapsedMs: 0 });
    await sleep(recordedMs);
    engine.send({ type: 'stop_recording', meet });
    await eventually('LiveKit Egress did not finish', () => isRecorded);
    if (recordingFailures[0]) throw new Error(`LiveKit Egress: ${recordingFailures[0]}`);
    return await describeRecording(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

async function describeRecording(folder: string): Promise<string> {
  const entries = await readJournal(folder);
  const sizes = new Map<string, number>();
  for (const entry of entries) {
    if (entry.type !== 'begun') continue;
    const file = await stat(join(folder, entry.file)).catch(() => undefined);
    if (!file)
      throw new Error(`${entry.file} is not in ${folder}: is that directory mounted in LiveKit Egress?`);
    sizes.set(entry.source, file.size);
  }
  for (const source of ['camera', 'microphone'])
    if (!sizes.has(source)) throw new Error(`LiveKit Egress recorded no ${source}`);
  const [video = 0, sound = 0] = [sizes.get('camera'), sizes.get('microphone')];
  if (video < MIN_VIDEO_BYTES || sound === 0)
    throw new Error(`the files are too small: ${video} bytes of video, ${sound} of sound`);
  return `${Math.round(video / 1_000)} kB of video and ${Math.round(sound / 1_000)} kB of sound written`;
}

const mute: Proof = async ({ engine, meet, ben, eventually }) => {
  const say = (isMuted: boolean) =>
    engine.send({ type: 'mute', meet, participant: 'ada', source: 'microphone', isMuted, isForced: true });
  const isHeard = async () => (await ben.levelOf('ada')) !== undefined;
  if (!(await isHeard())) throw new Error('Ben receives no microphone of Ada');
  say(true);
  await eventually('a host muted Ada, and Ben still receives her', async () => !(await isHeard()));
  say(false);
  await eventually('the host allowed Ada to speak, and Ben does not receive her', isHeard);
  return 'LiveKit drops a microphone that a host mutes, and allows it again';
};

const removal: Proof = async ({ engine, meet, ada, ben, accessOfAda, eventually }) => {
  const access = accessOfAda();
  engine.send({ type: 'leave', meet, participant: 'ada' });
  await eventually('Ada was removed, and is still connected', async () => !(await ada.isConnected()));
  const isSeen = async () => (await ben.pictureOf('ada')).frames > 0;
  await eventually('Ada was removed, and Ben still receives her', async () => !(await isSeen()));
  if (access) await ada.enter(access).catch(() => undefined);
  await eventually('Ada came back with her old token and stays', async () => {
    // In production, a webhook or another participant triggers this command.
    engine.send({ type: 'changed', meet, participant: 'ben' });
    return !(await ada.isConnected());
  });
  engine.send({ type: 'leave', meet, participant: 'ben' });
  await eventually(
    'the room was deleted, and Ben is still connected',
    async () => !(await ben.isConnected()),
  );
  return 'a removed person is disconnected, and again when coming back with the old token';
};

const PROOFS: Record<string, Proof> = { media, simulcast, recording, mute, removal };
