/** Who may call: the one place where a route's access declaration is kept. */
import type { Website } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { Route } from '@parley/contracts/route';
import type { FastifyRequest } from 'fastify';

/**
 * Finds out who calls and refuses whoever the route is not for.
 * @throws Problem `signed_out` without the identity it asks for, `forbidden` with the wrong one, `website_not_allowed`
 * from a page of a website that is unknown or disabled.
 */
export async function admit(route: Route, request: FastifyRequest): Promise<void> {
  switch (route.access) {
    case 'anyone':
      request.caller = await request.staffCaller();
      return;
    case 'website': {
      // Who comes back with a token is known; everybody else is let in as nobody yet.
      const website = callingWebsite(request);
      request.caller = await request.visitorCaller(website).catch(nobodyYet);
      return;
    }
    case 'visitor':
      request.caller = await request.visitorCaller(callingWebsite(request));
      return;
    case 'staff':
    case 'self':
    case 'self_or_admin':
    case 'admin':
      request.caller = await staffWhoMay(route.access, request);
  }
}

function nobodyYet(error: unknown): null {
  if (error instanceof Problem && error.code === 'signed_out') return null;
  throw error;
}

function callingWebsite({ website }: FastifyRequest): Website {
  if (!website) throw new Problem('website_not_allowed', 'This page’s website is not registered here, or is disabled.');
  return website;
}

async function staffWhoMay(access: 'staff' | 'self' | 'self_or_admin' | 'admin', request: FastifyRequest) {
  const caller = await request.staffCaller();
  if (!caller) throw new Problem('signed_out', 'Sign in to continue.');
  const isAdmin = caller.user.role === 'admin';
  const isSelf = idInPath(request) === caller.user.id;
  if (access === 'admin' && !isAdmin) throw new Problem('forbidden', 'Only an administrator may do this.');
  if (access === 'self' && !isSelf) throw new Problem('forbidden', 'Only the person concerned may do this.');
  if (access === 'self_or_admin' && !isSelf && !isAdmin) {
    throw new Problem('forbidden', 'Only the person concerned or an administrator may do this.');
  }
  return caller;
}

function idInPath({ params }: FastifyRequest): string | undefined {
  if (typeof params !== 'object' || params === null || !('id' in params)) return undefined;
  return typeof params.id === 'string' ? params.id.toLowerCase() : undefined;
}
