import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { type Stack, startStack } from '@parley/e2e/stack';
import { afterAll, beforeAll, expect, test } from 'vitest';

interface Span {
  service: string;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
}
interface Exported {
  resourceSpans: {
    resource: { attributes: { key: string; value: { stringValue?: string } }[] };
    scopeSpans: { spans: Omit<Span, 'service'>[] }[];
  }[];
}

/** Receiver of traces, and a Slack of our own. */
let collector: Endpoint;
let slack: Endpoint;
let stack: Stack;

beforeAll(async () => {
  [collector, slack] = await Promise.all([startEndpoint({ status: 200, body: '{}' }), startEndpoint()]);
  stack = await startStack({ env: { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url } });
});

afterAll(async () => {
  await stack.stop();
  await Promise.all([collector.close(), slack.close()]);
});

const spans = (): Span[] =>
  collector.requests.flatMap(({ body }) =>
    (JSON.parse(body) as Exported).resourceSpans.flatMap(({ resource, scopeSpans }) => {
      const service = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? '';
      return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service })));
    }),
  );

test('one trace leads from a visitor’s request over the jobs it caused to the call of Slack, and holds no word of it', async () => {
  const admin = await stack.register({
    name: 'Ada',
    email: 'ada@example.com',
    username: 'ada',
    password: 'correct horse battery',
  });
  await stack.call('POST', '/api/websites', { as: admin, body: { domain: 'localhost', name: 'Shop' } });
  const slackConfig = { enabled: true, webhookUrl: slack.url, channel: '#support' };
  await stack.call('POST', '/api/settings', { as: admin, body: { slackConfig } });
  const asVisitor = async <T>(path: string, body: object, headers: Record<string, string> = {}): Promise<T> => {
    const response = await fetch(`${stack.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: 'http://localhost', ...headers },
      body: JSON.stringify(body),
    });
    expect(response.ok).toBe(true);
    return response.json() as Promise<T>;
  };
  const { token } = await asVisitor<{ token: string }>('/api/visitor/session', {
    page: { url: 'http://localhost/cart' },
  });
  const caller = '0af7651916cd43dd8448eb211c80319c';
  const content = 'Where is my lamp?';
  await asVisitor(
    '/api/visitor/messages',
    { content, clientMessageId: crypto.randomUUID() },
    { authorization: `Bearer ${token}`, traceparent: `00-${caller}-b7ad6b7169203331-01` },
  );

  const named = (name: RegExp): Span | undefined =>
    spans().find((span) => span.traceId === caller && name.test(span.name));
  await expect.poll(() => named(/^external call$/)?.service).toBe('parley-worker');
  expect(slack.requests.some(({ body }) => body.includes(content))).toBe(true);
  await expect.poll(() => named(/^POST \/api\/visitor\/messages$/)?.service).toBe('parley-api');

  /** From the external call up to the request, each the child of the next. */
  const way: string[] = [];
  for (let span = named(/^external call$/); span; ) {
    way.push(span.name);
    const { parentSpanId } = span;
    span = spans().find(({ spanId, traceId }) => traceId === caller && spanId === parentSpanId);
  }
  expect(way.slice(0, 2)).toEqual(['external call', 'call slack']);
  expect(way.at(-1)).toBe('POST /api/visitor/messages');
  expect(way.filter((name) => name.startsWith('job ')).at(-1)).toBe('job events');
  const sent = collector.requests.map(({ body }) => body).join();
  for (const personal of [content, 'ada@example.com', token, slack.url]) expect(sent).not.toContain(personal);
});
