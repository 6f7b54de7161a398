/** Measures the SFU's process while one participant sends camera and microphone to all others. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Track } from 'node-datachannel';
import { cpuSecondsOf, residentOf } from '../processes.ts';
import { createEmbeddedSfu } from './embedded-sfu.ts';
import { createJanusSfu } from './janus-sfu.ts';
import { runLoad, untilTrue } from './load-process.ts';
import type { SentTrack, Sfu } from './sfu.ts';

export interface MeetLoad {
  sfu: 'embedded' | 'janus';
  viewers: number;
  warmMs: number;
  measureMs: number;
  joins: number;
}

export interface MeetLoadResult {
  cpu: number;
  ownCpu: number;
  lost: number;
  /** Memory after all joins ÷ memory after a tenth of them. */
  memoryGrowth: number;
}

const VIDEO_BYTES = 1_180;
const AUDIO_BYTES = 80;
/** Each tick sends video, and every second tick audio: together 1 Mbit/s. */
const TICK_MS = 10;
const FRAME_PACKETS = 4;
const HEAD_BYTES = 12;

let received = 0;
const receiving = new Set<string>();
/** Prevents the garbage collection of tracks. */
const tracks: Track[] = [];
let sfu: Sfu | undefined;

function count(subscriber: string, track: Track): void {
  tracks.push(track);
  track.onMessage((bytes) => {
    const type = bytes[1] ?? 0;
    if (type >= 192 && type <= 223) return;
    received++;
    receiving.add(subscriber);
  });
}

function sendRtp(
  { track, payloadType, ssrc }: SentTrack,
  at: { sequence: number; time: number },
  bytes: number,
  isKey: boolean,
): void {
  const packet = Buffer.alloc(HEAD_BYTES + bytes);
  packet[0] = 0x80;
  packet[1] = payloadType;
  packet.writeUInt16BE(at.sequence & 0xffff, 2);
  packet.writeUInt32BE(at.time >>> 0, 4);
  packet.writeUInt32BE(ssrc, 8);
  packet[HEAD_BYTES] = isKey ? 0x10 : 0;
  packet[HEAD_BYTES + 1] = isKey ? 0 : 1;
  if (track.isOpen()) track.sendMessageBinary(packet);
}

async function run(load: MeetLoad): Promise<MeetLoadResult> {
  const { viewers, warmMs, measureMs, joins } = load;
  const unit = load.sfu === 'janus' ? createJanusSfu(count) : createEmbeddedSfu(count);
  sfu = unit;
  const pid = await unit.start();
  const { camera, microphone } = await unit.publish();
  let sent = 0;
  let ticks = 0;
  let picture = 0;
  const begun = performance.now();
  const sending = setInterval(() => {
    while (ticks * TICK_MS < performance.now() - begun) {
      const isKey = ticks % (FRAME_PACKETS * 25) === 0;
      sendRtp(camera, { sequence: picture++, time: ticks * 900 }, VIDEO_BYTES, isKey);
      sent++;
      if (ticks % 2 === 0) {
        sendRtp(microphone, { sequence: ticks / 2, time: ticks * 480 }, AUDIO_BYTES, false);
        sent++;
      }
      ticks++;
    }
  }, TICK_MS);
  for (let each = 0; each < viewers; each++) unit.subscribe(`viewer${each}`);
  await untilTrue('all receive', () => receiving.size === viewers);
  await sleep(warmMs);
  const [packets, came, used, own, at] = [
    sent,
    received,
    cpuSecondsOf(pid),
    cpuSecondsOf(process.pid),
    performance.now(),
  ];
  await sleep(measureMs);
  const seconds = (performance.now() - at) / 1_000;
  const expected = (sent - packets) * viewers;
  const result = {
    cpu: (cpuSecondsOf(pid) - used) / seconds,
    ownCpu: (cpuSecondsOf(process.pid) - own) / seconds,
    // Packets in transit at the start and at the end cancel out.
    lost: Math.max(0, 1 - (received - came) / expected),
  };
  for (let each = 0; each < viewers; each++) unit.unsubscribe(`viewer${each}`);
  let early = 0;
  for (let each = 0; each < joins; each++) {
    const name = `guest${each}`;
    unit.subscribe(name);
    await untilTrue('one more receives', () => receiving.has(name));
    unit.unsubscribe(name);
    if (each === Math.floor(joins / 10)) early = residentOf(pid);
  }
  clearInterval(sending);
  return { ...result, memoryGrowth: residentOf(pid) / early };
}

runLoad(run, async () => sfu?.stop());
