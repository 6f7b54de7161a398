import type { PageType } from '@ringbinder/protocol';

export type { PageType };

/** Size after rotation: in points, or in pixels for images and videos. */
export interface PageSize {
  width: number;
  height: number;
}

export interface AcceptedFile {
  ok: true;
  mimeType: string;
  pageType: PageType | null;
  pages: PageSize[];
  conversion?: 'unavailable' | 'failed';
  /** In milliseconds. */
  duration?: number;
  url?: string;
}

export interface ConvertibleFile {
  ok: 'convert';
  into: 'pdf' | 'jpeg';
  mimeType: string;
}

export interface RefusedFile {
  ok: false;
  /** A clause, such as "the PDF is encrypted". */
  reason: string;
  kind: 'empty' | 'encrypted' | 'invalid' | 'too_large' | 'too_slow';
}

export type Inspection = AcceptedFile | RefusedFile;

export function accepted(mimeType: string): AcceptedFile {
  return { ok: true, mimeType, pageType: null, pages: [] };
}

export function invalid(reason: string, kind: RefusedFile['kind'] = 'invalid'): RefusedFile {
  return { ok: false, reason, kind };
}

export function tooLarge(reason: string): RefusedFile {
  return { ok: false, reason, kind: 'too_large' };
}
