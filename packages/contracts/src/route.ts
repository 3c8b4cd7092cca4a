/** How a route is declared: once, here, for both ends. */
import type * as Type from 'typebox';
import type { RoutePermission } from './permissions.ts';

/**
 * Who may call. `staff` asks for the route's `permission`; `self` compares the signed-in user with the `id` in the path,
 * and where there is a `permission`, lets also others who have it.
 * `visitor` asks for a visitor token and an allowed Origin; `website` for an allowed Origin only. `link` reads neither
 * cookie nor token: the signed address alone says who asks and for how long. `scim` asks for a token of the directory that
 * keeps the accounts, and speaks its protocol: bodies, answers and refusals are `application/scim+json`.
 */
export type Access = 'anyone' | 'link' | 'scim' | 'website' | 'visitor' | 'staff' | 'self';

/** Where in a call a conversation's id is, or some. */
export type ConversationAt = `${'params' | 'query' | 'body'}.${string}`;

export type Method = 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Route {
  method: Method;
  /** With `:name` for parameters. */
  path: `/api/${string}`;
  access: Access;
  /** Every route of the staff has one (a test looks); a `self` route without one is for oneself alone. */
  permission?: RoutePermission | undefined;
  /** Where the call names conversations: of those outside the caller's scope it answers `not_found`. */
  conversations?: readonly ConversationAt[];
  /** The same of a person, in the path: outside the scope is who has no conversation in it. */
  contact?: 'params.id';
  /** With `anyone` and `link`: from the networks of the team alone, as all that asks for somebody of the team is. */
  teamNetwork?: true;
  /** False for what is done by somebody signed in and never by an API key, beside what `forPeopleAlone` keeps from keys. */
  byKey?: false;
  /**
   * Asks for password, passkey or code again, unless the session began or proved one of them within `stepUpMinutes`.
   * Without it `asksForProof` derives that from the permission; false where it would and what is done takes access away
   * or only tries something out.
   */
  stepUp?: boolean;
  /** Open to somebody who has to set up a second factor first, to whom everything else is closed. */
  beforeSecondFactor?: boolean;
  /** One line for the documentation. */
  summary: string;
  tag: string;
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

type StaticOf<S> = S extends Type.TSchema ? Type.Static<S> : undefined;
export type Params<R extends Route> = StaticOf<R['params']>;
export type Query<R extends Route> = StaticOf<R['query']>;
export type Body<R extends Route> = StaticOf<R['body']>;
/** The union of the success answers; `null` for one without a body. */
export type Answer<R extends Route> = Type.Static<R['responses'][keyof R['responses']] & Type.TSchema>;
