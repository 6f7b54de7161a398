export { deleteExpiredUploads } from './housekeeping.ts';
export { type MeasureUploads, measureUploads } from './metrics.ts';
export { uploadsFeature } from './routes.ts';
export { takeUpload } from './take.ts';
export { announceTus } from './tus.ts';
