import { isTracing, type OpenSpan, openSpan } from '../../tracing/index.ts';

const INTERVAL_MS = 1_000;
let next = 0;

/** Opens at most one span a second, because a few moving pointers publish a hundred frames in that time. */
export function openPublishSpan(): OpenSpan | undefined {
  const now = performance.now();
  if (!isTracing() || now < next) return undefined;
  next = now + INTERVAL_MS;
  return openSpan('realtime publish');
}
