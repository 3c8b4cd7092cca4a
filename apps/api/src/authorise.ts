/** Decides who may call: the only place where a route's access declaration is enforced. */
import { permissionsOf, takesKeys } from '@parley/contracts/users/api-keys';
import type { Website } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { seesEverything } from '@parley/contracts/permissions/rights';
import { type Access, type CallPlace, type Route, splitPlace } from '@parley/contracts/route';
import { localize } from '@parley/contracts/i18n/server-texts';
import { asksForProof } from '@parley/contracts/users/step-up';
import type { StaffCaller, VisitorCaller } from '@parley/core/callers';
import { lacking } from '@parley/core/permissions/permissions';
import { refuseKeyWithout } from '@parley/core/permissions/api-key-caller';
import type { DirectoryCaller } from '@parley/core/scim/users';
import { refuseOverdue } from '@parley/core/permissions/second-factor-due';
import { refuseUnproven, sessionRequired } from '@parley/core/permissions/proven';
import type { FastifyRequest } from 'fastify';

/** The caller, as the route's access rule promises it to the handler. */
export interface Authorised<A extends Access> {
  caller: CallerOf<A>;
  /** Website of the visitor's page; set on routes for websites and visitors. */
  website: A extends 'website' | 'visitor' ? Website : null;
}

type CallerOf<A extends Access> = A extends 'visitor'
  ? VisitorCaller
  : A extends 'link'
    ? null
    : A extends 'scim'
      ? DirectoryCaller
      : A extends 'staff' | 'self'
        ? StaffCaller
        : A extends 'website'
          ? VisitorCaller | null
          : StaffCaller | null;

/**
 * Identifies the caller and refuses those that the route is not for.
 * @throws Problem `signed_out` without the identity it asks for, `forbidden` with the wrong one,
 * `second_factor_required` before one is set up where it has to be, `step_up_required` without a recent proof where one
 * is asked for, `website_not_allowed` from a page of a website that is unknown or disabled, `key_refused` and
 * `session_required` to API keys, `network_not_allowed` to the team from elsewhere than it may come from.
 */
export async function authorise(route: Route, request: FastifyRequest): Promise<void> {
  if (route.teamNetwork) await request.refuseOtherNetworks();
  switch (route.access) {
    case 'link':
      return;
    case 'scim':
      request.directory = await request.directoryCaller();
      return;
    case 'anyone':
      refuseKeys(route, request);
      request.caller = await request.staffCaller();
      return;
    case 'website': {
      // A visitor with a token is recognised; others are let in without an identity.
      const website = callingWebsite(request);
      request.caller = await request.visitorCaller(website).catch(nobodyYet);
      return;
    }
    case 'visitor':
      request.caller = await request.visitorCaller(callingWebsite(request));
      return;
    case 'staff':
    case 'self':
      await request.refuseOtherNetworks();
      refuseKeys(route, request);
      request.caller = await request.staffCaller();
      refuseKeyWithout(staffIn(request), permissionsOf(route));
      if (!route.beforeSecondFactor) refuseOverdue(request);
      await refuseOthers(route, request, staffIn(request));
      if (asksForProof(route)) refuseUnproven(staffIn(request));
  }
}

/**
 * Refuses a call of the staff that names a conversation outside the caller's scope, once its body is read and checked.
 *
 * @throws Problem `not_found`, as for a conversation that does not exist
 */
export async function refuseOutsideScope(
  { conversations = [], contact }: Route,
  request: FastifyRequest,
  call: Record<'params' | 'query' | 'body', unknown>,
): Promise<void> {
  const { caller } = request;
  if (caller?.kind !== 'staff' || (caller.rights && seesEverything(caller.rights))) return;
  const named = conversations.flatMap((at) => idsAt(call, at));
  if (named.length > 0) await request.assertInScope(caller, named);
  for (const id of contact ? idsAt(call, contact) : []) await request.assertContactInScope(caller, id);
}

function idsAt(call: Record<'params' | 'query' | 'body', unknown>, at: CallPlace): string[] {
  const [where, name] = splitPlace(at);
  const part = call[where];
  const found: unknown =
    typeof part === 'object' && part !== null && name in part ? Reflect.get(part, name) : undefined;
  return [found].flat().filter((id) => typeof id === 'string');
}

/**
 * Returns the caller that `authorise` has let in.
 * @throws Problem `signed_out` for a request that has not been there: no handler runs without the caller it relies on.
 */
export function authorised<A extends Access>(access: A, request: FastifyRequest): Authorised<A> {
  return byAccess[access](request);
}

const asStaff = (request: FastifyRequest) => ({ caller: staffIn(request), website: null });

const byAccess: { [A in Access]: (request: FastifyRequest) => Authorised<A> } = {
  link: () => ({ caller: null, website: null }),
  scim: (request) => ({ caller: directoryIn(request), website: null }),
  anyone: (request) => ({ caller: request.caller && staffIn(request), website: null }),
  website: (request) => ({ caller: request.caller && visitorIn(request), website: callingWebsite(request) }),
  visitor: (request) => ({ caller: visitorIn(request), website: callingWebsite(request) }),
  staff: asStaff,
  self: asStaff,
};

function refuseKeys(route: Route, request: FastifyRequest): void {
  if (!takesKeys(route) && request.apiKey !== null) throw sessionRequired();
}

function staffIn({ caller }: FastifyRequest): StaffCaller {
  if (caller?.kind !== 'staff') throw new Problem('signed_out', 'Sign in to continue.');
  return caller;
}

function directoryIn({ directory }: FastifyRequest): DirectoryCaller {
  if (!directory) throw new Problem('signed_out', 'A directory calls with its token.');
  return directory;
}

function visitorIn({ caller }: FastifyRequest): VisitorCaller {
  if (caller?.kind !== 'visitor') throw new Problem('signed_out', 'Start a visitor session first.');
  return caller;
}

function nobodyYet(error: unknown): null {
  if (error instanceof Problem && error.code === 'signed_out') return null;
  throw error;
}

function callingWebsite({ website }: FastifyRequest): Website {
  if (!website) throw new Problem('website_not_allowed', 'This page’s website is not registered here, or is disabled.');
  return website;
}

async function refuseOthers(
  { access, permission }: Pick<Route, 'access' | 'permission'>,
  request: FastifyRequest,
  caller: StaffCaller,
): Promise<void> {
  if (access === 'self' && idInPath(request) === caller.user.id) return;
  if (permission === 'signed_in') return;
  if (permission && (await request.can(caller, permission))) return;
  if (access === 'self') throw new Problem('forbidden', localize(permission ? 'self_or_admins_only' : 'self_only'));
  // A route that asks for nothing lets nobody in.
  throw permission ? lacking(permission) : new Problem('forbidden', localize('not_permitted'));
}

function idInPath({ params }: FastifyRequest): string | undefined {
  if (typeof params !== 'object' || params === null || !('id' in params)) return undefined;
  return typeof params.id === 'string' ? params.id.toLowerCase() : undefined;
}
