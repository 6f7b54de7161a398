export { clipJobs, deleteOldClips, makeWaitingClips } from './jobs.ts';
export { clipsFeature } from './routes.ts';
