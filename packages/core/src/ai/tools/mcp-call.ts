/**
 * Calls tools of MCP servers over streamable HTTP. Each request opens a session of its own, and all traffic uses the
 * guarded client.
 */
import { createHash } from 'node:crypto';
import type { Client } from '@modelcontextprotocol/client';
import {
  type KnownOffer,
  type OfferedTool,
  type offerState,
  toolAnswerMaxBytes,
  type ToolServerDefinition,
} from '@parley/contracts/assistant/tools';
import type { ExternalContext } from '../../external/services.ts';
import { withoutSecrets } from './http-call.ts';
import { asToolFailed, type ToolAnswer, ToolFailed } from './outcome.ts';
import { resultText } from './result-text.ts';

type Outbound = ExternalContext['external']['outbound'];

interface Limits {
  maxBytes: number;
  timeoutMs: number;
}

const mostTools = 200;
/** Maximum size of the server's list of tools, in bytes. */
const listMaxBytes = toolAnswerMaxBytes;
const longestDescription = 1_000;
const longestName = 200;

/** A `fetch` that knows our guard alone: no private address, no redirect, no endless answer. */
function guardedFetch(outbound: Outbound, { maxBytes, until }: Deadline, more: Record<string, string>) {
  let sent = false;
  /** Original failure, which the protocol's library wraps in an error of its own. */
  const seen: { failure?: unknown; readonly wasSent: boolean } = {
    get wasSent() {
      return sent;
    },
  };
  const fetch = async (input: string | URL, init: RequestInit = {}): Promise<Response> => {
    const { method = 'GET' } = init;
    // Messages that a server sends by itself are not read.
    if (method === 'GET') return new Response(null, { status: 405 });
    const headers = { ...Object.fromEntries(new Headers(init.headers)), ...more };
    const body = typeof init.body === 'string' ? init.body : undefined;
    const isCall = body?.includes('"tools/call"') === true;
    if (isCall) {
      // Whatever the protocol's own code would try again: a call leaves once.
      if (sent) throw new ToolFailed('tool_error', 'The call was refused.', { mayBeDone: true });
      sent = true;
    }
    try {
      const answer = await outbound.request(String(input), {
        method: method === 'DELETE' ? 'DELETE' : 'POST',
        headers,
        ...(body !== undefined && { body }),
        maxBytes: isCall ? maxBytes : listMaxBytes,
        timeoutMs: msUntil(until),
        maxRedirects: 0,
        ...(init.signal && { signal: init.signal }),
      });
      const isEmpty = [204, 205, 304].includes(answer.status);
      return new Response(isEmpty ? null : new Uint8Array(answer.bytes), {
        status: answer.status,
        headers: Object.entries(answer.headers).filter(([name]) => ['content-type', 'mcp-session-id'].includes(name)),
      });
    } catch (error) {
      seen.failure ??= error;
      throw error;
    }
  };
  return { fetch, seen };
}

/** All that is asked in one session has to be answered until then. */
type Deadline = Pick<Limits, 'maxBytes'> & { until: number };
const msUntil = (until: number): number => Math.max(1, until - Date.now());
/** The protocol's own code waits longer than the client below it, which knows why nothing came. */
const longerMs = 500;

type Session<T> = (client: Client, msLeft: () => number) => Promise<T>;

/** @throws ToolFailed */
async function withServer<T>(
  { external }: Pick<ExternalContext, 'external'>,
  { url, headers }: Pick<ToolServerDefinition, 'url' | 'headers'>,
  limits: Limits,
  more: Record<string, string>,
  use: Session<T>,
): Promise<T> {
  // Needed by few, and not small.
  const mcp = await import('@modelcontextprotocol/client');
  const own = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
  const until = Date.now() + limits.timeoutMs;
  const { fetch, seen } = guardedFetch(external.outbound, { maxBytes: limits.maxBytes, until }, { ...own, ...more });
  const client = new mcp.Client({ name: 'parley', version: '1' });
  const transport = new mcp.StreamableHTTPClientTransport(new URL(url), {
    fetch,
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  });
  try {
    await client.connect(transport, { timeout: msUntil(until) + longerMs });
    return await use(client, () => msUntil(until) + longerMs);
  } catch (error) {
    if (error instanceof ToolFailed) throw error;
    const failure = seen.failure === undefined ? undefined : asToolFailed(seen.failure);
    const words = error instanceof Error ? withoutSecrets(error.message, headers).slice(0, 200) : 'The call failed.';
    const { problem = 'tool_error', message = words } = failure ?? {};
    throw new ToolFailed(problem, message, { mayBeDone: seen.wasSent && (failure?.mayBeDone ?? true) });
  } finally {
    await transport.terminateSession().catch(() => undefined);
    await client.close().catch(() => undefined);
  }
}

