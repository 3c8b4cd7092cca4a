/** Stand-ins for APIs that answer JSON: by path and query, to those who prove themselves. */
import { type Behaviour, type Endpoint, type ReceivedRequest, startEndpoint } from './http.ts';

export interface JsonCall {
  /** Parts of the path below the prefix. */
  parts: string[];
  query: URLSearchParams;
}

const json = (value: unknown, status = 200): Behaviour => ({
  status,
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
});

/** Starts an API below a prefix. `answer` returns what a call gets; undefined for a thing that isn't there. */
export function startJsonApi(
  prefix: string,
  isAuthorised: (headers: ReceivedRequest['headers']) => boolean,
  answer: (call: JsonCall) => unknown,
): Promise<Endpoint> {
  return startEndpoint(({ headers, path }) => {
    if (!isAuthorised(headers)) return json({ error: 'unauthorized' }, 401);
    const url = new URL(path, 'http://api.invalid');
    if (!url.pathname.startsWith(prefix)) return json({ error: 'not found' }, 404);
    const parts = url.pathname.slice(prefix.length).split('/').filter(Boolean).map(decodeURIComponent);
    const value = answer({ parts, query: url.searchParams });
    return value === undefined ? json({ error: 'not found' }, 404) : json(value);
  });
}

/** Returns a numbered page of a list, from 1. */
export const pageOfList = <T>(list: readonly T[], page: number, perPage: number): T[] =>
  list.slice((page - 1) * perPage, page * perPage);

/** Returns the page behind a cursor, which is the number of items before it, and the next cursor. */
export function cursorPage<T>(list: readonly T[], cursor: string | null, perPage: number) {
  const from = Number(cursor ?? 0);
  const items = list.slice(from, from + perPage);
  const next = from + perPage < list.length ? String(from + perPage) : null;
  return { items, next };
}
