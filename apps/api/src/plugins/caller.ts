/** The caller: a session's user or a visitor token's visitor. */
import type { Website } from '@parley/contracts/entities';
import { rateLimits } from '@parley/contracts/routes/limits';
import { Problem } from '@parley/contracts/problems';
import type { Permission } from '@parley/contracts/permissions/permissions';
import type { Caller, StaffCaller, VisitorCaller } from '@parley/core/callers';
import type { Context } from '@parley/core/context';
import { assertContactInScope } from '@parley/core/contacts/contacts';
import { can } from '@parley/core/permissions/permissions';
import { assertInScope } from '@parley/core/permissions/scope';
import { refuseOverLimit } from '@parley/core/rate-limits';
import { apiKeyCaller } from '@parley/core/permissions/api-key-caller';
import { bearerToken } from '@parley/core/permissions/api-key-format';
import { refuseOtherNetworks } from '@parley/core/users/networks';
import { sessionUser } from '@parley/core/sign-in/session-user';
import { directoryOf } from '@parley/core/scim/tokens';
import type { DirectoryCaller } from '@parley/core/scim/users';
import { areCurrent } from '@parley/core/visitors/tokens';
import type { SessionCache } from '@parley/core/users/session-cache';
import { clientNetwork } from '@parley/service/client-address';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import type { ApiConfig } from '../app.ts';
import { renewSession } from '../users/session.ts';

declare module 'fastify' {
  interface FastifyRequest {
    caller: Caller | null;
    /** The API key that the call brings. Then the key alone says who calls, whatever cookie comes with it. */
    apiKey: string | null;
    /** Set on a directory's calls. */
    directory: DirectoryCaller | null;
    /** @throws Problem `signed_out` without the token of a directory. */
    directoryCaller(): Promise<DirectoryCaller>;
    /** With a caller of the staff: until when they have to set up a second factor. */
    secondFactorDue: Date | null;
    /** The signed-in user, or null; a deactivated account or an ended session is nobody. @throws Problem `key_refused` */
    staffCaller(): Promise<StaffCaller | null>;
    /** @throws Problem `network_not_allowed` from elsewhere than the team may come from */
    refuseOtherNetworks(): Promise<void>;
    /** Whether this person may. */
    can(caller: StaffCaller, permission: Permission): Promise<boolean>;
    /** @throws Problem `not_found` for conversations outside the caller's scope */
    assertInScope(caller: StaffCaller, conversationIds: readonly string[]): Promise<void>;
    /** @throws Problem `not_found` for who has no conversation in the caller's scope */
    assertContactInScope(caller: StaffCaller, contactId: string): Promise<void>;
    /** @throws Problem `signed_out` without a valid token for a visitor of this website. */
    visitorCaller(website: Website): Promise<VisitorCaller>;
  }
}

type NetworkConfig = Pick<ApiConfig, 'ALLOW_ALL_NETWORKS'>;

export default fp(
  async function callerPlugin(
    app: FastifyInstance,
    { context, sessionCache, config }: { context: Context; sessionCache: SessionCache; config: NetworkConfig },
  ) {
    app.decorateRequest('caller', null);
    app.decorateRequest('directory', null);

    app.decorateRequest('directoryCaller', async function directoryCaller(this: FastifyRequest) {
      return directoryOf(context, bearerToken(this.headers.authorization), this.ip);
    });

    app.decorateRequest('staffCaller', async function staffCaller(this: FastifyRequest) {
      if (this.apiKey !== null) return keyCaller(this, this.apiKey);
      const { sessionId, signedInAt = 0, factorAt = 0 } = this.session;
      const account = await sessionUser(context, sessionCache, this.session);
      if (!account) return null;
      this.secondFactorDue = account.secondFactorDue;
      const provenAt = Math.max(signedInAt, factorAt);
      return { kind: 'staff', user: account.user, rights: account.rights, sessionId, provenAt, address: this.ip };
    });
    app.decorateRequest('secondFactorDue', null);

    /** Made-up keys are slowed down soon; a real one has its own limit. */
    async function keyCaller(request: FastifyRequest, key: string): Promise<StaffCaller> {
      try {
        return await apiKeyCaller(context, key, request.ip);
      } catch (error) {
        if (error instanceof Problem && error.code === 'key_refused') {
          const address = clientNetwork(request.ip);
          request.log.warn({ address }, 'API key refused');
          const refusals = { name: 'refused_key_address', key: address, ...rateLimits.refusedKeyPerAddress };
          refuseOverLimit(await app.rateLimiter.limit(refusals), 'Too many calls with keys that do not count.');
        }
        throw error;
      }
    }

    app.decorateRequest('refuseOtherNetworks', function here(this: FastifyRequest) {
      return refuseOtherNetworks(context, this.ip, config);
    });

    app.decorateRequest('can', (caller: StaffCaller, permission: Permission) => can(context, caller, permission));
    app.decorateRequest('assertInScope', (caller: StaffCaller, conversationIds: readonly string[]) =>
      assertInScope(context, caller, conversationIds),
    );
    app.decorateRequest('assertContactInScope', (caller: StaffCaller, contactId: string) =>
      assertContactInScope(context, caller, contactId),
    );

    app.decorateRequest('visitorCaller', async function visitorCaller(this: FastifyRequest, website: Website) {
      const token = bearerToken(this.headers.authorization);
      const known = token === undefined ? null : context.secrets.verifyVisitorToken(token);
      const isTheirs = known?.websiteId === website.id && (await areCurrent(context, [known]))[0];
      if (!isTheirs) throw new Problem('signed_out', 'Start a visitor session first.');
      return { kind: 'visitor', ...known };
    });

    app.addHook('preHandler', (request, _reply, done) => {
      if (request.caller?.kind === 'staff' && !request.caller.key) renewSession(request);
      done();
    });
  },
  { name: 'request-caller', dependencies: ['staff-session', 'api-key', 'rate-limits'] },
);
