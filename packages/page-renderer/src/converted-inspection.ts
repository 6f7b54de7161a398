import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type AcceptedFile, accepted, type Inspection, type RefusedFile } from './inspection.ts';
import type { ConversionFailure, ConvertedFile } from './programs/libreoffice.ts';

export type InspectedFile = (AcceptedFile & { converted?: ConvertedFile }) | RefusedFile;

export async function inspectOffice(
  mimeType: string,
  convert: () => Promise<ConvertedFile | ConversionFailure>,
  inspect: (path: string) => Promise<Inspection | { ok: 'convert' }>,
): Promise<InspectedFile> {
  const converted = await convert();
  if (typeof converted === 'string') return { ...accepted(mimeType), conversion: converted };
  const pdf = await removedWithError(converted, () => inspect(converted.path));
  if (pdf.ok === true && pdf.mimeType === 'application/pdf') return { ...pdf, mimeType, converted };
  await converted.remove();
  return { ...accepted(mimeType), conversion: 'failed' };
}

/** @param decode a function that writes the JPEG to `target`, and rejects only after a temporary failure */
export async function inspectPhoto(decode: (target: string) => Promise<Inspection>): Promise<InspectedFile> {
  const folder = await mkdtemp(join(tmpdir(), 'ringbinder-photo-'));
  const converted = {
    path: join(folder, 'photo.jpg'),
    remove: () => rm(folder, { recursive: true, force: true, maxRetries: 3 }),
  };
  const photo = await removedWithError(converted, () => decode(converted.path));
  if (photo.ok && photo.pageType !== null) return { ...photo, converted };
  await converted.remove();
  return photo;
}

async function removedWithError<T>(converted: ConvertedFile, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await converted.remove();
    throw error;
  }
}
