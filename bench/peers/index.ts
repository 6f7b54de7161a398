import type { Measurement } from '../measurement.ts';
import { peerMessages } from './messages.ts';
import { peerTokens } from './tokens.ts';

export { installPeers } from './install.ts';

/** What is measured beside other servers. */
export const peerMeasurements: readonly Measurement[] = [peerTokens, peerMessages];
