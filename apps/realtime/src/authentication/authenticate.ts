/** Authenticates the holder of a socket from a signed cookie or token at the upgrade, never from a frame. */
import type { Website } from '@parley/contracts/entities';
import { Problem } from '@parley/contracts/problems';
import { visitorSubprotocol } from '@parley/contracts/socket';
import type { Caller, StaffCaller, VisitorCaller } from '@parley/core/callers';
import type { Context } from '@parley/core/context';
import { apiKeyCaller, apiKeyCallerNow, refuseKeyWithout } from '@parley/core/permissions/api-key-caller';
import { isInNetworks, refuseOtherNetworks } from '@parley/core/users/networks';
import { createSessionCache } from '@parley/core/users/session-cache';
import { readSession } from '@parley/core/sessions';
import { isOverdue, refuseOverdue } from '@parley/core/permissions/second-factor-due';
import { type SessionUser, sessionUser } from '@parley/core/sign-in/session-user';
import { allowedWebsite } from '@parley/core/visitors/allowed-website';
import { areCurrent } from '@parley/core/visitors/tokens';
import { findWebsite } from '@parley/db/websites/websites';
import type { VisitorIdentity } from '@parley/service/secrets';
import { batch } from '../batch.ts';
import type { RealtimeConfig } from '../config.ts';
import type { AdmittedVisit } from '../visits/visit-socket.ts';
import { isOwnOrigin } from '@parley/service/own-origin';

/** Parts of an upgrade request that identify the caller. */
export interface Credentials {
  /** The subprotocols offered. */
  protocols: readonly string[];
  /** The session's id, its cookie's signature checked. */
  sessionId: string | undefined;
  /** Key from `Authorization: Bearer`, which no page can send. With one, the cookie is ignored. */
  apiKey: string | undefined;
  /** Client address, as given by a trusted proxy. */
  address: string;
  origin: string | undefined;
  /** The host the request was sent to. */
  host: string;
}

export interface Authenticator {
  /**
   * @throws Problem `signed_out` and `key_refused` (401), `forbidden` for a staff socket opened by another site's page and
   * for a key that may not read, `second_factor_required` before one is set up where it has to be, `network_not_allowed`,
   * `website_not_allowed`
   */
  authenticate(credentials: Credentials): Promise<Caller>;
  /**
   * Recognises the page of a website that shows its team who is there.
   * @throws Problem `website_not_allowed`, also where that is switched off, and `malformed` without the id of a visit
   */
  visit(credentials: Credentials): Promise<AdmittedVisit>;
  /** Reads the caller's current state; undefined when the session has ended or the visitor is deleted. */
  presently(caller: Caller): Promise<Caller | undefined>;
  /** Reads the current state of the website. */
  isWebsiteActive(websiteId: string): Promise<boolean>;
  forgetUser(userId: string): void;
  forgetUsers(): void;
  forgetWebsites(): void;
}

const tokenPrefix = 'token.';
const visitPrefix = 'visit.';
const uuid = /^[0-9a-f]{8}-([0-9a-f]{4}-){3}[0-9a-f]{12}$/;
/** A website read from the database serves this long; a change is told at once. */
const websiteKeptMs = 30_000;
const websitesKeptMax = 10_000;
const visitorsPerQuery = 500;

