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

/** So much of the end of a file is lost when its process dies, in seconds. */
const CLUSTER_SECONDS = 1;
const OPUS = { codec: 'opus', numberOfChannels: 2, sampleRate: 48_000 };

/** A file of one track, which can be played up to its last second whatever becomes of who writes it. */
export interface TrackFile {
  /** Adds a frame. @param seconds since the track's beginning, never less than before */
  add(data: Buffer, seconds: number, isKey: boolean): void;
  /** Writes what is left. @throws when something could not be written */
  close(): Promise<void>;
}

/** Begins a WebM with one track. @param size of the first picture, in pixels */
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

/** As it comes: the library's own target for files holds megabytes back. */
function writeTo(handle: FileHandle): WritableStream<StreamTargetChunk> {
  return new WritableStream({
    async write({ data, position }) {
      await handle.write(data, 0, data.length, position);
    },
  });
}