/** The tools that a server offers. @throws ToolFailed */
export function offeredTools(
  context: Pick<ExternalContext, 'external'>,
  server: Pick<ToolServerDefinition, 'url' | 'headers'>,
  limits: Limits,
): Promise<OfferedTool[]> {
  return withServer(context, server, limits, {}, listed);
}

async function listed(client: Client, msLeft: () => number): Promise<OfferedTool[]> {
  const { tools } = await client.listTools(undefined, { timeout: msLeft() });
  return tools.slice(0, mostTools).map(({ name, description = '', inputSchema, annotations }) => {
    const isReadOnly = annotations?.readOnlyHint === true;
    return {
      name: name.slice(0, longestName),
      description: description.replaceAll(/\s+/g, ' ').trim().slice(0, longestDescription),
      parameters: { ...inputSchema },
      isReadOnly,
      offer: offerOf(inputSchema, isReadOnly),
    };
  });
}

/** Returns a digest of a schema and of whether the tool only reads, independent of the order of keys. */
const offerOf = (schema: unknown, isReadOnly: boolean): string =>
  createHash('sha256')
    .update(JSON.stringify([inOrder(schema), isReadOnly]))
    .digest('base64url')
    .slice(0, 22);

const inOrder = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map(inOrder)
    : typeof value === 'object' && value !== null
      ? Object.entries(value)
          .toSorted(([one], [other]) => (one < other ? -1 : 1))
          .map(([key, each]) => [key, inOrder(each)])
      : value;

interface McpToolCall {
  tool: string;
  arguments: Readonly<Record<string, unknown>>;
  /** Called with the server's offers before a call; returns whether the tool is unchanged. */
  expect: (offers: KnownOffer[]) => Promise<ReturnType<typeof offerState>>;
}

const refusals = {
  gone: () => new ToolFailed('offer_gone', 'The server offers this tool no more.'),
  changed: () => new ToolFailed('offer_changed', 'The server has changed this tool. An admin has to review it first.'),
};

/** Calls a tool once, if the server's offer is as expected. @throws ToolFailed */
export function callMcp(
  context: Pick<ExternalContext, 'external'>,
  server: Pick<ToolServerDefinition, 'url' | 'headers'>,
  { tool, arguments: args, expect }: McpToolCall,
  { idempotencyKey, ...limits }: Limits & { idempotencyKey: string },
): Promise<ToolAnswer> {
  const more = { 'idempotency-key': idempotencyKey };
  return withServer(context, server, limits, more, async (client, msLeft) => {
    const state = await expect((await listed(client, msLeft)).map(({ name, offer }) => ({ name, offer })));
    if (state !== 'same') throw refusals[state]();
    const answer = await client.callTool({ name: tool, arguments: { ...args } }, { timeout: msLeft() });
    const texts = answer.content.flatMap((part) => (part.type === 'text' ? [part.text] : []));
    const value: unknown = answer.structuredContent ?? texts.map(asValue);
    const text = withoutSecrets(resultText(value, []), server.headers);
    if (answer.isError)
      throw new ToolFailed('tool_error', text.slice(0, 300) || 'The tool failed.', { mayBeDone: true });
    if (texts.length === 0 && !answer.structuredContent && answer.content.length > 0)
      throw new ToolFailed('not_text', 'The answer is not text.', { mayBeDone: true });
    return { text, responseStatus: 200, value: answer.structuredContent ?? cardValue(texts) };
  });
}

/** Returns the parts of an answer for a card: the only one by itself. */
function cardValue(texts: readonly string[]): unknown {
  const values = texts.map((text) => {
    const value = asValue(text);
    return Array.isArray(value) && value.every((line) => typeof line === 'string') ? text : value;
  });
  return values.length === 1 ? values[0] : values;
}

/** JSON where it is some. */
function asValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text.split('\n');
  }
}
