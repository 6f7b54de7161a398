export { firstLink } from './link.ts';
export { deleteOldPreviews } from './load.ts';
export { linkPreviewQueue } from './queue.ts';
export { linkPreviewRoutes } from './routes.ts';
export { fetchPreviews, linkPreviews } from './store.ts';
