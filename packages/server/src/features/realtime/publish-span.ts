import { isTracing, type OpenSpan, openSpan } from '../../tracing/index.ts';

const INTERVAL_MS = 1_000;
let next = 0;

/** A few moving pointers publish a hundred frames a second. */
export function openPublishSpan(): OpenSpan | undefined {
  const now = performance.now();
  if (!isTracing() || now < next) return undefined;
  next = now + INTERVAL_MS;
  return openSpan('realtime publish');
}
