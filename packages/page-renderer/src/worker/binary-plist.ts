import type { SourceFile } from './source-file.ts';
import { readPart } from './source-file.ts';

const SIGNATURE = 'bplist00';
const MAX_BYTES = 64 * 1024;

export async function addressOfBinaryPlist(file: SourceFile): Promise<string | null> {
  if (file.size > MAX_BYTES) return null;
  const bytes = await readPart(file, 0, MAX_BYTES);
  if (bytes.toString('latin1', 0, SIGNATURE.length) !== SIGNATURE) return null;
  const { default: parser } = await import('bplist-parser');
  try {
    const [root] = parser.parseBuffer<{ URL?: unknown } | null>(bytes);
    return typeof root?.URL === 'string' ? root.URL : null;
  } catch {
    return null;
  }
}
