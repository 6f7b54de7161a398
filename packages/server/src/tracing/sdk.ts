import {
  type Attributes,
  type Context,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  getNumberFromEnv,
  getStringFromEnv,
  setGlobalErrorHandler,
  W3CTraceContextPropagator,
} from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  resourceAttributesEnvDetector,
  resourceFromAttributes,
  serviceNameEnvDetector,
} from '@opentelemetry/resources';
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { OpenSpan, Tracing } from './tracing.ts';

const kinds = { server: SpanKind.SERVER, client: SpanKind.CLIENT, consumer: SpanKind.CONSUMER };

export function startSdk(onFailure: (error: unknown) => void): { tracing: Tracing; stop(): Promise<void> } {
  setGlobalErrorHandler(onFailure);
  const provider = new TracerProvider({
    sampler: samplerFromEnv(),
    resource: resourceFromEnv(),
    spanProcessors: [new BatchSpanProcessor({ exporter: new OTLPTraceExporter(), ...batchFromEnv() })],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  return { tracing: createTracing(provider.getTracer('ringbinder')), stop: () => provider.shutdown() };
}

function resourceFromEnv() {
  return defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'ringbinder' }))
    .merge(detectResources({ detectors: [resourceAttributesEnvDetector, serviceNameEnvDetector] }));
}

/** The tracer provider does not read `OTEL_TRACES_SAMPLER`. */
function samplerFromEnv(): Sampler {
  const name = getStringFromEnv('OTEL_TRACES_SAMPLER') ?? 'parentbased_always_on';
  const [, isParentBased, root] = /^(parentbased_)?(.*)$/.exec(name) ?? [];
  const sampler = rootSampler(root ?? '');
  return isParentBased ? new ParentBasedSampler({ root: sampler }) : sampler;
}

function rootSampler(name: string): Sampler {
  if (name === 'always_off') return new AlwaysOffSampler();
  if (name === 'traceidratio')
    return new TraceIdRatioBasedSampler(getNumberFromEnv('OTEL_TRACES_SAMPLER_ARG') ?? 1);
  return new AlwaysOnSampler();
}

/** The batch processor does not read `OTEL_BSP_*`. */
function batchFromEnv() {
  const given = {
    scheduledDelayMillis: getNumberFromEnv('OTEL_BSP_SCHEDULE_DELAY'),
    exportTimeoutMillis: getNumberFromEnv('OTEL_BSP_EXPORT_TIMEOUT'),
    maxQueueSize: getNumberFromEnv('OTEL_BSP_MAX_QUEUE_SIZE'),
    maxExportBatchSize: getNumberFromEnv('OTEL_BSP_MAX_EXPORT_BATCH_SIZE'),
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}

function createTracing(tracer: Tracer): Tracing {
  return {
    open(name, { kind, attributes, parent, links = [] }) {
      const around = contextOf(parent) ?? currentContext();
      const span = tracer.startSpan(
        name,
        {
          ...(kind ? { kind: kinds[kind] } : {}),
          ...(attributes ? { attributes } : {}),
          links: links.flatMap(linkTo),
        },
        around,
      );
      return openSpan(span, trace.setSpan(around, span));
    },
    current() {
      const span = trace.getActiveSpan();
      return span?.isRecording() ? openSpan(span, context.active()) : undefined;
    },
  };
}

/** Timers and subscriptions inherit the context of an ended span, and would extend its trace forever. */
const currentContext = () => (trace.getActiveSpan()?.isRecording() ? context.active() : ROOT_CONTEXT);

/** `tracestate` belongs to other systems. Returns undefined for a malformed value. */
function contextOf(traceparent: string | undefined): Context | undefined {
  if (traceparent === undefined) return undefined;
  const extracted = propagation.extract(ROOT_CONTEXT, { traceparent });
  return trace.getSpanContext(extracted) ? extracted : undefined;
}

function linkTo(traceparent: string | undefined) {
  const at = contextOf(traceparent);
  const spanContext = at && trace.getSpanContext(at);
  return spanContext ? [{ context: spanContext }] : [];
}

function openSpan(span: Span, within: Context): OpenSpan {
  return {
    get traceparent() {
      const carrier: { traceparent?: string } = {};
      propagation.inject(within, carrier);
      return carrier.traceparent ?? '';
    },
    get isRecording() {
      return span.isRecording();
    },
    set: (attributes: Attributes) => void span.setAttributes(attributes),
    link: (traceparents) => void span.addLinks(traceparents.flatMap(linkTo)),
    run: (work) => context.with(within, work),
    // Omits error messages, which may contain people's words.
    fail: () => void span.setStatus({ code: SpanStatusCode.ERROR }),
    end: () => span.end(),
  };
}
