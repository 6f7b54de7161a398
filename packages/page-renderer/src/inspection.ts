import type { PageType } from '@ringbinder/protocol';

export type { PageType };

/** Displayed size after rotation: points (1/72 inch) for PDF, note and web pages, pixels for images and video. */
export interface PageSize {
  width: number;
  height: number;
}

export interface AcceptedFile {
  ok: true;
  mimeType: string;
  /** null: the file is stored without pages. */
  pageType: PageType | null;
  pages: PageSize[];
  /** Why an office document has no pages: LibreOffice is missing or failed. */
  conversion?: 'unavailable' | 'failed';
  /** Duration of audio and video in milliseconds. */
  duration?: number;
  url?: string;
}

/** A file that is shown through a conversion: an office document or a HEIC photo. */
export interface ConvertibleFile {
  ok: 'convert';
  into: 'pdf' | 'jpeg';
  mimeType: string;
}

export interface RefusedFile {
  ok: false;
  /** For the uploader: a clause such as "the PDF is encrypted". */
  reason: string;
  kind: 'invalid' | 'too_large';
}

export type Inspection = AcceptedFile | RefusedFile;

/** A file stored without pages. */
export function accepted(mimeType: string): AcceptedFile {
  return { ok: true, mimeType, pageType: null, pages: [] };
}

/** A damaged or locked file. */
export function invalid(reason: string): RefusedFile {
  return { ok: false, reason, kind: 'invalid' };
}

/** A valid file above a limit. The reason names both figures. */
export function tooLarge(reason: string): RefusedFile {
  return { ok: false, reason, kind: 'too_large' };
}
