import type { ServerFrame } from '@ringbinder/protocol';

/** The answer to a question that the server does not answer otherwise. */
export type RefusedFrame = Extract<ServerFrame, { type: 'refused' }>;

/** Refusals that pass: the server has too much to do, or its database is away. */
const PASSING_CODES = new Set(['RESPONSE_ERROR_SERVICE_UNAVAILABLE', 'RESPONSE_ERROR_TOO_MANY_REQUESTS']);

/** Whether the same is to be asked again in a while. */
export const isPassing = ({ code }: RefusedFrame): boolean => PASSING_CODES.has(code);
