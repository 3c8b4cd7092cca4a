/** Types of the calls, inferred from the contracts: no call is described here a second time. */
import type * as contracts from '@parley/contracts/routes';
import type { Access, Answer, Body, Params, Query, Route } from '@parley/contracts/route';

/** Callers that the client can be. Of the other routes, a link, a page or a directory is the caller. */
export type ClientAccess = Extract<Access, 'staff' | 'self' | 'visitor' | 'website' | 'anyone'>;

/** Pages that anyone may open are for browsers. */
type IsCall = { access: Exclude<ClientAccess, 'anyone'> } | { access: 'anyone'; raw?: never };

export type Routes = {
  [N in keyof typeof contracts as (typeof contracts)[N] extends Route & IsCall
    ? N
    : never]: (typeof contracts)[N] extends Route ? (typeof contracts)[N] : never;
};
export type RouteName = keyof Routes;

/** A part of a call is required exactly where the route declares it so. */
type Part<K extends string, V> = [V] extends [undefined]
  ? { [P in K]?: never }
  : undefined extends V
    ? { [P in K]?: Exclude<V, undefined> }
    : Partial<V> extends V
      ? { [P in K]?: V }
      : { [P in K]: V };

type BodyPart<R extends Route> = R extends { streams: string } ? { body: BodyInit } : Part<'body', Body<R>>;

/** Params, query and body of a call. */
export type Input<R extends Route> = Part<'params', Params<R>> & Part<'query', Query<R>> & BodyPart<R>;

export interface CallOptions {
  /** Ends the call, its retries included. */
  signal?: AbortSignal;
  /** Sent with a write, so that it is done once however often it is made; a new UUID unless given. */
  idempotencyKey?: string;
}

/** List that the server answers in pages: `await` gives the first page, `for await` the items of all. */
export type Paged<A> = Promise<A> & AsyncIterable<A extends readonly (infer Item)[] ? Item : never>;

/** Parsed body of the answer, `null` without one; the response itself where that is a stream, a file or a page. */
export type Returned<R extends Route> = R extends { raw: true }
  ? Promise<Response>
  : R extends { query: { properties: { cursor: unknown } } }
    ? Paged<Answer<R>>
    : Promise<Answer<R>>;

type Arguments<R extends Route> =
  Partial<Input<R>> extends Input<R>
    ? [input?: Input<R>, options?: CallOptions]
    : [input: Input<R>, options?: CallOptions];

/** Methods, one for each route, by the name it has in the API reference (`operationId`). */
export type Calls = { readonly [N in RouteName]: (...args: Arguments<Routes[N]>) => Returned<Routes[N]> };
