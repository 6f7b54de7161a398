import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Mp4OutputFormat,
  Output,
  WebMOutputFormat,
} from 'mediabunny';

const PACKETS = 20;

export interface RecordingFixture {
  format: 'mp4' | 'webm';
  seconds: number;
  width?: number;
  height?: number;
  rotation?: 0 | 90 | 180 | 270;
  fastStart?: boolean;
}

export async function makeRecording(fixture: RecordingFixture): Promise<Buffer> {
  const { format, seconds, width, height, rotation = 0, fastStart = false } = fixture;
  const target = new BufferTarget();
  const mp4 = () => new Mp4OutputFormat({ fastStart: fastStart ? 'in-memory' : false });
  const output = new Output({ format: format === 'mp4' ? mp4() : new WebMOutputFormat(), target });
  const packet = (index: number) =>
    new EncodedPacket(
      Uint8Array.from({ length: 400 }, (_, at) => (at * 7 + index) & 0xff),
      'key',
      (index * seconds) / PACKETS,
      seconds / PACKETS,
    );
  if (width !== undefined && height !== undefined) {
    const source = new EncodedVideoPacketSource('vp9');
    output.addVideoTrack(source, { rotation });
    await output.start();
    const decoderConfig = { codec: 'vp09.00.10.08', codedWidth: width, codedHeight: height };
    for (let index = 0; index < PACKETS; index++) await source.add(packet(index), { decoderConfig });
  } else {
    const source = new EncodedAudioPacketSource('opus');
    output.addAudioTrack(source);
    await output.start();
    const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 };
    for (let index = 0; index < PACKETS; index++) await source.add(packet(index), { decoderConfig });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

export function makeWav({ seconds }: { seconds: number }): Buffer {
  const samples = Math.round(seconds * 8_000);
  const bytes = Buffer.alloc(44 + samples, 0x80);
  bytes.write('RIFF', 0, 'latin1');
  bytes.writeUInt32LE(36 + samples, 4);
  bytes.write('WAVEfmt ', 8, 'latin1');
  for (const [at, value] of [
    [16, 16],
    [20, 1 | (1 << 16)], // PCM, one channel
    [24, 8_000],
    [28, 8_000],
    [32, 1 | (8 << 16)],
  ] as const) {
    bytes.writeUInt32LE(value, at);
  }
  bytes.write('data', 36, 'latin1');
  bytes.writeUInt32LE(samples, 40);
  return bytes;
}

const FRAMES_PER_SECOND = 10;

export async function makeLiveRecording(options: {
  format: 'mp4' | 'webm';
  seconds: number;
  keyEverySeconds?: number;
}): Promise<Buffer> {
  const { format, seconds, keyEverySeconds = 2 } = options;
  const target = new BufferTarget();
  const live = format === 'webm' ? new WebMOutputFormat({ appendOnly: true }) : fragmentedMp4();
  const output = new Output({ format: live, target });
  const video = new EncodedVideoPacketSource('vp9');
  const audio = new EncodedAudioPacketSource('opus');
  output.addVideoTrack(video);
  output.addAudioTrack(audio);
  await output.start();
  const picture = { codec: 'vp09.00.10.08', codedWidth: 320, codedHeight: 180 };
  const sound = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 };
  const frames = Math.min(600, seconds * FRAMES_PER_SECOND);
  for (let index = 0; index < frames; index++) {
    const time = (index * seconds) / frames;
    const type = index % (keyEverySeconds * FRAMES_PER_SECOND) === 0 ? 'key' : 'delta';
    const bytes = Uint8Array.from({ length: 300 }, (_, at) => (at * 7 + index) & 0xff);
    await video.add(new EncodedPacket(bytes, type, time, seconds / frames), { decoderConfig: picture });
    await audio.add(new EncodedPacket(bytes.subarray(0, 40), 'key', time, seconds / frames), {
      decoderConfig: sound,
    });
  }
  await output.finalize();
  return Buffer.from(target.buffer ?? new ArrayBuffer(0));
}

const fragmentedMp4 = () => new Mp4OutputFormat({ fastStart: 'fragmented' });
