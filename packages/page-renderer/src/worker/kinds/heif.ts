import type { Kind } from './kind.ts';

/** Photos of phones: a JPEG is made of them once, which shows them from then on. */
export const heif: Kind = {
  inspect: async (file) => ({ ok: 'convert', into: 'jpeg', mimeType: file.mimeType }),
};
