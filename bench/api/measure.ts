/** A single burst of calls against one server. */
import { randomUUID } from 'node:crypto';
import autocannon from 'autocannon';

/** Measured calls, named as in the table. */
export const cases = ['list', 'open', 'search', 'post'] as const;
export type Case = (typeof cases)[number];

export interface Target {
  url: string;
  /** Returns the processor time used by the server so far. */
  processorSeconds: () => number;
  /** Session cookies, taken in turn; one for a server that knows none. */
  cookies: string[];
  /** Conversations to open and write to, in turn. */
  conversations: string[];
}

export interface Measurement {
  calls: number;
  perSecond: number;
  p50: number;
  p99: number;
  /** Processor time of the server, without Postgres and Redis. */
  microsecondsPerCall: number;
  failed: number;
}

const connections = 16;
const words = ['refund', 'delivery', 'invoice', 'password', 'damaged'];

/** Calls of one kind for `seconds`, over 16 connections. */
export async function measure(kind: Case, target: Target, seconds: number): Promise<Measurement> {
  const { url, cookies, conversations, processorSeconds } = target;
  const turns = Math.max(cookies.length, 64);
  const requests: autocannon.Request[] = Array.from({ length: turns }, (_, turn) => {
    const headers = { cookie: cookies[turn % cookies.length] ?? '' };
    const id = conversations[turn % conversations.length] ?? '';
    switch (kind) {
      case 'list':
        return { method: 'GET', path: '/api/conversations?limit=50', headers };
      case 'open':
        return { method: 'GET', path: `/api/conversations/${id}`, headers };
      case 'search':
        return { method: 'GET', path: `/api/conversations?limit=50&q=${words[turn % words.length]}`, headers };
      case 'post':
        return {
          method: 'POST',
          path: '/api/messages',
          headers: { ...headers, 'content-type': 'application/json' },
          // A new id for every call, or it would be a repetition.
          setupRequest: (request) => ({
            ...request,
            body: JSON.stringify({
              conversationId: id,
              content: 'We will look into it.',
              clientMessageId: randomUUID(),
            }),
          }),
        };
    }
  });
  const before = processorSeconds();
  let connected = 0;
  const result = await autocannon({
    url,
    connections,
    duration: seconds,
    requests,
    // Each begins elsewhere: together they would write into one conversation at a time, and wait for each other.
    setupClient(client) {
      const first = (connected++ * turns) / connections;
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  });
  return {
    calls: result.requests.total,
    perSecond: result.requests.average,
    p50: result.latency.p50,
    p99: result.latency.p99,
    microsecondsPerCall: ((processorSeconds() - before) * 1e6) / result.requests.total,
    failed: result.non2xx + result.errors + result.timeouts,
  };
}

export const median = (values: readonly number[]): number => {
  const sorted = values.toSorted((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
};
