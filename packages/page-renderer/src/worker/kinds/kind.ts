import type { ConvertibleFile, Inspection } from '../../inspection.ts';
import type { PageTextOverlay, PictureRegion, TextBoxes } from '../../jobs.ts';
import type { Pixels } from '../picture.ts';
import type { SourceFile } from '../source-file.ts';

export interface SniffedFile extends SourceFile {
  mimeType: string;
}

/** `mostChars` are UTF-16 units in all boxes. */
export interface MostText {
  mostBoxes: number;
  mostChars: number;
}

export interface Limits {
  maxPages: number;
  timeoutMs: number;
  deadlineMs: number;
}

/**
 * Callers throw Unreadable if an optional method is missing. Methods throw Unreadable if the file is
 * unsuitable, and the system's error if it cannot be read.
 */
export interface Kind {
  inspect(file: SniffedFile, limits: Limits): Promise<Inspection | ConvertibleFile>;
  /** As large as the box allows. Ignores `limits.maxPages`. */
  render?(
    file: SniffedFile,
    index: number,
    box: { maxWidth: number; maxHeight: number },
    limits: Limits,
  ): Promise<Pixels>;
  renderRegion?(file: SniffedFile, index: number, region: PictureRegion, limits: Limits): Promise<Pixels>;
  textBoxes?(
    file: SniffedFile,
    index: number,
    most: MostText,
    limits: Limits,
  ): Promise<TextBoxes | PageTextOverlay>;
  wholeText?(file: SniffedFile): Promise<string>;
  /** A client may display it instead of the file. */
  sanitise?(file: SniffedFile): Promise<Buffer>;
  /** At most `mostChars` UTF-16 units per page; empty for pages without text. */
  texts?(file: SniffedFile, indexes: readonly number[], mostChars: number, limits: Limits): Promise<string[]>;
}
