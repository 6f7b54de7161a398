import type { PageType } from '@ringbinder/protocol';

export type { PageType };

/**
 * Displayed size, after rotation: in points (1/72 inch) for PDFs, notes and web pages, in pixels for images and videos.
 */
export interface PageSize {
  width: number;
  height: number;
}

export interface AcceptedFile {
  ok: true;
  mimeType: string;
  /** Null if the file is stored without pages. */
  pageType: PageType | null;
  pages: PageSize[];
  /** Why an office document has no pages: LibreOffice is missing or failed. */
  conversion?: 'unavailable' | 'failed';
  /** Duration of audio and video in milliseconds. */
  duration?: number;
  url?: string;
}

/** A file whose pages come from a conversion: an office document or a HEIC photo. */
export interface ConvertibleFile {
  ok: 'convert';
  into: 'pdf' | 'jpeg';
  mimeType: string;
}

export interface RefusedFile {
  ok: false;
  /** Shown to the uploader: a clause such as "the PDF is encrypted". */
  reason: string;
  kind: 'empty' | 'encrypted' | 'invalid' | 'too_large' | 'too_slow';
}

export type Inspection = AcceptedFile | RefusedFile;

/** The result for a file that is stored without pages. */
export function accepted(mimeType: string): AcceptedFile {
  return { ok: true, mimeType, pageType: null, pages: [] };
}

/** The result for a file that cannot be read. */
export function invalid(reason: string, kind: RefusedFile['kind'] = 'invalid'): RefusedFile {
  return { ok: false, reason, kind };
}

/** The result for a valid file above a limit. The reason must name both figures. */
export function tooLarge(reason: string): RefusedFile {
  return { ok: false, reason, kind: 'too_large' };
}
