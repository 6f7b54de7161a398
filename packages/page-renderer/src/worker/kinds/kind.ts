import type { ConvertibleFile, Inspection } from '../../inspection.ts';
import type { PageTextOverlay, PictureRegion, TextBoxes } from '../../jobs.ts';
import type { Pixels } from '../picture.ts';
import type { SourceFile } from '../source-file.ts';

export interface SniffedFile extends SourceFile {
  mimeType: string;
}

/** `maxChars` counts the UTF-16 units of all boxes. */
export interface TextLimits {
  maxBoxes: number;
  maxChars: number;
}

export interface Limits {
  maxPages: number;
  timeoutMs: number;
  deadlineMs: number;
}

export interface Kind {
  inspect(file: SniffedFile, limits: Limits): Promise<Inspection | ConvertibleFile>;
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
    textLimits: TextLimits,
    limits: Limits,
  ): Promise<TextBoxes | PageTextOverlay>;
  wholeText?(file: SniffedFile): Promise<string>;
  sanitise?(file: SniffedFile): Promise<Buffer>;
  texts?(file: SniffedFile, indexes: readonly number[], maxChars: number, limits: Limits): Promise<string[]>;
}
