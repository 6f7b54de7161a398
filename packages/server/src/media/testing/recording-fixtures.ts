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
  /** In seconds. */
  seconds: number;
  /** In pixels; a recording without is sound. */
  width?: number;
  height?: number;
  rotation?: 0 | 90 | 180 | 270;
  /** The list of what is in it comes first, as for streaming. */
  fastStart?: boolean;
}

/** A recording whose container is right, and whose packets hold no picture or sound that could be decoded. */
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

/** Silence: 8 kHz, 8 bits, one channel. */
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
