export { readCommentsOfPages } from './read.ts';
export { pageCommentResource } from './resource.ts';
export { pageCommentsFeature } from './routes.ts';
