import { kept } from '../../inspection.ts';
import type { Kind } from './kind.ts';

/** Everything that no other kind takes: it is kept as it came, and has no pages. */
export const keptFile: Kind = {
  inspect: async (file) => kept(file.mimeType),
};
