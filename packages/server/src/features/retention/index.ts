export { retention } from './remove.ts';
