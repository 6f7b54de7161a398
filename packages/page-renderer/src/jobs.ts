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
  /** Only the type is wanted: the file is kept as it came, whatever is in it. */
  withoutPages?: boolean;
}

export interface DecodeJob {
  op: 'decode';
  path: string;
  mimeType: string;
  target: string;
}

/** What stands for a page without a picture of its own: a sign, a name, and what else there is to say in a line. */
export interface Placeholder {
  icon: 'audio' | 'video' | 'link';
  title: string;
  detail: string;
  /** Where the page leads to. */
  address?: string;
  size: PageSize;
}

/** Where the picture of a page comes from. */
export type PageSource =
  | { from: 'file'; path: string; mimeType: string; index: number }
  | { from: 'card'; placeholder: Placeholder }
  | { from: 'blank'; size: PageSize };

/** What people drew onto a page: checked markup, in the units of `page`, in the order in which it is drawn. */
export interface Annotations {
  markup: readonly string[];
  page: PageSize;
}

export interface RenderJob extends PictureBox {
  op: 'render';
  source: PageSource;
  annotations: Annotations | null;
}

/** A part of a picture of a page, in its pixels. */
export interface PictureRegion {
  /** The size of the whole picture. */
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
  /** What comes between it and the next one. */
  separator: 'none' | 'space' | 'line';
}

export interface TextBoxes {
  boxes: TextBox[];
  /** False when the page has more than was read. */
  is_complete: boolean;
}

/** What of a page cannot be shown: a picture in it, letters whose font is neither in the file nor on the machine, all of it. */
export type PageProblem = 'picture' | 'font' | 'page';

export interface PageWords extends TextBoxes {
  problems: PageProblem[];
}

export interface BoxesJob {
  op: 'boxes';
  path: string;
  mimeType: string;
  index: number;
  /** Boxes, and UTF-16 units of all of them, at the most. */
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
  /** UTF-16 units of each page's text at the most. */
  mostChars: number;
}

/**
 * Where in a file the markup of a page lies: a JSON array of texts, in the order in which it is drawn. Tens of megabytes
 * would hold up the service on their way to a worker.
 */
export interface StoredMarkup {
  path: string;
  start: number;
  bytes: number;
}

export interface ExportedPage extends PageSize {
  /** Names the page in what is told of it. */
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

/** What an export has written: its bytes, and the pages of PDFs that could not be copied, by their ids. */
export interface ExportedFile {
  bytes: number;
  /** They are pictures, with their words to be found. */
  asPicture: number[];
  /** In their place a sheet says that they cannot be shown. */
  asWords: number[];
}

/** A recording as a browser made it, to be written anew with its duration and so that it can be sought in. */
export interface RemuxJob {
  op: 'remux';
  path: string;
  target: string;
  /** The part to keep, in milliseconds from the beginning of the recording. */
  part: RecordingPart;
  /** A recording that lasts longer, in milliseconds, or says so, is refused. */
  maxMs: number;
  /** A file with the pictures from the very beginning of the part up to the next key frame, encoded anew. */
  head?: string;
}

/** A recording of which the pictures around the beginning of a part are to be written: from one key frame to the next. */
export interface TrimStartJob {
  op: 'head';
  path: string;
  target: string;
  /** Milliseconds from the beginning of the recording. */
  start: number;
  maxMs: number;
}

/** Pictures to be encoded anew: those behind the first `skipMs` of what was written. */
export interface TrimmedStart {
  codec: 'vp8' | 'vp9';
  skipMs: number;
}

/** A part of a recording, in milliseconds; `end` null: up to its end. */
export interface RecordingPart {
  start: number;
  end: number | null;
}

/** What was written of a recording: which part, and what kind of file that is. */
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
  boxes: PageWords;
  extract: Buffer;
  sanitise: Buffer;
  texts: string[];
  export: ExportedFile;
  remux: Remuxed;
  /** Null where the part begins at a key frame, or cannot be made to begin elsewhere. */
  head: TrimmedStart | null;
}

export type JobResult<J extends Job> = JobResults[J['op']];

/** Engine → worker process. One at a time: the next is sent after the reply. */
export interface WorkerRequest {
  job: Job;
  /** Milliseconds after which the worker ends itself, should nobody be left to kill it. */
  deadlineMs: number;
}

/** Worker process → engine. `rss` is the worker's memory in bytes after the job. */
export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'done'; result: JobResults[Job['op']]; rss: number }
  /** The file is at fault, and the worker is as good as before. */
  | { type: 'unreadable'; message: string; rss: number }
  /** The file could not be opened or read from the disk: nobody's file is at fault. */
  | { type: 'no_file'; message: string; rss: number }
  /** Something that the worker does not survive: the sender ends it. `detail` is for the log. */
  | { type: 'broken'; detail: string };
