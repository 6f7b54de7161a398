export { createChannelAdmission } from './admission.ts';
export { unexpectedFrame } from './close-for.ts';
export { listenToFrames } from './frame-listener.ts';
export { createFrameRate } from './frame-rate.ts';
export { createFrameReader, refusalOf } from './frames.ts';
export { type MeasureRealtime, measureRealtime } from './metrics.ts';
export { findUserName } from './queries.ts';
export { realtimeFeature } from './routes.ts';
export { createSocketWriter } from './socket-writer.ts';
