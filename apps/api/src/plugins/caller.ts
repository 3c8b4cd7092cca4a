/** Who is asking: a session's user or a visitor token's visitor. */
import type { Website } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import type { Permission } from '@parley/contracts/settings';
import type { Caller, StaffCaller, VisitorCaller } from '@parley/core/callers';
import type { Context } from '@parley/core/context';
import { sessionPerson } from '@parley/core/sign-in/session-person';
import { refuseWithout } from '@parley/core/users/permissions';
import { directoryOf } from '@parley/core/scim/tokens';
import type { DirectoryCaller } from '@parley/core/scim/users';
import { areCurrent } from '@parley/core/visitors/tokens';
import type { SessionCache } from '@parley/core/users/session-cache';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { renewSession } from '../users/session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** Set on a directory's calls. */
    directory: DirectoryCaller | null;
    /** @throws Problem `signed_out` without the token of a directory. */
    directoryCaller(): Promise<DirectoryCaller>;
    /** With a caller of the staff: until when they have to set up a second factor. */
    secondFactorDue: Date | null;
    /** The signed-in user, or null; a deactivated account or an ended session is nobody. */
    staffCaller(): Promise<StaffCaller | null>;
    /** @throws Problem `forbidden` for a representative where the installation keeps this to administrators. */
    refuseWithout(caller: StaffCaller, permission: Permission): Promise<void>;
    /** @throws Problem `signed_out` without a valid token for a visitor of this website. */
    visitorCaller(website: Website): Promise<VisitorCaller>;
  }
}

export default fp(
  async function callerPlugin(
    app: FastifyInstance,
    { context, sessionCache }: { context: Context; sessionCache: SessionCache },
  ) {
    app.decorateRequest('caller', null);
    app.decorateRequest('directory', null);

    app.decorateRequest('directoryCaller', async function directoryCaller(this: FastifyRequest) {
      return directoryOf(context, bearerToken(this), this.ip);
    });

    app.decorateRequest('staffCaller', async function staffCaller(this: FastifyRequest) {
      const { sessionId, signedInAt = 0, factorAt = 0 } = this.session;
      const person = await sessionPerson(context, sessionCache, this.session);
      if (!person) return null;
      this.secondFactorDue = person.secondFactorDue;
      const provenAt = Math.max(signedInAt, factorAt);
      return { kind: 'staff', user: person.user, sessionId, provenAt, address: this.ip };
    });
    app.decorateRequest('secondFactorDue', null);

    app.decorateRequest('refuseWithout', (caller: StaffCaller, permission: Permission) =>
      refuseWithout(context, caller, permission),
    );

    app.decorateRequest('visitorCaller', async function visitorCaller(this: FastifyRequest, website: Website) {
      const token = bearerToken(this);
      const known = token === undefined ? null : context.secrets.verifyVisitorToken(token);
      const isTheirs = known?.websiteId === website.id && (await areCurrent(context, [known]))[0];
      if (!isTheirs) throw new Problem('signed_out', 'Start a visitor session first.');
      return { kind: 'visitor', ...known };
    });

    app.addHook('preHandler', async (request: FastifyRequest, _reply: FastifyReply) => {
      if (request.caller?.kind === 'staff') await renewSession(context, request);
    });
  },
  { name: 'request-caller', dependencies: ['staff-session'] },
);

/** The token of `Authorization: Bearer …`, if there is one. */
export function bearerToken({ headers }: FastifyRequest): string | undefined {
  return /^Bearer (\S{1,4096})$/i.exec(headers.authorization ?? '')?.[1];
}
