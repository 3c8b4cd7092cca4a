/** Starts a visitor's session: identifies the visitor, and returns their conversation. */
import { randomUUID } from 'node:crypto';
import type { Website } from '@parley/contracts/entities';
import { showsOnPage } from '@parley/contracts/visitors/page-rules';
import { identityTokenHoursMax } from '@parley/contracts/visitors/limits';
import { type FieldError, Problem } from '@parley/contracts/problems';
import type { VisitorConversation } from '@parley/contracts/visitors/widget';
import { isUniqueViolation } from '@parley/db/database';
import { contactOf, givenNameOr, joinVisitors } from '@parley/db/visitors/contacts';
import {
  findVisitor,
  insertVisitor,
  updateVisitor,
  upsertVerifiedVisitor,
  type NewVisitor,
  type Visitor,
} from '@parley/db/visitors/visitors';
import { endAllSessions, endSession } from '@parley/db/visitors/tokens';
import { readIdentitySecret } from '@parley/db/websites/websites';
import { verifyIdentityToken } from '@parley/service/identity-token';
import type { VisitorIdentity } from '@parley/service/secrets';
import { type Context, publishControl } from '../context.ts';
import { describeVisitor } from './attributes.ts';
import { cameFrom } from './came-from.ts';
import { currentConversation } from './conversations.ts';
import { countryOf } from './country.ts';
import { announceCompanyOf } from '../contacts/companies.ts';
import { publishConversationsOf, publishJoined } from '../live/publish-contact.ts';
import { hashedNetwork } from '../mailer/unproven-mail-limits.ts';
import { identifyConversation } from './identify.ts';
import { identityKeyOf, isIdentityHashValid } from './identity-hash.ts';
import { languagesOf } from './languages.ts';
import { isCurrent } from './tokens.ts';
import { type VouchedNumbers, vouchedNumbers } from './vouched-numbers.ts';

export interface VisitorSessionStart {
  website: Website;
  /** The token the visitor brought, if any. */
  token?: string | undefined;
  page: { url: string; title?: string; referrer?: string };
  user?:
    | { email: string; name?: string | null; hash?: string | null; attributes?: Record<string, unknown> | null }
    | undefined;
  locale?: string | undefined;
  timeZone?: string | undefined;
  userAgent?: string | undefined;
  /** The `Accept-Language` of the call. */
  acceptLanguage?: string | undefined;
  /** The network the call came from. */
  network?: string | undefined;
}

export interface VisitorSession {
  token: string;
  visitorId: string;
  conversation: VisitorConversation | null;
  /** Why none of the attributes was taken that the page, or its website's server, gave. */
  attributeErrors?: FieldError[];
}

/**
 * Recognises a visitor by token, or by an identity that the website vouches for, or creates a new one. Returns a fresh
 * token, valid for another 400 days, and the open conversation. An ended token counts as none.
 *
 * Proving an identity ends every token from before. An email without a valid hash is stored as unverified and never
 * leads to another visitor's history. A vouched-for email leads to the visitor it belongs to on this website, on any
 * device; a token of another visitor is dropped then.
 *
 * @throws Problem `website_not_allowed` on a page where the website's page rules hide the widget
 */
export async function startVisitorSession(context: Context, start: VisitorSessionStart): Promise<VisitorSession> {
  const { website, page } = start;
  if (website.whitelistMode && !(URL.canParse(page.url) && showsOnPage(website, new URL(page.url).pathname))) {
    throw new Problem('website_not_allowed', 'This page is not among those the widget may live on.');
  }
  const brought = await identityOf(context, start);
  const known = brought && (await visitorOf(context, brought));
  const word = await wordOfWebsite(context, start);
  const visitor = await findOrCreateVisitor(context, start, known, word);
  const contactId = known && (await contactOf(context.db, visitor.id));
  const isProvenHere = known?.identityKey === null && visitor.identityKey !== null;
  if (contactId !== undefined && isProvenHere) {
    await publishJoined(context, contactId);
    await announceCompanyOf(context, contactId);
  } else if (contactId !== undefined && known && !hasOrigin(known) && hasOrigin(visitor))
    await publishConversationsOf(context, contactId);
  const attributeErrors = [
    ...(word?.errors ?? []),
    ...(await describeVisitor(context, visitor.id, start.user?.attributes, 'page')),
    ...(await describeVisitor(context, visitor.id, word?.attributes, 'signed')),
  ];
  const isSame = known?.id === visitor.id;
  const isProvenNow = isSame && known.identityKey === null && visitor.identityKey !== null;
  const isRenewed = isSame && !isProvenNow;
  if (brought && known && !isRenewed) await endReplaced(context, brought, known, visitor);
  const session = (isRenewed ? brought?.session : undefined) ?? randomUUID();
  const { id: visitorId } = visitor;
  // Uses the state from the beginning: renewing must not revive tokens that were ended since.
  const epoch = isSame ? known.tokenEpoch + Number(isProvenNow) : visitor.tokenEpoch;
  const token = context.secrets.issueVisitorToken({ visitorId, websiteId: website.id, epoch, session });
  const conversation = await currentConversation(context, visitorId);
  return { token, visitorId, conversation, ...(attributeErrors.length > 0 && { attributeErrors }) };
}

/** Whether anything is known that conversations have as their origin. */
const hasOrigin = ({ country, pageReferrer, campaign }: Visitor): boolean =>
  country !== null || pageReferrer !== null || campaign !== null;

