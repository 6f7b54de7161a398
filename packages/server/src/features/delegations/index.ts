export { deleteEndedDelegations } from './queries.ts';
export { delegationsFeature } from './routes.ts';
