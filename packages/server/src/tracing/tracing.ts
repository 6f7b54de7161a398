import type { Attributes } from '@opentelemetry/api';

export interface SpanOptions {
  kind?: 'server' | 'client' | 'consumer';
  /** Attributes must not identify people or grant access. */
  attributes?: Attributes;
  parent?: string | undefined;
  links?: readonly (string | undefined)[];
}

export interface OpenSpan {
  readonly traceparent: string;
  readonly isRecording: boolean;
  set(attributes: Attributes): void;
  fail(): void;
  link(traceparents: readonly string[]): void;
  run<T>(work: () => T): T;
  end(): void;
}

export interface Tracing {
  open(name: string, options: SpanOptions): OpenSpan;
  current(): OpenSpan | undefined;
}

let tracing: Tracing | undefined;

export const isTracing = () => tracing !== undefined;

export function setTracing(implementation: Tracing | undefined): void {
  tracing = implementation;
}

export function openSpan(name: string, options: SpanOptions = {}): OpenSpan | undefined {
  return tracing?.open(name, options);
}

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

export function inChildSpan<T>(name: () => string, options: SpanOptions, work: () => Promise<T>): Promise<T> {
  return tracing?.current() ? inSpan(name(), options, work) : work();
}

export function currentTraceparent(): string | undefined {
  return tracing?.current()?.traceparent;
}
