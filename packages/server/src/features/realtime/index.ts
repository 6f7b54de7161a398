export { type MeasureRealtime, measureRealtime } from './figures.ts';
export { realtimeFeature } from './routes.ts';