export function createAuthenticator(
  context: Context,
  config: Pick<RealtimeConfig, 'ALLOW_ALL_NETWORKS'>,
): Authenticator {
  const sessionCache = createSessionCache(context);
  const websites = new Map<string, { website: Promise<Website>; until: number }>();

  /** Checks whether the visitor exists and the token is still valid. */
  const isVisitor = batch({
    size: visitorsPerQuery,
    answer: (tokens: readonly VisitorIdentity[]) => areCurrent(context, tokens),
  });

  /** The active website of a page's origin. Kept, since a storm of reconnects asks for the same few. */
  function websiteOf(origin: string): Promise<Website> {
    const known = websites.get(origin);
    if (known && known.until > Date.now()) return known.website;
    const website = allowedWebsite(context, origin);
    if (websites.size >= websitesKeptMax) websites.clear();
    websites.set(origin, { website, until: Date.now() + websiteKeptMs });
    website.catch(() => websites.delete(origin));
    return website;
  }

  async function staff({ sessionId, apiKey, address, origin, host }: Credentials): Promise<StaffCaller> {
    await refuseOtherNetworks(context, address, config);
    if (apiKey !== undefined) {
      const caller = await apiKeyCaller(context, apiKey, address);
      refuseKeyWithout(caller, ['read']);
      return caller;
    }
    if (!isOwnOrigin(origin, host, context.publicUrl)) {
      throw new Problem('forbidden', 'Sockets of other websites’ pages are not accepted.');
    }
    const found = sessionId === undefined ? undefined : await sessionOf(sessionId);
    if (!found) throw new Problem('signed_out', 'Sign in first.');
    refuseOverdue(found.account);
    return { ...found.caller, address };
  }

  async function sessionOf(sessionId: string): Promise<{ caller: StaffCaller; account: SessionUser } | undefined> {
    const session = await readSession(context, sessionId);
    const account = session && (await sessionUser(context, sessionCache, session));
    return account
      ? { caller: { kind: 'staff', user: account.user, rights: account.rights, sessionId }, account }
      : undefined;
  }

  /** A session's person, if they may still be told anything. */
  async function stillOpen(sessionId: string): Promise<StaffCaller | undefined> {
    const found = await sessionOf(sessionId);
    return found && !isOverdue(found.account) ? found.caller : undefined;
  }

  async function isFromTeamNetwork({ address = '' }: StaffCaller): Promise<boolean> {
    const { allowed } = (await context.settings.read()).networkConfig;
    return config.ALLOW_ALL_NETWORKS || isInNetworks(allowed, address);
  }

  async function visitor({ protocols, origin }: Credentials): Promise<VisitorCaller> {
    const known = tokenOf(protocols);
    if (!known) throw new Problem('signed_out', 'Start a visitor session first.');
    const [website, isKnown] = await Promise.all([websiteOf(origin ?? ''), isVisitor(known)]);
    if (website.id !== known.websiteId || !isKnown) throw new Problem('signed_out', 'Start a visitor session first.');
    // The website's own id: one text for all its visitors.
    return { kind: 'visitor', ...known, websiteId: website.id };
  }

  async function visit({ protocols, origin }: Credentials): Promise<AdmittedVisit> {
    const id = protocols.find((each) => each.startsWith(visitPrefix))?.slice(visitPrefix.length);
    if (id === undefined || !uuid.test(id)) throw new Problem('malformed', 'The id of the visit is missing.');
    const website = await websiteOf(origin ?? '');
    const { id: websiteId, liveVisitors: mode } = website;
    if (mode === 'off') throw new Problem('website_not_allowed', 'The website doesn’t show who is on its pages.');
    const known = tokenOf(protocols);
    const isKnown = known?.websiteId === websiteId && (await isVisitor(known));
    return { id, websiteId, mode, visitorId: isKnown ? known.visitorId : undefined };
  }

  function tokenOf(protocols: readonly string[]): VisitorIdentity | null {
    const token = protocols.find((each) => each.startsWith(tokenPrefix))?.slice(tokenPrefix.length);
    return token === undefined ? null : context.secrets.verifyVisitorToken(token);
  }

  return {
    visit,
    authenticate: (credentials) =>
      credentials.protocols.includes(visitorSubprotocol) ? visitor(credentials) : staff(credentials),
    async presently(caller) {
      if (caller.kind === 'visitor') return (await isVisitor(caller)) ? caller : undefined;
      if (!(await isFromTeamNetwork(caller))) return undefined;
      if (caller.key) return apiKeyCallerNow(context, caller.key.id, caller.address ?? '');
      const present = await stillOpen(caller.sessionId);
      return present && { ...present, ...(caller.address !== undefined && { address: caller.address }) };
    },
    isWebsiteActive: async (websiteId) => (await findWebsite(context.db, websiteId))?.isActive === true,
    forgetUser: (userId) => sessionCache.forget(userId),
    forgetUsers: () => sessionCache.forgetAll(),
    forgetWebsites: () => websites.clear(),
  };
}
