import type { ConvertibleFile, Inspection } from '../../inspection.ts';
import type { PageTextOverlay, PictureRegion, TextBoxes } from '../../jobs.ts';
import type { Pixels } from '../picture.ts';
import type { SourceFile } from '../source-file.ts';

export interface SniffedFile extends SourceFile {
  mimeType: string;
}

/** Limits of the text read from a page: number of boxes, and of UTF-16 units in all boxes. */
export interface MostText {
  mostBoxes: number;
  mostChars: number;
}

export interface Limits {
  /** Documents with more pages are rejected. */
  maxPages: number;
  /** Milliseconds after which the engine ends the job. */
  timeoutMs: number;
  /** Time limit in milliseconds; see `underDeadline`. */
  deadlineMs: number;
}

/**
 * A kind of file that has pages. If an optional method is missing, the caller throws Unreadable. All methods throw
 * Unreadable if the file is unsuitable, and the system's error if it cannot be read from disk.
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
  /** Draws a region of the picture of page `index`. Images are never enlarged. */
  renderRegion?(file: SniffedFile, index: number, region: PictureRegion, limits: Limits): Promise<Pixels>;
  /** Returns the words of page `index` with positions, and the page's display problems. */
  textBoxes?(
    file: SniffedFile,
    index: number,
    most: MostText,
    limits: Limits,
  ): Promise<TextBoxes | PageTextOverlay>;
  /** Returns the complete text of a text file. */
  wholeText?(file: SniffedFile): Promise<string>;
  /** Returns content that a client may display instead of the file. */
  sanitise?(file: SniffedFile): Promise<Buffer>;
  /** Returns the text of each page, at most `mostChars` UTF-16 units; an empty string for pages without text. */
  texts?(file: SniffedFile, indexes: readonly number[], mostChars: number, limits: Limits): Promise<string[]>;
}
