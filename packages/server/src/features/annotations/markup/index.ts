export { cleanMarkup, LARGEST_BYTES } from './parse.ts';
export { MarkupRefused } from './refusal.ts';