/**
 * Ends the token of a browser that continues as another visitor, or as one who is proven now: earlier users of a shared
 * browser must not read what follows. All tokens of a previously anonymous visitor end.
 */
async function endReplaced(
  context: Context,
  { session }: VisitorIdentity,
  known: Visitor,
  { id }: Pick<Visitor, 'id'>,
): Promise<void> {
  const isOneOfMany = known.identityKey !== null && session !== undefined;
  if (isOneOfMany) await endSession(context.db, known.id, session);
  // An adopted visitor has a new epoch already.
  else if (known.id !== id) await endAllSessions(context.db, known.id);
  await publishControl(context, { type: 'end_visitor', visitorId: known.id, ...(isOneOfMany && { session }) });
}

async function findOrCreateVisitor(
  context: Context,
  start: VisitorSessionStart,
  known: Visitor | undefined,
  word: WordOfWebsite | undefined,
): Promise<Visitor> {
  const { website, user } = start;
  const facts = factsOf(start, known);

  if (user && word) {
    const identityKey = identityKeyOf(user.email);
    const name = word.name ?? user.name;
    const identity = {
      identityKey,
      email: user.email,
      emailVerified: true,
      ...word.numbers,
      ...(name ? { name: givenNameOr(name, { websiteId: website.id, identityKey }) } : {}),
    };
    const visitor =
      known && known.identityKey === null
        ? await adopt(context, known, { ...facts, ...identity })
        : // A visitor verified as another person stays theirs; this one continues or starts their own history.
          await upsertVerifiedVisitor(context.db, { websiteId: website.id, ...facts, ...identity });
    await identifyConversation(context, visitor);
    return visitor;
  }

  // A vouched-for identity stays; without a new proof nothing about it changes.
  const name = known && user?.name ? givenNameOr(user.name, { visitorId: known.id }) : user?.name;
  const claimed =
    user && !known?.emailVerified
      ? { email: user.email, emailNetwork: hashedNetwork(context, start.network), ...(name ? { name } : {}) }
      : {};
  const visitor = known && (await updateVisitor(context.db, known.id, { ...facts, ...claimed }));
  if (!visitor) return insertVisitor(context.db, { websiteId: website.id, ...facts, ...claimed });
  if (user) await identifyConversation(context, visitor);
  return visitor;
}

/**
 * Identifies an anonymous visitor. If the person has a history on this website they continue it; otherwise the messages
 * so far become its beginning. Either way the two are one contact.
 */
async function adopt(
  context: Context,
  known: Visitor,
  identity: Partial<NewVisitor> & { identityKey: string },
): Promise<Visitor> {
  // In the same statement every token from before ends.
  const proven = { ...identity, tokenEpoch: known.tokenEpoch + 1, revokedSessions: [] };
  const adopted = await updateVisitor(context.db, known.id, proven).catch((error: unknown) => {
    if (isUniqueViolation(error)) return undefined;
    throw error;
  });
  if (adopted) return adopted;
  const verified = await upsertVerifiedVisitor(context.db, { ...identity, websiteId: known.websiteId ?? '' });
  await joinVisitors(context.db, known.id, verified.id);
  return verified;
}

/** Returns the identity in the token; undefined for none, a forged one or another website's. */
async function identityOf(
  context: Context,
  { token, website }: VisitorSessionStart,
): Promise<VisitorIdentity | undefined> {
  const identity = token === undefined ? null : context.secrets.verifyVisitorToken(token);
  return identity?.websiteId === website.id ? identity : undefined;
}

async function visitorOf(context: Context, identity: VisitorIdentity): Promise<Visitor | undefined> {
  const visitor = await findVisitor(context.db, identity.visitorId);
  return isCurrent(identity, visitor) ? visitor : undefined;
}

/** Claims that a website's server signed besides the address; empty if it signed by HMAC. */
interface WordOfWebsite {
  name?: string | undefined;
  numbers?: VouchedNumbers;
  /** Why something of it was not taken. */
  errors?: FieldError[];
  attributes?: unknown;
}

/** Returns the website server's claims about the visitor, by JWT or by HMAC; undefined if it doesn't vouch for them. */
async function wordOfWebsite(
  context: Context,
  { website, user }: VisitorSessionStart,
): Promise<WordOfWebsite | undefined> {
  const encrypted = user && (await readIdentitySecret(context.db, website.id));
  if (!encrypted) return undefined;
  const secret = context.secrets.decrypt(encrypted);
  const claims = user.hash ? verifyIdentityToken(secret, user.hash, identityTokenHoursMax) : undefined;
  const isOfUser = claims && claims.email.trim().toLowerCase() === user.email.trim().toLowerCase();
  if (isOfUser) return { name: claims.name, attributes: claims.attributes, ...vouchedNumbers(claims) };
  return isIdentityHashValid(secret, user.email, user.hash ?? undefined) ? {} : undefined;
}

/** Returns the browser's data about itself and the page. */
function factsOf(
  { page, locale, timeZone, userAgent, acceptLanguage }: VisitorSessionStart,
  known: Visitor | undefined,
) {
  const languages = languagesOf(acceptLanguage);
  return {
    // A country that the page has named stays.
    ...(known?.countrySource !== 'page' && countryOf({ timeZone, languages })),
    pageUrl: page.url,
    pageTitle: page.title ?? null,
    ...cameFrom(page),
    locale: locale ?? null,
    browserLanguages: languages,
    timeZone: timeZone ?? null,
    userAgent: userAgent?.slice(0, 500) ?? null,
    lastSeenAt: new Date(),
  };
}
