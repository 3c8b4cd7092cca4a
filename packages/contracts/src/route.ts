/** How a route is declared: once, here, for both ends. */
import type * as Type from 'typebox';
import type { RoutePermission } from './permissions/permissions.ts';
import type { ProblemCode } from './problems.ts';

/**
 * Callers that a route accepts. `staff` asks for the route's `permission`; `self` compares the signed-in user with the
 * `id` in the path, and if there is a `permission`, also accepts other users who have it.
 * `visitor` asks for a visitor token and an allowed Origin; `website` for an allowed Origin only. `link` reads neither
 * cookie nor token: the signed address alone identifies the caller and its expiry. `scim` asks for a token of a
 * directory, and uses its protocol: bodies, responses and refusals are `application/scim+json`.
 */
export type Access = 'anyone' | 'link' | 'scim' | 'website' | 'visitor' | 'staff' | 'self';

type CallPart = 'params' | 'query' | 'body';
/** Place of a property in a call. */
export type CallPlace = `${CallPart}.${string}`;

/** Returns the part of a call that a place is in, and the property's name there. */
export function splitPlace(place: CallPlace): [part: CallPart, name: string] {
  const [part, ...name] = place.split('.');
  return [part === 'params' || part === 'query' ? part : 'body', name.join('.')];
}

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  method: Method;
  /** With `:name` for parameters. */
  path: `/api/${string}`;
  access: Access;
  /** Every route of the staff has one (a test looks); a `self` route without one is for oneself alone. */
  permission?: RoutePermission | undefined;
  /** Locations of conversation ids; the call returns `not_found` for conversations outside the caller's scope. */
  conversations?: readonly CallPlace[];
  /** Location of a contact id; the call returns `not_found` if none of their conversations is in the caller's scope. */
  contact?: 'params.id';
  /** With `anyone` and `link`: allowed only from the team's networks, like all staff routes. */
  teamNetwork?: true;
  /** False if only signed-in users may call, and no API key. Permissions in `forUsersOnly` exclude keys already. */
  byKey?: false;
  /**
   * Asks for password, passkey or code again, unless the session began or proved one of them within `stepUpMinutes`.
   * Without it `asksForProof` derives that from the permission; false where it would and what is done takes access away
   * or only tries something out.
   */
  stepUp?: boolean;
  /** Open to users who must set up a second factor first; all other routes are closed to them. */
  beforeSecondFactor?: boolean;
  /** Shown in the API documentation; one line. */
  summary: string;
  /** Group of routes in the API documentation. */
  tag: { name: string; description: string };
  /** Sentences for the API documentation beyond those that it derives from the declaration. */
  description?: string;
  /** Ways to refuse beyond those that the declaration implies, such as `not_found` for a path with parameters. */
  refusals?: readonly ProblemCode[];
  /** Credentials that the route reads, where they aren't those of its `access`; `none` for a call without any. */
  accepts?: readonly ('none' | 'session' | 'apiKey' | 'visitorToken')[];
  params?: Type.TObject;
  query?: Type.TObject;
  body?: Type.TSchema;
  /** Success answers by status. Refusals are problem details everywhere and are not repeated. */
  responses: Readonly<Record<number, Type.TSchema>>;
  /** The largest body in bytes, when it is not the usual 256 KiB. */
  bodyLimit?: number;
  /** Answers something else than JSON, or streams it. */
  raw?: boolean;
  /** The type of a body that another protocol wants otherwise than as JSON. */
  bodyType?: 'application/x-www-form-urlencoded';
  /** The type of a body that is streamed instead of read. */
  streams?: string;
}

/** Declares a route, keeping its exact types. */
export const route = <const R extends Route>(declaration: R): R => declaration;

/** Whether an export of `routes.ts` is a route, and not a schema or constant beside one. */
export const isRoute = (value: unknown): value is Route =>
  typeof value === 'object' && value !== null && 'path' in value && 'access' in value;

type StaticOf<S> = S extends Type.TSchema ? Type.Static<S> : undefined;
export type Params<R extends Route> = StaticOf<R['params']>;
export type Query<R extends Route> = StaticOf<R['query']>;
/** The query as a handler gets it: with the values of what a call has left out and the contract has a default for. */
export type CheckedQuery<R extends Route> =
  R['query'] extends Type.TObject<infer P>
    ? Query<R> & Required<Pick<Query<R>, DefaultedKeys<P> & keyof Query<R>>>
    : undefined;
type DefaultedKeys<P> = { [K in keyof P]: P[K] extends { default: string | number | boolean } ? K : never }[keyof P];
export type Body<R extends Route> = StaticOf<R['body']>;
/** The union of the success answers; `null` for one without a body. */
export type Answer<R extends Route> = Type.Static<R['responses'][keyof R['responses']] & Type.TSchema>;
