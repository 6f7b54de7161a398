import type { PageType } from '@ringbinder/protocol';

export type { PageType };

/** Points (1/72 inch) for PDF, note and web pages, pixels for images and video; as displayed, so after rotation. */
export interface PageSize {
  width: number;
  height: number;
}

export interface AcceptedFile {
  ok: true;
  mimeType: string;
  /** null: the file is kept, and has no pages. */
  pageType: PageType | null;
  pages: PageSize[];
  /** Why an office document has no pages: no program is there that makes them, or it made none. */
  conversion?: 'unavailable' | 'failed';
  /** Milliseconds that audio and video last. */
  duration?: number;
  /** The address that a shortcut leads to. */
  url?: string;
}

/** A file that is shown by another one, which has to be made of it: an office document, or a photo in HEIC. */
export interface ConvertibleFile {
  ok: 'convert';
  into: 'pdf' | 'jpeg';
  mimeType: string;
}

export interface RefusedFile {
  ok: false;
  /** For the person who uploaded: a clause that names what is wrong, such as "the PDF is encrypted". */
  reason: string;
  kind: 'invalid' | 'too_large';
}

export type Inspection = AcceptedFile | RefusedFile;

/** A file that is kept as it came, without pages. */
export function kept(mimeType: string): AcceptedFile {
  return { ok: true, mimeType, pageType: null, pages: [] };
}

/** A file that is refused because it is broken or locked. */
export function invalid(reason: string): RefusedFile {
  return { ok: false, reason, kind: 'invalid' };
}

/** A file that is refused because it is well formed and over a limit; the reason names both figures. */
export function tooLarge(reason: string): RefusedFile {
  return { ok: false, reason, kind: 'too_large' };
}
