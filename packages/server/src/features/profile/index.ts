export { profilePages } from './routes.ts';
