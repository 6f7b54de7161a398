export { isPublicAddress } from './addresses.ts';
export type { Resolve } from './connect.ts';
export { createOutbound, type Outbound, type OutboundCall, type OutboundOutcome } from './outbound.ts';
