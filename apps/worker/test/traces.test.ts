import { inject, startTracing, withSpan } from '@parley/service/tracing';
import { type Endpoint, startEndpoint } from '@parley/testing/http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Installation, startInstallation, until } from './installation.ts';

let collector: Endpoint;
let slack: Endpoint;
let installation: Installation;

beforeAll(async () => {
  [collector, slack] = await Promise.all([startEndpoint(), startEndpoint()]);
  installation = await startInstallation();
});
afterAll(async () => {
  await installation?.close();
  await Promise.all([collector?.close(), slack?.close()]);
});

interface Span {
  name: string;
  traceId: string;
}

test('a trace goes from the request that caused it over the jobs to the call outside', async () => {
  const tracing = await startTracing('test', collector.url);
  await installation.set('slackConfig', { enabled: true, webhookUrl: slack.url, channel: '' });
  let traceparent = '';
  await withSpan('request', {}, async () => {
    traceparent = inject().traceparent ?? '';
    await installation.opens('Hello');
  });
  await until(() => slack.requests.length > 0, 'the post');
  const spans = await until(() => {
    const found = collector.requests.flatMap((request) => {
      const { resourceSpans } = JSON.parse(request.body) as { resourceSpans: { scopeSpans: { spans: Span[] }[] }[] };
      return resourceSpans.flatMap((resource) => resource.scopeSpans.flatMap((scope) => scope.spans));
    });
    return found.some((span) => span.name === 'call slack') ? found : null;
  }, 'the spans');
  await tracing.stop();
  const [, traceId] = traceparent.split('-');
  const ours = spans.filter((span) => span.traceId === traceId).map((span) => span.name);
  expect(ours).toEqual(expect.arrayContaining(['request', 'job events', 'job slack', 'call slack']));
});
