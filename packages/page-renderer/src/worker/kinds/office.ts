import type { Kind } from './kind.ts';

/** Office documents: only the engine can have them converted, for that takes a program which may be missing. */
export const office: Kind = {
  inspect: async (file) => ({ ok: 'convert', into: 'pdf', mimeType: file.mimeType }),
};
