/** Calls typed by the routes in `@parley/contracts/routes`; a path is written nowhere else. */
import type { Answer, Body, Params, Query, Route } from '@parley/contracts/route';
import { addressOf, type LooseInput } from './address.ts';
import { callErrorFrom } from './call-error.ts';
import { takeEarlyRead } from './early-reads.ts';
import { keepCopy, storedCopy } from './offline-copy.ts';
import { provenIfAsked } from './step-up.ts';

type Given<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: never }
  : undefined extends V
    ? { [P in K]?: Exclude<V, undefined> }
    : Partial<V> extends V
      ? { [P in K]?: V }
      : { [P in K]: V };

/** Input of a route: its params, query and body, each required exactly when the route declares it so. */
export type Input<R extends Route> = Given<'params', Params<R>> & Given<'query', Query<R>> & Given<'body', Body<R>>;

/** Sends the call with the session cookie; a refusal is thrown as a CallError. */
export const send = (route: Route, input: LooseInput = {}, signal?: AbortSignal): Promise<Response> =>
  provenIfAsked(() => sendOnce(route, input, signal));

async function sendOnce(route: Route, input: LooseInput, signal: AbortSignal | undefined): Promise<Response> {
  const address = addressOf(route, input);
  const ask = () =>
    fetch(address, {
      method: route.method,
      credentials: 'include',
      signal: signal ?? null,
      ...(input.body === undefined
        ? {}
        : { headers: { 'content-type': 'application/json' }, body: JSON.stringify(input.body) }),
    });
  const early = route.method === 'GET' ? takeEarlyRead(address, ask) : undefined;
  const response = await (route.method === 'GET' ? answered(address, early ?? ask()) : ask());
  if (!response.ok) throw await callErrorFrom(response);
  return response;
}

/** Stores a copy of the answer; without a network, returns the copy of an earlier one. */
async function answered(address: string, asked: Promise<Response>): Promise<Response> {
  try {
    const response = await asked;
    if (response.ok) keepCopy(address, response);
    return response;
  } catch (error) {
    const copy = error instanceof TypeError ? await storedCopy(address) : undefined;
    if (copy) return copy;
    throw error;
  }
}

/** Milliseconds until a call fails; slow ones are called patiently. */
const answerWithinMs = 60_000;

const inTime = (signal: AbortSignal | undefined): AbortSignal => {
  const timeout = AbortSignal.timeout(answerWithinMs);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
};

/**
 * Calls a route and returns its body, `null` for one without; fails after a minute.
 *
 * @example const conversation = await call(routes.takeOver, { params: { id }, body: { representativeId } })
 */
export function call<R extends Route>(route: R, input: Input<R>, signal?: AbortSignal): Promise<Answer<R>> {
  return provenIfAsked(() => answerTo(route, input, inTime(signal)));
}

/** Like `call`, for what takes as long as it takes. */
export function callPatiently<R extends Route>(route: R, input: Input<R>, signal?: AbortSignal): Promise<Answer<R>> {
  return provenIfAsked(() => answerTo(route, input, signal));
}

async function answerTo<R extends Route>(
  route: R,
  input: Input<R>,
  signal: AbortSignal | undefined,
): Promise<Answer<R>> {
  const response = await sendOnce(route, input, signal);
  // Requests that are only queued have no body either.
  const text = await response.text();
  // The API serialises its answers from the same schemas that type them here.
  return (text === '' ? null : JSON.parse(text)) as Answer<R>;
}

/** A page of a list and the cursor of the next, read from the Link header; null on the last page. */
export async function callPage<R extends Route>(
  route: R,
  input: Input<R>,
  signal?: AbortSignal,
): Promise<{ items: Answer<R>; next: string | null }> {
  const response = await send(route, input, inTime(signal));
  const link = response.headers.get('link')?.match(/<([^>]*)>;\s*rel="?next"?/)?.[1];
  const next = link ? new URL(link, window.location.href).searchParams.get('cursor') : null;
  return { items: (await response.json()) as Answer<R>, next };
}
