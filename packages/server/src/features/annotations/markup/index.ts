export { cleanMarkup, MAX_BYTES } from './parse.ts';
export { MarkupRefused } from './refusal.ts';
