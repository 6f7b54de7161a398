import { EncodedPacketSink, type Input, type InputTrack, UnsupportedInputFormatError } from 'mediabunny';
import { accepted, type Inspection, invalid, type PageSize } from '../../inspection.ts';
import { withContainer } from '../container.ts';
import type { Kind, SniffedFile } from './kind.ts';

const DEFAULT_SIZE = { width: 640, height: 360 };
const MAX_SIDE = 16_384;

export const audioVideo: Kind = {
  async inspect(file) {
    try {
      return await withContainer(file, (input) => describe(file, input));
    } catch (error) {
      if ((error as NodeJS.ErrnoException).syscall !== undefined) throw error;
      const isAccepted = error instanceof UnsupportedInputFormatError || !HAS_SIGNATURE.test(file.mimeType);
      return isAccepted ? accepted(file.mimeType) : invalid(DAMAGED);
    }
  },
};

const DAMAGED = 'the recording is cut off or damaged';

async function describe(file: SniffedFile, input: Input): Promise<Inspection> {
  const video = await input.getPrimaryVideoTrack();
  const audio = await input.getPrimaryAudioTrack();
  const track = video ?? audio;
  if (track === null) return IS_ISO_MEDIA.test(file.mimeType) ? invalid(DAMAGED) : accepted(file.mimeType);
  if (!(await hasItsEnd(track)))
    return HAS_SIGNATURE.test(file.mimeType) ? invalid(DAMAGED) : accepted(file.mimeType);
  // The clock of a transport stream starts at an arbitrary value.
  const start = file.mimeType === 'video/mp2t' ? await input.getFirstTimestamp() : 0;
  const milliseconds = Math.round(((await input.computeDuration()) - start) * 1000);
  const isPlausible = milliseconds >= 0 && milliseconds <= MAX_AGE_MS;
  const duration = isPlausible ? { duration: milliseconds } : {};
  if (video === null) {
    const mimeType = file.mimeType.replace(/^video\//, 'audio/');
    return { ok: true, mimeType, pageType: 'PAGE_TYPE_AUDIO', pages: [{ ...DEFAULT_SIZE }], ...duration };
  }
  const page = sizeOf(video.displayWidth, video.displayHeight);
  if (page === null) return accepted(file.mimeType);
  return { ok: true, mimeType: file.mimeType, pageType: 'PAGE_TYPE_VIDEO', pages: [page], ...duration };
}

/** Formats whose truncated files lack the track list. */
const IS_ISO_MEDIA = /mp4|quicktime|x-m4|3gpp/;
/** In other formats, a match may be a coincidence, so a damaged file is not reported as invalid. */
const HAS_SIGNATURE = /mp4|quicktime|x-m4|3gpp|webm|matroska|ogg|wav|flac/;
const MAX_AGE_MS = 366 * 24 * 3_600_000;

async function hasItsEnd(track: InputTrack): Promise<boolean> {
  const packet = await new EncodedPacketSink(track).getPacket(Number.POSITIVE_INFINITY);
  return packet !== null && packet.data.byteLength > 0;
}

function sizeOf(width: number, height: number): PageSize | null {
  if (!(width > 0 && height > 0)) return { ...DEFAULT_SIZE };
  return Math.max(width, height) > MAX_SIDE ? null : { width, height };
}
