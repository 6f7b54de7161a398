import { open } from 'node:fs/promises';
import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny';
import type { SourceFile } from './source-file.ts';

// Excludes HLS playlists, which can reference other files.
const FORMATS = [MP4, QTFF, MATROSKA, WEBM, WAVE, OGG, FLAC, MP3, ADTS, MPEG_TS];

export async function withContainer<T>(
  file: Pick<SourceFile, 'path' | 'size'>,
  work: (input: Input) => Promise<T>,
): Promise<T> {
  const handle = await open(file.path);
  const read = async (start: number, end: number) => {
    const { buffer, bytesRead } = await handle.read(new Uint8Array(end - start), 0, end - start, start);
    return buffer.subarray(0, bytesRead);
  };
  const source = new CustomSource({ getSize: () => file.size, read });
  const input = new Input({ formats: FORMATS, source });
  try {
    return await work(input);
  } finally {
    input.dispose();
    await handle.close();
  }
}
