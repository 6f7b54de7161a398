export { joinMeet } from './join.ts';
export type * from './types.ts';
