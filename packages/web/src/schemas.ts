// Imports the file directly: the client's tsconfig covers Node and browsers, and is not needed here.
export type { components, operations } from '../../client/src/generated/api.ts';
