export { clipJobs, deleteOldClips } from './jobs.ts';
export { clipsFeature } from './routes.ts';
