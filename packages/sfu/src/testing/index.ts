export { type LivekitStandIn, startLivekitStandIn, type Visit } from '../livekit/testing/stand-in.ts';
export { claimsOf, signAs } from '../livekit/testing/tokens.ts';
export { startRecorder } from '../recording/recorder.ts';
export { type SentPacket, sendPictures, sendTone } from '../recording/testing/rtp-source.ts';
export { type Peers, startPeers } from './peers.ts';
