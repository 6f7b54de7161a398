export { createChannelAdmission } from './admission.ts';
export { unexpectedFrame } from './close-for.ts';
export { type FrameListener, listenToFrames } from './frame-listener.ts';
export { createFrameRate } from './frame-rate.ts';
export { createFrameReader, refusalOf } from './frames.ts';
export { type MeasureRealtime, measureRealtime } from './metrics.ts';
export { findUserName } from './queries.ts';
export { realtimeFeature } from './routes.ts';
export { createSocketWriter, type SocketWriter } from './socket-writer.ts';
