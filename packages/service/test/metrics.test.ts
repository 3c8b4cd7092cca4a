import { fastify } from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics, httpMetrics, poolMetrics, serveMetrics } from '../src/metrics.ts';

test('every metric starts with parley_ and names its service', async () => {
  const metrics = createMetrics('api');
  metrics.counter('frames_total', 'Frames', ['type']).inc({ type: 'ping' }, 3);
  metrics.histogram('send_to_deliver_seconds', 'x').observe(0.004);
  metrics.gauge('queue_depth', 'x', ['queue'], (gauge) => gauge.set({ queue: 'ai' }, 7));
  const text = await metrics.registry.metrics();
  for (const line of text.split('\n').filter((one) => one && !one.startsWith('#'))) {
    expect(line).toMatch(/^parley_\w+\{.*service="api".*\} /);
  }
  expect(text).toContain('parley_frames_total{type="ping",service="api"} 3');
  expect(text).toContain('parley_send_to_deliver_seconds_bucket{le="0.005",service="api"} 1');
  expect(text).toContain('parley_queue_depth{queue="ai",service="api"} 7');
  expect(text).toContain('parley_nodejs_eventloop_lag_seconds');
  expect(text).toContain('parley_process_resident_memory_bytes');
});

test('requests are timed by route, never by the path with its ids', async () => {
  const metrics = createMetrics('api');
  const app = fastify();
  await app.register(httpMetrics, { metrics });
  app.get('/api/conversations/:id', async () => ({}));
  app.post('/api/broken', async () => {
    throw new Error('x');
  });
  await app.inject('/api/conversations/1');
  await app.inject('/api/conversations/2');
  await app.inject({ method: 'POST', url: '/api/broken' });
  await app.inject('/wp-admin.php');
  const text = await metrics.registry.metrics();
  const count = (labels: string): string => `parley_http_request_duration_seconds_count{service="api",${labels}}`;
  expect(text).toContain(`${count('method="GET",route="/api/conversations/:id",status="200"')} 2`);
  expect(text).toContain(`${count('method="POST",route="/api/broken",status="500"')} 1`);
  expect(text).toContain(`${count('method="GET",route="unknown",status="404"')} 1`);
  expect(text).not.toContain('wp-admin');
});

test('a database pool shows its busy, idle and waiting connections as they are when asked', async () => {
  const metrics = createMetrics('api');
  let pool = { total: 0, idle: 0, waiting: 0 };
  poolMetrics(metrics, () => pool);
  pool = { total: 10, idle: 4, waiting: 2 };
  const text = await metrics.registry.metrics();
  expect(text).toContain('parley_database_pool_connections{state="busy",service="api"} 6');
  expect(text).toContain('parley_database_pool_connections{state="waiting",service="api"} 2');
});

test('a counter with its own total is exposed with that total at every scrape', async () => {
  const metrics = createMetrics('realtime');
  let frames = 3;
  metrics.counter('frames_total', 'Frames', ['kind'], (total) => total({ kind: 'in' }, frames));
  expect(await metrics.registry.metrics()).toContain('parley_frames_total{kind="in",service="realtime"} 3');
  frames = 5;
  const text = await metrics.registry.metrics();
  expect(text).toContain('# TYPE parley_frames_total counter');
  expect(text).toContain('parley_frames_total{kind="in",service="realtime"} 5');
});

test('metrics are served on a port of their own, and nothing else is', async () => {
  const metrics = createMetrics('worker');
  const server = await serveMetrics(metrics, '127.0.0.1', 0);
  const url = `http://127.0.0.1:${server.port}`;
  const answer = await fetch(`${url}/metrics`);
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(await answer.text()).toContain('parley_process_cpu_seconds_total');
  expect((await fetch(`${url}/`)).status).toBe(404);
  expect((await fetch(`${url}/metrics`, { method: 'POST' })).status).toBe(404);
  await expect(serveMetrics(metrics, '127.0.0.1', server.port)).rejects.toThrow('EADDRINUSE');
  await server.close();
  await expect(fetch(`${url}/metrics`)).rejects.toThrow('fetch failed');
});

test('a counting histogram reads as any histogram does', async () => {
  const values = [0.0005, 0.001, 0.004, 0.004, 0.3, 45];
  const usual = createMetrics('realtime');
  const histogram = usual.histogram('delivery_seconds', 'From sending to delivery');
  const metrics = createMetrics('realtime');
  const counting = metrics.countingHistogram('delivery_seconds', 'From sending to delivery');
  for (const value of values) {
    histogram.observe(value);
    counting.count(value);
  }
  const name = 'parley_delivery_seconds';
  const expected = await usual.registry.getSingleMetricAsString(name);
  expect(expected).toContain('parley_delivery_seconds_count{service="realtime"} 6');
  expect(await metrics.registry.getSingleMetricAsString(name)).toBe(expected);
});
