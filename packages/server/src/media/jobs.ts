import type { Inspection } from './inspection.ts';

export type PictureFormat = 'webp' | 'png' | 'jpeg';

/** The pixels that a rendering may fill at most, and how it is encoded. */
export interface PictureBox {
  maxWidth: number;
  maxHeight: number;
  format: PictureFormat;
}

/** An encoded picture and its size in pixels. */
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
}

export interface RenderJob extends PictureBox {
  op: 'render';
  path: string;
  mimeType: string;
  index: number;
}

export interface ExtractJob {
  op: 'extract';
  path: string;
  index: number;
}

export type Job = InspectJob | RenderJob | ExtractJob;

/** What each kind of job gives when it succeeds. */
export interface JobResults {
  inspect: Inspection;
  render: Picture;
  extract: Buffer;
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
