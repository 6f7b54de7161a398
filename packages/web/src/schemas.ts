// The file alone: the client's program is for Node and browsers at once, and is not needed here.
export type { components, operations } from '../../client/src/generated/api.ts';
