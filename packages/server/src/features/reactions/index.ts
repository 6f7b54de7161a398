export { readEmoji } from './emoji.ts';
export { reactionsFeature } from './routes.ts';
