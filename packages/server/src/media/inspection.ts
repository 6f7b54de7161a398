import type { PageType } from '@ringbinder/protocol';

export type { PageType };

/** Points (1/72 inch) for PDF and note pages, pixels for images; as displayed, so after rotation. */
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
}

export interface RefusedFile {
  ok: false;
  /** For the person who uploaded: a clause that names what is wrong, such as "the PDF is encrypted". */
  reason: string;
  kind: 'invalid' | 'too_large';
}

export type Inspection = AcceptedFile | RefusedFile;

/** A file that is refused because it is broken or locked. */
export function invalid(reason: string): RefusedFile {
  return { ok: false, reason, kind: 'invalid' };
}

/** A file that is refused because it is well formed and over a limit; the reason names both figures. */
export function tooLarge(reason: string): RefusedFile {
  return { ok: false, reason, kind: 'too_large' };
}
