export { common as text } from './messages/common.ts';
