import type { FilledForm, FormValue, PdfForm } from './form.ts';
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
  withoutPages?: boolean;
}

export interface DecodeJob {
  op: 'decode';
  path: string;
  mimeType: string;
  target: string;
}

/** A card for a page without a picture: icon, title and a line of detail. */
export interface Placeholder {
  icon: 'audio' | 'video' | 'link';
  title: string;
  detail: string;
  /** URL that the page links to. */
  address?: string;
  size: PageSize;
}

export type PageSource =
  | { from: 'file'; path: string; mimeType: string; index: number }
  | { from: 'card'; placeholder: Placeholder }
  | { from: 'blank'; size: PageSize };

/** A page's annotations: validated markup in page units, in drawing order. */
export interface Annotations {
  markup: readonly string[];
  page: PageSize;
}

export interface RenderJob extends PictureBox {
  op: 'render';
  source: PageSource;
  annotations: Annotations | null;
}

/** A region of a page's picture, in pixels. `whole` is the size of the complete picture. */
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
  /** Separator between this word and the next. */
  separator: 'none' | 'space' | 'line';
}

export interface TextBoxes {
  boxes: TextBox[];
  /** False if a limit cut off the text. */
  is_complete: boolean;
}

/** A display problem: an undecodable picture, text without an available font, or a page that cannot be drawn. */
export type PageProblem = 'picture' | 'font' | 'page';

export interface PageTextOverlay extends TextBoxes {
  problems: PageProblem[];
}

export interface BoxesJob {
  op: 'boxes';
  path: string;
  mimeType: string;
  index: number;
  /** Maximum number of boxes, and of UTF-16 units in all boxes. */
  mostBoxes: number;
  mostChars: number;
}

export interface ExtractJob {
  op: 'extract';
  path: string;
  index: number;
}

export interface OverlayJob {
  op: 'overlay';
  path: string;
  /**
   * The pages to draw on, in the order of the overlay's pages, with the sizes of these. `index` counts from 0. `alt` is
   * the text of the drawing for screen readers.
   */
  pages: readonly ({ index: number; alt?: string } & PageSize)[];
  /** A PDF with the pages to draw, and the file to write. Null checks only whether it is possible. */
  overlay: { path: string; target: string } | null;
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
  /** Maximum number of UTF-16 units per page. */
  mostChars: number;
}

/**
 * Where a page's markup is stored: a JSON array of strings in drawing order. Sending tens of megabytes to a worker
 * would block the service.
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

/** Result of an export: size in bytes, and ids of the PDF pages that could not be copied. */
export interface ExportedFile {
  bytes: number;
  /** Ids of pages exported as pictures with searchable text. */
  asPicture: number[];
  /** Ids of pages replaced by a sheet with a message. */
  asWords: number[];
}

/** Remuxes a browser's recording, with duration and seek index. */
export interface RemuxJob {
  op: 'remux';
  path: string;
  target: string;
  /** The part to copy, in milliseconds. */
  part: RecordingPart;
  /** Longer recordings are rejected. */
  maxMs: number;
  /** A file with the re-encoded frames between the start of the part and the next key frame. */
  head?: string;
}

/** Extracts the frames around the start of a part, from the key frame before it to the next. */
export interface TrimStartJob {
  op: 'head';
  path: string;
  target: string;
  /** Milliseconds from the start of the recording. */
  start: number;
  maxMs: number;
}

/** The frames to re-encode: all extracted frames except those of the first `skipMs`. */
export interface TrimmedStart {
  codec: 'vp8' | 'vp9';
  skipMs: number;
}

/** In milliseconds. `end` is null for the end of the recording. */
export interface RecordingPart {
  start: number;
  end: number | null;
}

export interface Remuxed {
  start: number;
  end: number;
  mimeType: string;
}

export interface FormJob {
  op: 'form';
  path: string;
}

/** Fills fields and writes the PDF to `target`. */
export interface FillJob {
  op: 'fill';
  path: string;
  target: string;
  /** By name. */
  values: Readonly<Record<string, FormValue>>;
}

export type Job =
  | InspectJob
  | DecodeJob
  | RenderJob
  | RegionJob
  | BoxesJob
  | ExtractJob
  | OverlayJob
  | SanitiseJob
  | TextsJob
  | FormJob
  | FillJob
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
  overlay: null;
  sanitise: Buffer;
  texts: string[];
  form: PdfForm;
  fill: FilledForm;
  export: ExportedFile;
  remux: Remuxed;
  /** Null if the part starts at a key frame, or cannot start at another frame. */
  head: TrimmedStart | null;
}

export type JobResult<J extends Job> = JobResults[J['op']];

/** Message from the engine to a worker process. One request at a time. */
export interface WorkerRequest {
  job: Job;
  /** Milliseconds after which the engine ends the worker. */
  timeoutMs: number;
  /** Milliseconds after which the worker ends itself, in case the engine has died. */
  deadlineMs: number;
}

/** Message from a worker process to the engine. `rss` is the worker's memory in bytes after the job. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'done'; result: JobResults[Job['op']]; rss: number }
  /** The file is unusable; the worker is intact. */
  | { type: 'unreadable'; message: string; rss: number }
  /** The file could not be read from disk. */
  | { type: 'no_file'; message: string; rss: number }
  /** The worker is unusable and ends. `detail` is for the log. */
  | { type: 'broken'; detail: string };
