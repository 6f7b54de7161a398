import type { Kind } from './kind.ts';

/** Everything that no other kind takes: it is kept as it came, and has no pages. */
export const keptFile: Kind = {
  async inspect(file) {
    return { ok: true, mimeType: file.mimeType, pageType: null, pages: [] };
  },
};
