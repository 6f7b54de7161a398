import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  type Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import type { RecordingPart, Remuxed, RemuxJob } from '../../jobs.ts';
import { withContainer } from '../container.ts';
import { sourceFile } from '../source-file.ts';
import { Unreadable } from '../unreadable.ts';
import { nearestTime, surveyTrack, wholePackets } from './survey.ts';

/**
 * Writes a recording anew, with its duration and with what a player seeks by; nothing is decoded. Of a part, the
 * picture begins at the key frame next to where it is to begin, and the sound with it; the end is right to a frame. What
 * a browser was killed in the middle of is taken up to its last whole packet. Throws Unreadable for what is no recording.
 */
export async function remux({ path, target, part, maxMs }: RemuxJob): Promise<Remuxed> {
  const file = await sourceFile(path, '');
  if (file.size === 0) throw new Unreadable('the recording is empty');
  try {
    return await withContainer(file, (input) => copyPart(input, target, part, maxMs));
  } catch (error) {
    const isOurs = error instanceof Unreadable || (error as NodeJS.ErrnoException).syscall !== undefined;
    throw isOurs ? error : new Unreadable('the recording is damaged', { cause: error });
  }
}

interface Tracks {
  video: InputVideoTrack | null;
  audio: InputAudioTrack | null;
}

async function copyPart(input: Input, target: string, part: RecordingPart, maxMs: number): Promise<Remuxed> {
  const tracks = { video: await input.getPrimaryVideoTrack(), audio: await input.getPrimaryAudioTrack() };
  const from = await beginningOf(tracks, part, maxMs);
  const until = part.end === null ? Number.POSITIVE_INFINITY : from.origin + part.end / 1000;
  const format = formatFor(tracks);
  const output = new Output({ format, target: new FilePathTarget(target) });
  const writers = [];
  if (tracks.video) writers.push(await videoWriter(output, tracks.video));
  if (tracks.audio) writers.push(await audioWriter(output, tracks.audio));
  await output.start();
  const end = await copyPackets(writers, from.start, until);
  await output.finalize();
  const kind = tracks.video ? 'video' : 'audio';
  const milliseconds = (seconds: number) => Math.round((seconds - from.origin) * 1000);
  return {
    start: milliseconds(from.start),
    end: milliseconds(end),
    mimeType: `${kind}/${format instanceof WebMOutputFormat ? 'webm' : 'mp4'}`,
  };
}

/** Where the recording begins, and where the part of it does, in the seconds of its packets. */
async function beginningOf({ video, audio }: Tracks, { start }: RecordingPart, maxMs: number) {
  const surveys = [];
  for (const track of [video, audio]) if (track) surveys.push(await surveyTrack(track, maxMs / 1000));
  const [leading] = surveys;
  if (leading === undefined) throw new Unreadable('there is neither picture nor sound in it');
  const origin = Math.min(...surveys.map(({ first }) => first));
  const last = Math.max(...surveys.map(({ last }) => last));
  if ((last - origin) * 1000 > maxMs) throw new Unreadable('the recording lasts longer than it may');
  const wanted = origin + start / 1000;
  if (wanted > last) throw new Unreadable('the recording ends before the part begins');
  if (start === 0) return { origin, start: video ? (leading.keys[0] ?? origin) : origin };
  return { origin, start: leading.keys.length > 0 ? nearestTime(leading.keys, wanted) : wanted };
}

function formatFor(tracks: Tracks): OutputFormat {
  const codecs = [tracks.video, tracks.audio].flatMap((track) => (track ? [track.codec] : []));
  const formats = [new WebMOutputFormat(), new Mp4OutputFormat({ fastStart: false })];
  const holdsAll = (format: OutputFormat) =>
    codecs.every((codec) => codec !== null && format.getSupportedCodecs().includes(codec));
  const format = formats.find(holdsAll);
  if (format === undefined) throw new Unreadable('the recording is of a kind that browsers do not make');
  return format;
}

/** One track on its way into the new file. */
interface Writer {
  packets: AsyncGenerator<EncodedPacket>;
  add(packet: EncodedPacket): Promise<void>;
}

async function videoWriter(output: Output, track: InputVideoTrack): Promise<Writer> {
  if (track.codec === null) throw new Unreadable('the picture of the recording is of an unknown kind');
  const source = new EncodedVideoPacketSource(track.codec);
  output.addVideoTrack(source, { rotation: track.rotation });
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : undefined;
  return { packets: wholePackets(track), add: (packet) => source.add(packet, meta) };
}

async function audioWriter(output: Output, track: InputAudioTrack): Promise<Writer> {
  if (track.codec === null) throw new Unreadable('the sound of the recording is of an unknown kind');
  const source = new EncodedAudioPacketSource(track.codec);
  output.addAudioTrack(source);
  const decoderConfig = await track.getDecoderConfig();
  const meta = decoderConfig ? { decoderConfig } : undefined;
  return { packets: wholePackets(track), add: (packet) => source.add(packet, meta) };
}

/** Copies what lies from `start` to before `until`, all tracks side by side. Gives where the last packet ends. */
async function copyPackets(writers: readonly Writer[], start: number, until: number): Promise<number> {
  const next = async ({ packets }: Writer): Promise<EncodedPacket | undefined> => {
    while (true) {
      const { value, done } = await packets.next();
      if (done || value.timestamp >= until) return undefined;
      if (value.timestamp >= start) return value;
    }
  };
  const waiting = new Map<Writer, EncodedPacket>();
  for (const writer of writers) {
    const packet = await next(writer);
    if (packet) waiting.set(writer, packet);
  }
  let end = start;
  while (waiting.size > 0) {
    const [writer, packet] = [...waiting].reduce((first, each) =>
      each[1].timestamp < first[1].timestamp ? each : first,
    );
    end = Math.max(end, packet.timestamp + packet.duration);
    await writer.add(packet.clone({ timestamp: packet.timestamp - start }));
    const following = await next(writer);
    if (following) waiting.set(writer, following);
    else waiting.delete(writer);
  }
  if (end === start) throw new Unreadable('there is nothing in the part of the recording');
  return end;
}
