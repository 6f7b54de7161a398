import type { ConvertibleFile, Inspection } from '../../inspection.ts';
import type { PageTextOverlay, PictureRegion, TextBoxes } from '../../jobs.ts';
import type { Pixels } from '../picture.ts';
import type { SourceFile } from '../source-file.ts';

export interface SniffedFile extends SourceFile {
  mimeType: string;
}

/** Limits of text read from a page: boxes, and UTF-16 units in all of them. */
export interface MostText {
  mostBoxes: number;
  mostChars: number;
}

export interface Limits {
  /** Documents with more pages are rejected. */
  maxPages: number;
  /** Milliseconds; see `underDeadline`. */
  deadlineMs: number;
}

/**
 * A kind of file that becomes pages. Calling a missing method is Unreadable. All methods throw Unreadable if the file
 * is unsuitable, and the system's error if it cannot be read from disk.
 */
export interface Kind {
  inspect(file: SniffedFile, limits: Limits): Promise<Inspection | ConvertibleFile>;
  /** Draws page `index` as large as the box allows. Ignores `limits.maxPages`. */
  render?(
    file: SniffedFile,
    index: number,
    box: { maxWidth: number; maxHeight: number },
    limits: Limits,
  ): Promise<Pixels>;
  /** A region of the picture of page `index` at the size of the whole; images are never enlarged. */
  renderRegion?(file: SniffedFile, index: number, region: PictureRegion, limits: Limits): Promise<Pixels>;
  /** The words of page `index` with positions, and its display problems. */
  textBoxes?(
    file: SniffedFile,
    index: number,
    most: MostText,
    limits: Limits,
  ): Promise<TextBoxes | PageTextOverlay>;
  /** The whole text of a text sheet. */
  wholeText?(file: SniffedFile): Promise<string>;
  /** Content that a client may display instead of the file. */
  sanitise?(file: SniffedFile): Promise<Buffer>;
  /** The text of pages, at most `mostChars` UTF-16 units each; empty for pages without text. */
  texts?(file: SniffedFile, indexes: readonly number[], mostChars: number, limits: Limits): Promise<string[]>;
}
