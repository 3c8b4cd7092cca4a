import { createServer } from 'node:http';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createServer as createApp } from '../src/fastify.ts';
import { createLogger } from '../src/logger.ts';
import { extract, inject, startTracing, type Tracing, withSpan } from '../src/tracing.ts';

interface ExportedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}

test('nothing is traced without an endpoint, and everything runs as it would', async () => {
  expect(inject()).toEqual({});
  expect(await withSpan('x', {}, () => 5)).toBe(5);
  expect(extract({ traceparent: 'x' }, () => 6)).toBe(6);
  expect(extract(undefined, () => 7)).toBe(7);
  await expect(withSpan('x', {}, () => Promise.reject(new Error('thrown on')))).rejects.toThrow('thrown on');
});

describe('tracing with an endpoint', () => {
  const spans: ExportedSpan[] = [];
  const collector = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const { resourceSpans } = JSON.parse(text);
      for (const resource of resourceSpans) for (const scope of resource.scopeSpans) spans.push(...scope.spans);
      response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  let tracing: Tracing;
  let endpoint = '';

  beforeAll(async () => {
    await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve));
    const address = collector.address();
    endpoint = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}/`;
    tracing = await startTracing('api', endpoint);
  });
  afterAll(() => collector.close());

  const named = (name: string): ExportedSpan => {
    const found = spans.find((span) => span.name === name);
    if (!found) throw new Error(`${name} is not among ${spans.map((span) => span.name).join()}`);
    return found;
  };

  test('one trace leads from the caller over the request and a job to the external call', async () => {
    const logger = createLogger({ service: 'api', level: 'silent' });
    const app = await createApp({ config: { TRUST_PROXY: [], OTEL_EXPORTER_OTLP_ENDPOINT: endpoint }, logger });
    let payload: { trace: Record<string, string> } | undefined;
    app.post('/api/messages', async () => {
      await withSpan('message.post', { 'parley.seq': 1 }, () => {
        payload = { trace: inject() };
      });
      return {};
    });
    app.get('/api/broken', async () => {
      throw new Error('x');
    });
    // A real connection and body: reading one leaves the request's own context.
    await app.listen({ port: 0, host: '127.0.0.1' });
    const address = app.server.address();
    const url = `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}`;
    const caller = '0af7651916cd43dd8448eb211c80319c';
    await fetch(`${url}/api/messages`, {
      method: 'POST',
      headers: { traceparent: `00-${caller}-b7ad6b7169203331-01`, 'content-type': 'application/json' },
      body: JSON.stringify({ content: 'x'.repeat(100_000) }),
    });
    await fetch(`${url}/api/broken`);
    await extract(payload?.trace, () =>
      withSpan('job ai', {}, () =>
        withSpan('external call', {}, () => Promise.reject(new TypeError('told nobody'))).catch(() => undefined),
      ),
    );
    await app.close();
    await tracing.stop();

    const request = named('POST /api/messages');
    expect(request.traceId).toBe(caller);
    expect(request.parentSpanId).toBe('b7ad6b7169203331');
    expect(named('message.post').parentSpanId).toBe(request.spanId);
    expect(named('job ai').parentSpanId).toBe(named('message.post').spanId);
    expect(named('external call').parentSpanId).toBe(named('job ai').spanId);
    expect(new Set(['message.post', 'job ai', 'external call'].map((name) => named(name).traceId))).toEqual(
      new Set([caller]),
    );
    expect(named('external call').status).toEqual({ code: 2, message: 'TypeError' });
    expect(named('GET /api/broken').status.code).toBe(2);
    expect(named('GET /api/broken').traceId).not.toBe(caller);
    expect(request.attributes.find(({ key }) => key === 'http.response.status_code')?.value.intValue).toBe(200);
    expect(JSON.stringify(spans)).not.toContain('told nobody');
  });

  test('stopping leaves nothing behind, so that tracing can be started again', () => {
    expect(inject()).toEqual({});
  });
});

test('a collector that is away keeps nothing from working, nor the process from ending', async () => {
  const tracing = await startTracing('worker', 'http://127.0.0.1:1');
  expect(await withSpan('x', {}, () => 1)).toBe(1);
  await tracing.stop();
});
