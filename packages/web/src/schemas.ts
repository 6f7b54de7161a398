export type { components, operations } from '../../client/src/generated/api.ts';
