/** Calls an HTTP tool. An argument from the model fills only one segment or one value of the address. */
import type { HttpCall } from '@parley/contracts/assistant/tools';
import type { ExternalContext } from '../../external/services.ts';
import { isTransientStatus, quote } from '../../external/answer.ts';
import { type ToolAnswer, ToolFailed } from './outcome.ts';
import { pick, resultText } from './result-text.ts';

const placeholder = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

/** The arguments that an address names. */
export const namedIn = (url: string): string[] => [...url.matchAll(placeholder)].map(([, name = '']) => name);

const plain = (value: unknown): string =>
  typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value);

export interface HttpRequest {
  url: string;
  body: string | undefined;
}

/** Fills the arguments into the call's URL and body. @throws ToolFailed if an argument would lead to another address */
export function httpRequest({ url, method, rest }: HttpCall, args: Readonly<Record<string, unknown>>): HttpRequest {
  const named = new Set(namedIn(url));
  const filled = url.replaceAll(placeholder, (_, name: string) => {
    const text = plain(args[name] ?? '');
    // A browser takes these for steps in a path, encoded or not.
    if (text === '' || text === '.' || text === '..')
      throw new ToolFailed('invalid_arguments', `“${name}” must not be empty or a step in a path.`);
    return encodeURIComponent(text);
  });
  const address = new URL(filled);
  const others = Object.entries(args).filter(([name, value]) => !named.has(name) && value !== undefined);
  if (rest === 'query' || method === 'GET') {
    for (const [name, value] of others) address.searchParams.append(name, plain(value));
    return { url: address.href, body: undefined };
  }
  return { url: address.href, body: JSON.stringify(Object.fromEntries(others)) };
}

/**
 * Returns the secret values, which no model may see even if a server repeats them. Leaves out those under
 * 6 characters.
 */
export const secretsAmong = (headers: HttpCall['headers']): string[] =>
  headers
    .flatMap(({ value }) => [value, ...value.split(' ')])
    .filter((value) => value.length >= 6)
    .toSorted((one, other) => other.length - one.length);

/** A text without any of the secrets. */
export const withoutSecrets = (text: string, headers: HttpCall['headers']): string =>
  secretsAmong(headers).reduce((seen, secret) => seen.replaceAll(secret, '…'), text);

export interface CallLimits {
  maxBytes: number;
  timeoutMs: number;
  idempotencyKey: string;
}

/** Calls, once. Headers are readable by now. @throws ToolFailed, OutboundError */
export async function callHttp(
  { external }: Pick<ExternalContext, 'external'>,
  call: HttpCall,
  args: Readonly<Record<string, unknown>>,
  { maxBytes, timeoutMs, idempotencyKey }: CallLimits,
): Promise<ToolAnswer> {
  const { url, body } = httpRequest(call, args);
  const answer = await external.outbound.request(url, {
    method: call.method,
    headers: {
      accept: 'application/json',
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...Object.fromEntries(call.headers.map(({ name, value }) => [name, value])),
      'idempotency-key': idempotencyKey,
    },
    ...(body !== undefined && { body }),
    maxBytes,
    timeoutMs,
    maxRedirects: 0,
  });
  const { status: responseStatus } = answer;
  if (responseStatus < 200 || responseStatus > 299) {
    const words = quote(answer.text, secretsAmong(call.headers));
    const mayBeDone = isTransientStatus(responseStatus) || responseStatus < 400;
    throw new ToolFailed('answered_error', `The server answered ${responseStatus}${words ? `: ${words}` : ''}`, {
      responseStatus,
      mayBeDone: mayBeDone && responseStatus !== 429,
    });
  }
  if (responseStatus === 204 || answer.bytes.length === 0) return { text: '', responseStatus, value: null };
  const json = readJson(answer.bytes, responseStatus);
  const value = call.fields.length === 0 ? json : Object.fromEntries(pick(json, call.fields));
  return { text: withoutSecrets(resultText(json, call.fields), call.headers), responseStatus, value };
}

/** @throws ToolFailed: the action is done, but its result is unreadable */
function readJson(bytes: Buffer, responseStatus: number): unknown {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new ToolFailed('not_text', 'The answer is not text.', { responseStatus, mayBeDone: true });
  }
  try {
    return JSON.parse(text);
  } catch {
    throw new ToolFailed('not_json', 'The answer is not JSON.', { responseStatus, mayBeDone: true });
  }
}
