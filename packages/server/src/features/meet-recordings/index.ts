export { composeWaiting, deleteFailedRecordings, meetRecordingJobs } from './jobs.ts';
export { meetRecordingsFeature } from './routes.ts';
export { beginRecording, type LeasedRecording, resumeRecording } from './service.ts';
