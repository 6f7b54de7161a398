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

export interface Placeholder {
  icon: 'audio' | 'video' | 'link';
  title: string;
  detail: string;
  address?: string;
  size: PageSize;
}

export type PageSource =
  | { from: 'file'; path: string; mimeType: string; index: number }
  | { from: 'card'; placeholder: Placeholder }
  | { from: 'blank'; size: PageSize };

export interface Annotations {
  markup: readonly string[];
  page: PageSize;
}

export interface RenderJob extends PictureBox {
  op: 'render';
  source: PageSource;
  annotations: Annotations | null;
}

/** In pixels. `whole` is the size of the whole page. */
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
  separator: 'none' | 'space' | 'line';
}

export interface TextBoxes {
  boxes: TextBox[];
  is_complete: boolean;
}

export type PageProblem = 'picture' | 'font' | 'page';

export interface PageTextOverlay extends TextBoxes {
  problems: PageProblem[];
}

export interface BoxesJob {
  op: 'boxes';
  path: string;
  mimeType: string;
  index: number;
  maxBoxes: number;
  maxChars: number;
}

export interface ExtractJob {
  op: 'extract';
  path: string;
  index: number;
}

export interface ExtractedPage {
  bytes: Buffer;
  /** True if copying the source's accessibility tags failed or took too long. */
  lacksTags: boolean;
}

export interface OverlayJob {
  op: 'overlay';
  path: string;
  /** Target pages in the overlay's order. `index` counts from 0. `alt` is for screen readers. */
  pages: readonly ({ index: number; alt?: string } & PageSize)[];
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
  maxChars: number;
}

/** Sending tens of megabytes of JSON to a worker would block the service. */
export interface StoredMarkup {
  path: string;
  start: number;
  bytes: number;
}

export interface ExportedPage extends PageSize {
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

export interface ExportedFile {
  bytes: number;
  /** If true, the file at `taggedPathOf(path)` replaces the untagged file. */
  isTagged: boolean;
  asPicture: number[];
  asMessage: number[];
}

export interface RemuxJob {
  op: 'remux';
  path: string;
  target: string;
  part: RecordingPart;
  maxMs: number;
  head?: string;
}

export interface TrimStartJob {
  op: 'head';
  path: string;
  target: string;
  start: number;
  maxMs: number;
}

export interface TrimmedStart {
  codec: 'vp8' | 'vp9';
  skipMs: number;
}

/** In milliseconds. If `end` is null, the part ends with the recording. */
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

export interface FillJob {
  op: 'fill';
  path: string;
  target: string;
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
  extract: ExtractedPage;
  overlay: null;
  sanitise: Buffer;
  texts: string[];
  form: PdfForm;
  fill: FilledForm;
  export: ExportedFile;
  remux: Remuxed;
  head: TrimmedStart | null;
}

export type JobResult<J extends Job> = JobResults[J['op']];

/** The service uses the untagged result if copying tags fails or exceeds `maxMs`. */
export type SendUntagged = (result: JobResults['extract' | 'export'], maxMs: number) => Promise<void>;

export const taggedPathOf = (path: string) => `${path}.tagged`;

export interface WorkerRequest {
  job: Job;
  timeoutMs: number;
  deadlineMs: number;
}

export type WorkerMessage =
  | { type: 'ready' }
  | { type: 'untagged'; result: JobResults[Job['op']]; maxMs: number }
  | { type: 'done'; result: JobResults[Job['op']]; rss: number }
  | { type: 'unreadable'; message: string; rss: number }
  | { type: 'no_file'; message: string; rss: number }
  | { type: 'broken'; detail: string };
