/** Table of the calls. The build stores its value in the bundle, which then has no schemas (`build.ts`). */
import * as contracts from '@parley/contracts/routes';
import { isRoute, type Route } from '@parley/contracts/route';
import type { ClientAccess } from './routes.ts';

/**
 * Method and path of a call, then `page` for a list with further pages, `raw` for one with an answer that is not read, or the
 * type of a body that is streamed.
 */
export type CallEntry = `${string} ${string}` | `${string} ${string} ${string}`;

const accesses: Record<ClientAccess, true> = { staff: true, self: true, visitor: true, website: true, anyone: true };

export const calls: Readonly<Record<string, CallEntry>> = Object.fromEntries(
  Object.entries<unknown>(contracts).flatMap(([name, value]) =>
    isRoute(value) && value.access in accesses && !(value.access === 'anyone' && value.raw)
      ? [[name, entryOf(value)]]
      : [],
  ),
);

function entryOf({ method, path, raw, streams, query }: Route): CallEntry {
  const kind = streams ?? (raw ? 'raw' : query && 'cursor' in query.properties ? 'page' : undefined);
  return kind === undefined ? `${method} ${path}` : `${method} ${path} ${kind}`;
}
