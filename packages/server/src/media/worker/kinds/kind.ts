import type { Inspection } from '../../inspection.ts';
import type { Picture, PictureBox } from '../../jobs.ts';
import type { SourceFile } from '../source-file.ts';

export interface SniffedFile extends SourceFile {
  mimeType: string;
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
  inspect(file: SniffedFile, limits: Limits): Promise<Inspection>;
  /** Draws page `index` as large as the box allows; `limits.maxPages` plays no part. */
  render?(file: SniffedFile, index: number, box: PictureBox, limits: Limits): Promise<Picture>;
  /** Page `index` as a PDF of its own. */
  extractPdf?(file: SniffedFile, index: number, limits: Limits): Promise<Buffer>;
}
