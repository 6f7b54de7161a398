import { type FileHandle, open } from 'node:fs/promises';
import {
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  Output,
  StreamTarget,
  type StreamTargetChunk,
  WebMOutputFormat,
} from 'mediabunny';

/** A crash loses at most this much. */
const CLUSTER_SECONDS = 1;
const OPUS = { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 };

export interface TrackFile {
  add(data: Buffer, seconds: number, isKey: boolean): void;
  close(): Promise<void>;
}

export async function openTrackFile(
  path: string,
  kind: { codec: 'opus' } | { codec: 'vp8'; size: { width: number; height: number } },
): Promise<TrackFile> {
  const format = new WebMOutputFormat({ appendOnly: true, minimumClusterDuration: CLUSTER_SECONDS });
  const handle = await open(path, 'wx', 0o600);
  const output = new Output({ format, target: new StreamTarget(writeTo(handle)) });
  let add: (packet: EncodedPacket) => Promise<void>;
  if (kind.codec === 'vp8') {
    const source = new EncodedVideoPacketSource('vp8');
    output.addVideoTrack(source);
    const { width: codedWidth, height: codedHeight } = kind.size;
    add = (packet) => source.add(packet, { decoderConfig: { codec: 'vp8', codedWidth, codedHeight } });
  } else {
    const source = new EncodedAudioPacketSource('opus');
    output.addAudioTrack(source);
    add = (packet) => source.add(packet, { decoderConfig: OPUS });
  }
  await output.start();
  let written = Promise.resolve();
  let failure: unknown;
  return {
    add(data, seconds, isKey) {
      const packet = new EncodedPacket(data, isKey ? 'key' : 'delta', seconds, 0);
      written = written
        .then(() => add(packet))
        .catch((error) => {
          failure ??= error;
        });
    },
    async close() {
      await written;
      await output.finalize().finally(() => handle.close());
      if (failure !== undefined) throw failure;
    },
  };
}

/** The library's file target buffers megabytes. */
function writeTo(handle: FileHandle): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    async write({ data, position }) {
      await handle.write(data, 0, data.length, position);
    },
  });
}
