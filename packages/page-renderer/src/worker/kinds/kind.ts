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
 * Without an optional method, callers throw Unreadable. Methods throw Unreadable for an unsuitable file, and
 * the system's error.
 */
export interface Kind {
  inspect(file: SniffedFile, limits: Limits): Promise<Inspection | ConvertibleFile>;
  /** Ignores `limits.maxPages`. */
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
  /** At most `mostChars` UTF-16 units per page; empty without text. */
  texts?(file: SniffedFile, indexes: readonly number[], mostChars: number, limits: Limits): Promise<string[]>;
}
