export { type MeasureRealtime, measureRealtime } from './metrics.ts';
export { realtimeFeature } from './routes.ts';
