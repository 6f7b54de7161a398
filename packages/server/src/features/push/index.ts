export { queuePushes } from './queue.ts';
export { pushFeature } from './routes.ts';
export { pushes } from './send.ts';
