import type { ConvertibleFile, Inspection } from '../../inspection.ts';
import type { PageWords, PictureRegion, TextBoxes } from '../../jobs.ts';
import type { Pixels } from '../picture.ts';
import type { SourceFile } from '../source-file.ts';

export interface SniffedFile extends SourceFile {
  mimeType: string;
}

/** How much text is read of a page: boxes, and UTF-16 units of all of them. */
export interface MostText {
  mostBoxes: number;
  mostChars: number;
}

/** What a job must keep to. */
export interface Limits {
  /** A document of more pages is refused. */
  maxPages: number;
  /** Milliseconds; see `underDeadline`. */
  deadlineMs: number;
}

/**
 * One kind of file that becomes pages. A kind that lacks an ability has no such pages: asking for it is
 * Unreadable. Every method throws Unreadable when the file turns out to be unfit, and the system's error when it
 * cannot be read from the disk.
 */
export interface Kind {
  inspect(file: SniffedFile, limits: Limits): Promise<Inspection | ConvertibleFile>;
  /** Draws page `index` as large as the box allows; `limits.maxPages` plays no part. */
  render?(
    file: SniffedFile,
    index: number,
    box: { maxWidth: number; maxHeight: number },
    limits: Limits,
  ): Promise<Pixels>;
  /** A part of the picture of page `index`, drawn at the size of the whole; images are never enlarged. */
  renderRegion?(file: SniffedFile, index: number, region: PictureRegion, limits: Limits): Promise<Pixels>;
  /** The words of page `index` with their places; empty for a page without any. Says what of it cannot be shown. */
  textBoxes?(
    file: SniffedFile,
    index: number,
    most: MostText,
    limits: Limits,
  ): Promise<TextBoxes | PageWords>;
  /** The whole text that its page is a sheet of. */
  wholeText?(file: SniffedFile): Promise<string>;
  /** What a client may be shown in place of the file. */
  sanitise?(file: SniffedFile): Promise<Buffer>;
  /** The words of a page, `mostChars` UTF-16 units of them at the most; empty for a page without any. */
  texts?(file: SniffedFile, indexes: readonly number[], mostChars: number, limits: Limits): Promise<string[]>;
}
