export { startTracing } from './start.ts';
export { currentTraceparent, inChildSpan, inSpan, isTracing, type OpenSpan, openSpan } from './tracing.ts';
