export { meetRoomsFeature } from './routes.ts';
