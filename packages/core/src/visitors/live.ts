/** Visitors who have a page open now: the list of them, and the first message to one. */
import { randomUUID } from 'node:crypto';
import type { Website } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import { sees } from '@parley/contracts/permissions/scope';
import { Problem } from '@parley/contracts/problems';
import { type LiveVisitor, type LiveVisitors, liveVisitorsListed } from '@parley/contracts/visitors/live-visitors';
import { isBlocked } from '@parley/db/visitors/contacts';
import { newestConversationsOf } from '@parley/db/visitors/newest-conversations';
import { findVisitor, insertVisitor } from '@parley/db/visitors/visitors';
import { listWebsites } from '@parley/db/websites/websites';
import type { StaffCaller } from '../callers.ts';
import { startWithin } from '../contacts/start-conversation.ts';
import { type Context, publishControl } from '../context.ts';
import { inSharedTransaction } from '../events/shared-transaction.ts';
import { refuseWithout } from '../permissions/permissions.ts';
import { rightsOf } from '../permissions/rights.ts';
import { claimVisit, countVisits, nameVisit, newestVisits, readVisit, type StoredVisit } from '../websites/visits.ts';
import { cameFrom } from './came-from.ts';

/** Counts the visitors of each website of the caller's scope, and lists the newest. @throws Problem `forbidden` */
export async function listLiveVisitors(
  context: Context,
  caller: StaffCaller,
  { websiteId }: { websiteId?: string | undefined },
): Promise<LiveVisitors> {
  await refuseWithout(context, caller, 'visitors.read');
  const websites = await visibleWebsites(context, caller);
  const counts = await Promise.all(
    websites.map(async ({ id }) => ({ websiteId: id, count: await countVisits(context, id) })),
  );
  const listed = websites.filter((each) => each.liveVisitors === 'pages' && (websiteId ?? each.id) === each.id);
  const visits = await Promise.all(
    listed.map(async ({ id }) =>
      (await newestVisits(context, id, liveVisitorsListed)).map((visit) => ({ ...visit, websiteId: id })),
    ),
  );
  const newest = visits
    .flat()
    .toSorted((one, other) => movedAt(other).localeCompare(movedAt(one)))
    .slice(0, liveVisitorsListed);
  return { websites: counts, visitors: await named(context, caller, newest) };
}

const movedAt = ({ pages, since }: StoredVisit): string => pages.at(-1)?.since ?? since;

/** Websites of the caller's scope where live visitors are switched on. */
async function visibleWebsites(context: Context, caller: StaffCaller): Promise<Website[]> {
  const rights = await rightsOf(context, caller);
  return (await listWebsites(context.db)).filter(
    ({ id, isActive, liveVisitors, teamId }) =>
      isActive &&
      liveVisitors !== 'off' &&
      sees(rights, caller.user.id, { websiteId: id, assignedRepresentativeId: null, teamId }),
  );
}

/** Adds names and conversations of those who have written, where the caller may see the conversation. */
async function named(
  context: Context,
  caller: StaffCaller,
  visits: readonly (StoredVisit & { websiteId: string })[],
): Promise<LiveVisitor[]> {
  const rights = await rightsOf(context, caller);
  const mayRead = rights.permissions.includes('conversations.read');
  const visitorIds = mayRead ? visits.flatMap(({ visitorId }) => visitorId ?? []) : [];
  const conversations = await newestConversationsOf(context.db, visitorIds);
  return visits.map(({ id, websiteId, since, pages, referrer, campaign, visitorId }) => {
    const found = visitorId === undefined ? undefined : conversations.get(visitorId);
    const conversation = found && sees(rights, caller.user.id, found) ? found : undefined;
    return {
      id,
      websiteId,
      since,
      pages,
      referrer,
      campaign: campaign && (campaign.name ?? campaign.source ?? campaign.medium),
      name: conversation?.customerName ?? null,
      email: conversation?.customerEmail ?? null,
      conversationId: conversation?.id ?? null,
    };
  });
}

/**
 * Starts a conversation with a visitor who has a page open: they see the message there at once. Repeating it with the
 * same `clientMessageId` returns what was started.
 *
 * @throws Problem `forbidden`, `not_found` for an unknown website or a visit that is over, `conflict` if the visitor is
 * blocked or a colleague has just written to them
 */
export async function startWithLiveVisitor(
  context: Context,
  caller: StaffCaller,
  visitId: string,
  { websiteId, content, clientMessageId }: { websiteId: string; content: string; clientMessageId: string },
): Promise<{ conversationId: string }> {
  await refuseWithout(context, caller, 'visitors.read');
  await refuseWithout(context, caller, 'conversations.reply');
  const website = (await visibleWebsites(context, caller)).find(({ id }) => id === websiteId);
  if (!website) throw new Problem('not_found', localize('no_such_website'));
  const visit = await readVisit(context, { id: visitId, websiteId });
  if (!visit) throw new Problem('not_found', localize('visitor_left'));
  if (visit.visitorId === undefined && !(await claimVisit(context, { id: visitId, websiteId })))
    throw new Problem('conflict', localize('visitor_claimed'));
  const known = visit.visitorId === undefined ? undefined : await findVisitor(context.db, visit.visitorId);
  if (known && (await isBlocked(context.db, known.id))) throw new Problem('conflict', localize('receiver_blocked'));
  const visitor = known ?? (await insertVisitor(context.db, { websiteId, ...factsOf(visit), lastSeenAt: new Date() }));
  await nameVisit(context, websiteId, { ...visit, visitorId: visitor.id });
  const { conversation } = await inSharedTransaction(context, (shared) =>
    startWithin(context, caller, shared, {
      content,
      clientMessageId,
      way: { channel: 'widget', visitorId: visitor.id, websiteId, name: visitor.name, email: visitor.email },
      owner: { assignedRepresentativeId: caller.key?.kind === 'service' ? null : caller.user.id, teamId: null },
      mailbox: undefined,
    }),
  );
  // A page that has a visitor continues as them by itself.
  if (!known) {
    const identity = { visitorId: visitor.id, websiteId, epoch: visitor.tokenEpoch, session: randomUUID() };
    await publishControl(context, {
      type: 'visitor_invited',
      visitId,
      token: context.secrets.issueVisitorToken(identity),
    });
  }
  return { conversationId: conversation.id };
}

/** Returns what a visit tells about a visitor. */
function factsOf({ pages, referrer }: StoredVisit) {
  const [first] = pages;
  const page = pages.at(-1);
  return {
    pageUrl: page?.url ?? null,
    pageTitle: page?.title ?? null,
    ...(first && cameFrom({ url: first.url, ...(referrer !== null && { referrer }) })),
  };
}
