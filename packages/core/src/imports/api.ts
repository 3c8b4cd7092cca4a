/** Calls the API of another product: guarded, patient with its limits, and never with a secret in an error. */
import { setTimeout as sleep } from 'node:timers/promises';
import { localize } from '@parley/contracts/i18n/server-texts';
import { OutboundError } from '@parley/service/outbound-errors';
import { asCallFailed, CallFailed, expectSuccess, readRetryAfter } from '../external/answer.ts';
import type { ExternalServices } from '../external/services.ts';
import type { ApiAccess } from './source.ts';

/** Largest answer that is read. */
const maxBytes = 32 * 1024 * 1024;
const timeoutMs = 60_000;
/** Calls that fail in a row before an import gives up: with the waits between them, a quarter of an hour. */
const attemptsMax = 15;
const longestBackOffMs = 60_000;
/** Products ask for a minute or an hour; more than a day is a fault of theirs. */
const longestWaitMs = 24 * 3_600_000;

export interface ImportApi {
  /** Calls a path below the address, or an address of the same origin, and returns its JSON. @throws CallFailed */
  get(path: string, query?: Readonly<Record<string, string | number>>): Promise<unknown>;
  post(path: string, body: unknown): Promise<unknown>;
}

export interface Patience {
  signal: AbortSignal;
  /** Multiplies the waits after failures. */
  scale: number;
  /** Stores until when nothing is called; null when calls go on. */
  waiting(until: Date | null): Promise<void>;
}

/** Opens an API. Without patience the first failure is thrown, for a caller at a screen. */
export function openApi(
  { outbound }: Pick<ExternalServices, 'outbound'>,
  { url, headers, secrets }: ApiAccess,
  patience: Patience | null,
): ImportApi {
  const { host, origin } = new URL(url);

  async function once(method: 'GET' | 'POST', address: string, body: unknown): Promise<unknown> {
    const answer = await outbound.request(address, {
      method,
      headers: {
        accept: 'application/json',
        ...headers,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      timeoutMs,
      maxBytes,
    });
    if (answer.status === 429 || answer.status === 503) {
      throw new CallFailed(localize('answered', { host, status: answer.status }), {
        responseStatus: answer.status,
        transient: true,
        retryAfterMs: retryAfterMs(answer.headers),
      });
    }
    expectSuccess(host, answer, secrets);
    try {
      return JSON.parse(answer.text) as unknown;
    } catch (cause) {
      // A proxy's page, or an answer that was cut off.
      throw new CallFailed(localize('import_no_json', { host }), { transient: true, cause });
    }
  }

  async function call(method: 'GET' | 'POST', path: string, body?: unknown): Promise<unknown> {
    const address = path.startsWith('http') ? path : `${url}${path}`;
    // The next page that an answer names must not lead the key elsewhere.
    if (new URL(address).origin !== origin)
      throw new CallFailed(localize('import_led_elsewhere', { host }), { transient: false });
    for (let failures = 0; ; ) {
      try {
        const answer = await once(method, address, body);
        await patience?.waiting(null);
        return answer;
      } catch (error) {
        const failed = error instanceof OutboundError || error instanceof CallFailed ? asCallFailed(error) : undefined;
        if (!failed?.transient || !patience) throw failed ?? error;
        const isLimit = failed.responseStatus === 429;
        failures += isLimit && failed.retryAfterMs > 0 ? 0 : 1;
        if (failures >= attemptsMax) throw failed;
        const backOffMs = Math.min(longestBackOffMs, 1_000 * 2 ** failures) * patience.scale;
        const waitMs = failed.retryAfterMs || backOffMs;
        await patience.waiting(new Date(Date.now() + waitMs));
        await sleep(waitMs, undefined, { signal: patience.signal });
      }
    }
  }

  return {
    get: (path, query = {}) => {
      const words = Object.entries(query).map(([key, value]): [string, string] => [key, String(value)]);
      const search =
        words.length === 0 ? '' : `${path.includes('?') ? '&' : '?'}${new URLSearchParams(words).toString()}`;
      return call('GET', `${path}${search}`);
    },
    post: (path, body) => call('POST', path, body),
  };
}

/** Reads `Retry-After`, or the moment of `X-RateLimit-Reset`. */
function retryAfterMs(headers: Readonly<Record<string, string>>): number {
  const asked = readRetryAfter(headers['retry-after'], longestWaitMs);
  if (asked > 0) return asked;
  const reset = Number(headers['x-ratelimit-reset'] ?? Number.NaN);
  return Number.isFinite(reset) && reset > 1e9
    ? Math.min(longestWaitMs, Math.max(1_000, reset * 1000 - Date.now()))
    : 0;
}
