import {
  EncodedAudioPacketSource,
  type EncodedPacket,
  EncodedVideoPacketSource,
  FilePathTarget,
  type InputAudioTrack,
  type InputVideoTrack,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import type { Remuxed, RemuxJob } from '../../jobs.ts';
import { withContainer } from '../container.ts';
import { sourceFile } from '../source-file.ts';
import { Unreadable } from '../unreadable.ts';
import { nearestTime, type Recording, readRecording, surveyRecording, wholePackets } from './survey.ts';

/**
 * Without `head`, a video starts at the nearest key frame. Preserves complete packets of a truncated
 * recording.
 */
export function remux({ path, target, part, maxMs, head }: RemuxJob): Promise<Remuxed> {
  return readRecording(path, async (input) => {
    const recording = await surveyRecording(input, maxMs);
    const requestedTarget = recording.origin + part.start / 1000;
    if (requestedTarget > recording.last) throw new Unreadable('the recording ends before the part begins');
    const until = part.end === null ? Number.POSITIVE_INFINITY : recording.origin + part.end / 1000;
    if (head === undefined) return copyPart(recording, target, startNear(recording, part.start), until);
    return withContainer(await sourceFile(head, ''), async (encoded) => {
      const track = await encoded.getPrimaryVideoTrack();
      if (!track) throw new Error('the head that was encoded has no picture');
      return copyPart(recording, target, requestedTarget, until, track);
    });
  });
}

async function copyPart(
  { video, audio, keys, origin }: Recording,
  target: string,
  start: number,
  until: number,
  head?: InputVideoTrack,
): Promise<Remuxed> {
  const format = formatFor({ video, audio });
  const output = new Output({ format, target: new FilePathTarget(target) });
  const writers = [];
  if (video) {
    const writer = await videoWriter(output, video);
    const next = keys.find((key) => key > start) ?? Number.POSITIVE_INFINITY;
    writers.push(head ? { ...writer, packets: withHead(head, writer.packets, start, next) } : writer);
  }
  if (audio) writers.push(await audioWriter(output, audio));
  await output.start();
  const end = await copyPackets(writers, start, until);
  await output.finalize();
  const kind = video ? 'video' : 'audio';
  const milliseconds = (seconds: number) => Math.round((seconds - origin) * 1000);
  return {
    start: milliseconds(start),
    end: milliseconds(end),
    mimeType: `${kind}/${format instanceof WebMOutputFormat ? 'webm' : 'mp4'}`,
  };
}

function startNear({ video, origin, keys }: Recording, startMs: number): number {
  if (startMs === 0) return video ? (keys[0] ?? origin) : origin;
  const requestedTarget = origin + startMs / 1000;
  return keys.length > 0 ? nearestTime(keys, requestedTarget) : requestedTarget;
}

async function* withHead(
  head: InputVideoTrack,
  packets: AsyncGenerator<EncodedPacket>,
  start: number,
  next: number,
): AsyncGenerator<EncodedPacket> {
  let first: number | undefined;
  for await (const packet of wholePackets(head)) {
    first ??= packet.timestamp;
    const timestamp = start + (packet.timestamp - first);
    if (timestamp < next) yield packet.clone({ timestamp });
  }
  for await (const packet of packets) if (packet.timestamp >= next) yield packet;
}

function formatFor(tracks: Pick<Recording, 'video' | 'audio'>): OutputFormat {
  const codecs = [tracks.video, tracks.audio].flatMap((track) => (track ? [track.codec] : []));
  const formats = [new WebMOutputFormat(), new Mp4OutputFormat({ fastStart: false })];
  const holdsAll = (format: OutputFormat) =>
    codecs.every((codec) => codec !== null && format.getSupportedCodecs().includes(codec));
  const format = formats.find(holdsAll);
  if (format === undefined) throw new Unreadable('the recording is of a kind that browsers do not make');
  return format;
}

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
