/**
 * Traces over HTTP → job → external call, sent by OTLP when an endpoint is set. Without one the collector's packages
 * are never loaded and every call here is a no-op of the API package.
 */
import { setTimeout as pause } from 'node:timers/promises';
import {
  type Attributes,
  context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';

/** How long the last traces may take to be sent. */
const flushMs = 2_000;

const tracer = () => trace.getTracer('parley');

export interface Tracing {
  /** Sends what is left and stops. */
  stop(): Promise<void>;
}

/** Starts sending traces to `endpoint` (such as `http://localhost:4318`), once per process. */
export async function startTracing(service: string, endpoint: string): Promise<Tracing> {
  const [{ AsyncLocalStorageContextManager }, { W3CTraceContextPropagator }, exporter, resources, sdk] =
    await Promise.all([
      import('@opentelemetry/context-async-hooks'),
      import('@opentelemetry/core'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/resources'),
      import('@opentelemetry/sdk-trace'),
    ]);
  const provider = new sdk.TracerProvider({
    resource: resources.resourceFromAttributes({ 'service.name': `parley-${service}`, 'service.namespace': 'parley' }),
    sampler: new sdk.ParentBasedSampler({ root: new sdk.AlwaysOnSampler() }),
    spanProcessors: [
      new sdk.BatchSpanProcessor({
        exporter: new exporter.OTLPTraceExporter({ url: `${endpoint.replace(/\/+$/, '')}/v1/traces` }),
        scheduledDelayMillis: 1_000,
      }),
    ],
  });
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  propagation.setGlobalPropagator(new W3CTraceContextPropagator());
  trace.setGlobalTracerProvider(provider);
  return {
    async stop() {
      // A collector that is away must not hold up the end of the process.
      await Promise.race([provider.shutdown().catch(() => undefined), pause(flushMs, undefined, { ref: false })]);
      trace.disable();
      context.disable();
      propagation.disable();
    },
  };
}

/** The current trace as text headers (`traceparent`), to travel in a job's payload or an outgoing call. */
export type Carrier = Record<string, string>;

/** Returns the current trace for the process that continues the work; empty when nothing is traced. */
export function inject(): Carrier {
  const carrier: Carrier = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** Runs `work` as part of the trace that `carrier` came from. */
export function extract<T>(carrier: Carrier | undefined, work: () => T): T {
  if (!carrier) return work();
  return context.with(propagation.extract(ROOT_CONTEXT, carrier), work);
}

/**
 * Runs `work` as a span of the current trace; its failure is recorded and thrown on. Attributes hold ids and numbers,
 * never people's data.
 *
 * @example await withSpan('mail.send', { 'parley.conversation': id }, () => transport.sendMail(mail))
 */
export async function withSpan<T>(
  name: string,
  attributes: Attributes,
  work: (span: Span) => Promise<T> | T,
): Promise<T> {
  return tracer().startActiveSpan(name, { attributes }, async (span) => {
    try {
      return await work(span);
    } catch (error) {
      span.setStatus({ code: SpanStatusCode.ERROR, message: error instanceof Error ? error.name : 'error' });
      throw error;
    } finally {
      span.end();
    }
  });
}

/** Fastify plugin: one span per request, as part of the caller's trace, named after the route. */
export const httpTracing = fp(
  async (app: FastifyInstance) => {
    const spans = new WeakMap<object, Span>();
    app.addHook('onRequest', (request, _reply, done) => {
      const route = request.routeOptions.url ?? 'unknown';
      const parent = propagation.extract(ROOT_CONTEXT, request.headers);
      const attributes = { 'http.request.method': request.method, 'http.route': route, 'parley.request': request.id };
      const span = tracer().startSpan(`${request.method} ${route}`, { kind: SpanKind.SERVER, attributes }, parent);
      spans.set(request, span);
      done();
    });
    // Reading the body ends in the socket's context, so the request's is entered after it.
    app.addHook('preValidation', (request, _reply, done) => {
      const span = spans.get(request);
      if (span) context.with(trace.setSpan(context.active(), span), done);
      else done();
    });
    app.addHook('onResponse', (request, reply, done) => {
      const span = spans.get(request);
      span?.setAttribute('http.response.status_code', reply.statusCode);
      if (reply.statusCode >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
      span?.end();
      done();
    });
  },
  { name: 'parley-http-tracing' },
);
