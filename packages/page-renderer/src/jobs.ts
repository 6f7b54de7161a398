import type { ConvertibleFile, Inspection, PageSize } from './inspection.ts';

export type PictureFormat = 'webp' | 'png' | 'jpeg';

export interface PictureBox {
  maxWidth: number;
  maxHeight: number;
  format: PictureFormat;
}

export interface Picture {
  bytes: Buffer;
  mimeType: string;
  width: number;
  height: number;
}

export interface InspectJob {
  op: 'inspect';
  path: string;
  fileName: string;
  maxPages: number;
  /** Detects only the type; the content does not matter. */
  withoutPages?: boolean;
}

export interface DecodeJob {
  op: 'decode';
  path: string;
  mimeType: string;
  target: string;
}

/** A card for a page without a picture: icon, name and a line of detail. */
export interface Placeholder {
  icon: 'audio' | 'video' | 'link';
  title: string;
  detail: string;
  /** Target of the page. */
  address?: string;
  size: PageSize;
}

export type PageSource =
  | { from: 'file'; path: string; mimeType: string; index: number }
  | { from: 'card'; placeholder: Placeholder }
  | { from: 'blank'; size: PageSize };

/** Annotations of a page: checked markup in page units, in drawing order. */
export interface Annotations {
  markup: readonly string[];
  page: PageSize;
}

export interface RenderJob extends PictureBox {
  op: 'render';
  source: PageSource;
  annotations: Annotations | null;
}

/** A region of a page's picture, in its pixels. */
export interface PictureRegion {
  whole: PageSize;
  left: number;
  top: number;
  width: number;
  height: number;
}

export interface RegionJob {
  op: 'region';
  source: PageSource;
  region: PictureRegion;
}

export interface TextBox {
  text: string;
  x: number;
  y: number;
  width: number;
  height: number;
  /** The separator to the next one. */
  separator: 'none' | 'space' | 'line';
}

export interface TextBoxes {
  boxes: TextBox[];
  /** False if the page has more text than was read. */
  is_complete: boolean;
}

/** Display problems: a broken picture, text without an available font, or the whole page. */
export type PageProblem = 'picture' | 'font' | 'page';

export interface PageTextOverlay extends TextBoxes {
  problems: PageProblem[];
}

export interface BoxesJob {
  op: 'boxes';
  path: string;
  mimeType: string;
  index: number;
  /** Limits for boxes, and for UTF-16 units in all of them. */
  mostBoxes: number;
  mostChars: number;
}

export interface ExtractJob {
  op: 'extract';
  path: string;
  index: number;
}

export interface SanitiseJob {
  op: 'sanitise';
  path: string;
  mimeType: string;
}

export interface TextsJob {
  op: 'texts';
  path: string;
  mimeType: string;
  indexes: readonly number[];
  /** Limit of each page's text in UTF-16 units. */
  mostChars: number;
}

/**
 * Location of a page's markup in a file: a JSON array of strings in drawing order. Sending tens of megabytes to a
 * worker would block the service.
 */
export interface StoredMarkup {
  path: string;
  start: number;
  bytes: number;
}

export interface ExportedPage extends PageSize {
  /** Identifies the page in results and errors. */
  id: number;
  source: PageSource;
  markup: StoredMarkup | null;
  caption?: string;
}

export interface ExportJob {
  op: 'export';
  pages: readonly ExportedPage[];
  path: string;
}

/** Result of an export: size in bytes, and ids of PDF pages that could not be copied. */
export interface ExportedFile {
  bytes: number;
  /** Exported as pictures with searchable text. */
  asPicture: number[];
  /** Replaced by a sheet with a message. */
  asWords: number[];
}

/** A browser's recording to remux with duration and seek index. */
export interface RemuxJob {
  op: 'remux';
  path: string;
  target: string;
  /** The part to keep, in milliseconds. */
  part: RecordingPart;
  /** Longer recordings are rejected. */
  maxMs: number;
  /** A file with the re-encoded frames from the start of the part to the next key frame. */
  head?: string;
}

/** Extracts the frames around the start of a part, from one key frame to the next. */
export interface TrimStartJob {
  op: 'head';
  path: string;
  target: string;
  /** Milliseconds from the start of the recording. */
  start: number;
  maxMs: number;
}

/** Frames to re-encode: those after the first `skipMs` of the extracted ones. */
export interface TrimmedStart {
  codec: 'vp8' | 'vp9';
  skipMs: number;
}

/** In milliseconds; `end` null: to the end. */
export interface RecordingPart {
  start: number;
  end: number | null;
}

export interface Remuxed {
  start: number;
  end: number;
  mimeType: string;
}

export type Job =
  | InspectJob
  | DecodeJob
  | RenderJob
  | RegionJob
  | BoxesJob
  | ExtractJob
  | SanitiseJob
  | TextsJob
  | ExportJob
  | RemuxJob
  | TrimStartJob;

export interface JobResults {
  inspect: Inspection | ConvertibleFile;
  decode: Inspection;
  render: Picture;
  region: Picture;
  boxes: PageTextOverlay;
  extract: Buffer;
  sanitise: Buffer;
  texts: string[];
  export: ExportedFile;
  remux: Remuxed;
  /** Null if the part starts at a key frame, or cannot start elsewhere. */
  head: TrimmedStart | null;
}

export type JobResult<J extends Job> = JobResults[J['op']];

/** Engine → worker process. One request at a time. */
export interface WorkerRequest {
  job: Job;
  /** Milliseconds after which the worker ends itself, in case the engine has died. */
  deadlineMs: number;
}

/** Worker process → engine. `rss` is the worker's memory in bytes after the job. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'done'; result: JobResults[Job['op']]; rss: number }
  /** The file is at fault; the worker is intact. */
  | { type: 'unreadable'; message: string; rss: number }
  /** The file could not be read from disk. */
  | { type: 'no_file'; message: string; rss: number }
  /** The worker is unusable and ends. `detail` is for the log. */
  | { type: 'broken'; detail: string };
