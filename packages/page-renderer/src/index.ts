export { charsetOf, withoutCharset } from './charset.ts';
export type { InspectedFile } from './converted-inspection.ts';
export {
  createMediaEngine,
  type MediaEngine,
  type MediaEngineOptions,
  type MediaLog,
} from './engine.ts';
export { MediaBusy, MediaTimeout, MediaUnreadable } from './errors.ts';
export type { FilledForm, FormField, FormRefusal, FormValue, PdfForm } from './form.ts';
export type { AcceptedFile, Inspection, PageSize, PageType, RefusedFile } from './inspection.ts';
export type {
  Annotations,
  ExportedPage,
  PageProblem,
  PageSource,
  PageTextOverlay,
  Picture,
  PictureBox,
  PictureFormat,
  PictureRegion,
  Placeholder,
  RecordingPart,
  Remuxed,
  StoredMarkup,
  TextBox,
  TextBoxes,
} from './jobs.ts';
export type { JobQueue } from './limiter.ts';
export { findProgram } from './programs/find.ts';
export { type ProgramEnd, type ProgramLimits, runProgram } from './programs/run.ts';
