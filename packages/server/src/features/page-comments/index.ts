export { readCommentsOfPages, readPageComments } from './read.ts';
export { pageCommentsFeature } from './routes.ts';
