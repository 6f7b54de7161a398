import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ALL_FORMATS, EncodedPacketSink, FilePathSource, Input } from 'mediabunny';

export interface SentPacket {
  at: number;
  packet: Buffer;
}

const MAX_PAYLOAD = 1_100;

export function sendPictures(
  folder: string,
  size: string,
  seconds: number,
  more: readonly string[] = [],
): Promise<SentPacket[]> {
  const path = join(folder, `pictures-${size}.webm`);
  encode(path, [
    ...['-f', 'lavfi', '-i', `testsrc=size=${size}:rate=15`, '-t', String(seconds)],
    ...[
      '-c:v',
      'libvpx',
      '-deadline',
      'realtime',
      '-cpu-used',
      '8',
      '-g',
      '15',
      '-auto-alt-ref',
      '0',
      ...more,
    ],
  ]);
  return packetsOf(path, 90_000, (data) => {
    const payloads: Buffer[] = [];
    for (let start = 0; start < data.length; start += MAX_PAYLOAD)
      payloads.push(
        Buffer.concat([Buffer.from([start === 0 ? 0x10 : 0]), data.subarray(start, start + MAX_PAYLOAD)]),
      );
    return payloads;
  });
}

export function sendTone(folder: string, hertz: number, seconds: number): Promise<SentPacket[]> {
  const path = join(folder, `tone-${hertz}.webm`);
  encode(path, [
    ...['-f', 'lavfi', '-i', `sine=frequency=${hertz}:sample_rate=48000`, '-t', String(seconds)],
    ...['-c:a', 'libopus', '-b:a', '32k'],
  ]);
  return packetsOf(path, 48_000, (data) => [data]);
}

function encode(path: string, words: string[]): void {
  execFileSync('ffmpeg', ['-nostdin', '-loglevel', 'error', '-y', ...words, '-f', 'webm', path]);
}

async function packetsOf(
  path: string,
  rate: number,
  split: (data: Buffer) => Buffer[],
): Promise<SentPacket[]> {
  using input = new Input({ formats: ALL_FORMATS, source: new FilePathSource(path) });
  const [track] = await input.getTracks();
  if (!track) throw new Error('nothing was encoded');
  const sent: SentPacket[] = [];
  let sequence = 65_500;
  const firstTimestamp = 2 ** 32 - rate;
  for await (const { data, timestamp: at } of new EncodedPacketSink(track).packets()) {
    const payloads = split(Buffer.from(data));
    for (const [index, payload] of payloads.entries()) {
      const head = Buffer.alloc(12);
      head.writeUInt8(0x80, 0);
      head.writeUInt8((index === payloads.length - 1 ? 0x80 : 0) | 96, 1);
      head.writeUInt16BE(sequence, 2);
      head.writeUInt32BE((firstTimestamp + Math.round(at * rate)) % 2 ** 32, 4);
      sequence = (sequence + 1) % 65_536;
      sent.push({ at, packet: Buffer.concat([head, payload]) });
    }
  }
  return sent;
}
