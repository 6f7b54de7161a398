// Imports the generated file directly, because the client's tsconfig covers Node and browsers.
export type { components, operations } from '../../client/src/generated/api.ts';
