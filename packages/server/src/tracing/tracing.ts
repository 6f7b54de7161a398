import type { Attributes } from '@opentelemetry/api';

export interface SpanOptions {
  kind?: 'server' | 'client' | 'consumer';
  /** Values that name no person and open nothing. */
  attributes?: Attributes;
  /** The parent, a W3C trace context. Default: the current span while it is open, or else a new trace. */
  parent?: string | undefined;
  /** Further trace contexts that caused this work. */
  links?: readonly (string | undefined)[];
}

export interface OpenSpan {
  /** The W3C trace context of the span, for the header `traceparent`. */
  readonly traceparent: string;
  /** Whether the span is sampled. */
  readonly isRecording: boolean;
  set(attributes: Attributes): void;
  fail(): void;
  link(traceparents: readonly string[]): void;
  /** Runs `work` with this span as the current one. */
  run<T>(work: () => T): T;
  end(): void;
}

/** Creates spans. Its implementation loads the OpenTelemetry SDK (`sdk.ts`). */
export interface Tracing {
  open(name: string, options: SpanOptions): OpenSpan;
  /** The current span if it is sampled and open. */
  current(): OpenSpan | undefined;
}

let tracing: Tracing | undefined;

export const isTracing = () => tracing !== undefined;

/** Process-wide, like the context of a call. Undefined turns tracing off. */
export function setTracing(implementation: Tracing | undefined): void {
  tracing = implementation;
}

/** Returns undefined without tracing. The caller must end the span. */
export function openSpan(name: string, options: SpanOptions = {}): OpenSpan | undefined {
  return tracing?.open(name, options);
}

/** Runs `work` in a span. If it rejects, the span has failed. Without tracing, only runs `work`. */
export async function inSpan<T>(
  name: string,
  options: SpanOptions,
  work: (span: OpenSpan | undefined) => Promise<T>,
): Promise<T> {
  if (!tracing) return work(undefined);
  const span = tracing.open(name, options);
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail();
    throw error;
  } finally {
    span.end();
  }
}

/** Like `inSpan`, but only inside a sampled span, because frequent steps alone would be traces without a cause. */
export function inChildSpan<T>(name: () => string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracing?.current() ? inSpan(name(), options, work) : work();
}

/** The trace context of the current span, if it is sampled and open. */
export function currentTraceparent(): string | undefined {
  return tracing?.current()?.traceparent;
}
