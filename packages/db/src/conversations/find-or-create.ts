import type { ConversationChannel } from '@parley/contracts/channels/list';
import { visitorStartsPerHour } from '@parley/contracts/visitors/limits';
import { sql } from 'kysely';
import type { Database, Transaction } from '../database.ts';
import { statement } from '../prepared.ts';
import { isBlockedVisitor } from '../visitors/contacts.ts';
import { countConversations } from './totals.ts';

export interface NewConversation {
  websiteId: string | null;
  websiteDomain: string | null;
  visitorId: string | null;
  customerEmail: string | null;
  customerName: string | null;
  status: 'active' | 'waiting';
  isAiAssisted: boolean;
  /** Path of the page that the conversation begins on. */
  pagePath?: string | null;
  /** Its customer is blocked: no message of theirs is taken. */
  isBlocked?: boolean;
  /** Kept out of every list and statistic. */
  hidden?: boolean;
  /** Id under which the visitor's client starts it. */
  clientConversationId?: string | undefined;
  /** Closed conversation that it continues. */
  continues?: string | undefined;
  /** User who starts it, if its customer doesn't. */
  startedBy?: string;
  assignedRepresentativeId?: string | null;
  channel?: ConversationChannel;
  teamId?: string | null;
  /** Set for conversations by mail. */
  mailboxId?: string | null;
  subject?: string | null;
  provenEmail?: string | null;
}

const pagePathMax = 100;

/** `/pricing` of a page's whole address; null for what is none. */
const pathOf = (url: string): string | null => URL.parse(url)?.pathname.slice(0, pagePathMax) ?? null;

/** Makes a conversation without messages and answers its id. */
export async function createConversation(db: Database, conversation: NewConversation): Promise<string> {
  const { id } = await db
    .insertInto('conversations')
    .values({ ...conversation, waitingSince: conversation.status === 'waiting' ? sql<Date>`now()` : null })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (!conversation.hidden) await countConversations(db, 1);
  return id;
}

interface LockedVisitor {
  pageUrl: string | null;
  websiteDomain: string | null;
  /** Team of conversations from the visitor's website. */
  websiteTeamId: string | null;
  isBlocked: boolean;
}

const lockVisitor = statement<{ visitorId: string }, LockedVisitor>(
  ({ visitorId }) => sql`
    select page_url, websites.domain as website_domain, websites.team_id as website_team_id,
      ${isBlockedVisitor(sql.ref('visitors.id'))} as is_blocked
    from visitors left join websites on websites.id = visitors.website_id
    where visitors.id = ${visitorId} for update of visitors`,
);

/** Columns that don't follow from the visitor; without a team, it is that of the website. */
type Opening = Omit<NewConversation, 'visitorId' | 'websiteDomain' | 'pagePath' | 'isBlocked'> & {
  /** Conversations closed before then have ended: a message starts another one. */
  endedBefore?: Date | undefined;
};

/**
 * Returns the conversation that a visitor's message belongs to: the one started under its `clientConversationId`, the
 * one that `continues` an ended one, else their newest; or a new one. Locks the visitor until the transaction ends, so
 * that two first messages sent at once (two tabs, two channels) open one conversation. Undefined when the visitor is
 * unknown.
 */
export async function findOrCreateConversation(
  transaction: Transaction,
  visitorId: string,
  { endedBefore, ...opening }: Opening,
): Promise<{ id: string; created: boolean } | undefined> {
  const [visitor] = await lockVisitor(transaction, { visitorId });
  if (!visitor) return undefined;
  const existing = await conversationFor(transaction, visitorId, opening, endedBefore);
  if (typeof existing === 'string') return { id: existing, created: false };
  Object.assign(opening, existing);
  const { pageUrl, websiteDomain, websiteTeamId: teamId, isBlocked } = visitor;
  const pagePath = pageUrl === null ? null : pathOf(pageUrl);
  const mail = opening.continues === undefined ? undefined : await mailThreadOf(transaction, opening.continues);
  const conversation = { teamId, ...opening, ...mail, visitorId, websiteDomain, pagePath, isBlocked };
  return { id: await createConversation(transaction, conversation), created: true };
}

/** Returns what a conversation by mail passes on to the one that continues it; undefined for any other. */
async function mailThreadOf(db: Transaction, id: string): Promise<Partial<NewConversation> | undefined> {
  const row = await db
    .selectFrom('conversations')
    .select(['channel', 'subject', 'mailboxId', 'teamId', 'websiteId', 'customerEmail', 'provenEmail'])
    .where('id', '=', id)
    .where('channel', '=', 'email')
    .executeTakeFirst();
  return row && { ...row, status: 'waiting', isAiAssisted: false };
}

/** Returns the conversation that a message goes to, or the one that a new conversation continues. */
async function conversationFor(
  db: Transaction,
  visitorId: string,
  { clientConversationId, continues }: Pick<Opening, 'clientConversationId' | 'continues'>,
  endedBefore: Date | undefined,
): Promise<string | { continues?: string }> {
  const mine = db.selectFrom('conversations').select(['id', 'status', 'closedAt']).where('visitorId', '=', visitorId);
  if (clientConversationId !== undefined) {
    const started = await mine.where('clientConversationId', '=', clientConversationId).executeTakeFirst();
    if (started) return started.id;
    if (!(await hasStartedMany(db, visitorId))) return {};
  }
  let found = await (continues === undefined ? mine : mine.where('id', '=', continues))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  while (found && endedBefore && found.closedAt !== null && found.closedAt < endedBefore) {
    const next = await mine.where('continues', '=', found.id).orderBy('id', 'desc').limit(1).executeTakeFirst();
    if (!next) return { continues: found.id };
    found = next;
  }
  return found?.id ?? {};
}

/** Conversation that one message opens, whatever others its customer has. */
export type ConversationToOpen = Omit<NewConversation, 'websiteDomain' | 'pagePath' | 'isBlocked' | 'hidden'> & {
  id: string;
  visitorId: string;
  teamId: string | null;
  /** It begins in the spam list. */
  isSpam: boolean;
};

/** Makes a conversation, unless there is one with this id. Locks the visitor. */
export async function openConversation(
  transaction: Transaction,
  { isSpam, teamId, ...conversation }: ConversationToOpen,
): Promise<string> {
  const [visitor] = await lockVisitor(transaction, { visitorId: conversation.visitorId });
  const { numInsertedOrUpdatedRows } = await transaction
    .insertInto('conversations')
    .values({
      ...conversation,
      // A team that has since been deleted counts as none.
      teamId: sql<string | null>`(select id from teams where id = ${teamId}::uuid)`,
      websiteDomain: visitor?.websiteDomain ?? null,
      isBlocked: visitor?.isBlocked ?? false,
      waitingSince: conversation.status === 'waiting' ? sql<Date>`now()` : null,
      ...(isSpam && { hidden: true, spamAt: sql<Date>`now()` }),
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows && !isSpam) await countConversations(transaction, 1);
  return conversation.id;
}

/** Returns whether a visitor has started as many conversations within the hour as one may. */
async function hasStartedMany(db: Transaction, visitorId: string): Promise<boolean> {
  const { count } = await db
    .selectFrom('conversations')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('visitorId', '=', visitorId)
    .where('clientConversationId', 'is not', null)
    .where('startedBy', 'is', null)
    .where('createdAt', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return count >= visitorStartsPerHour;
}

const newestOf = statement<{ visitorId: string }, { id: string }>(
  ({ visitorId }) => sql`select id from conversations where visitor_id = ${visitorId} order by id desc limit 1`,
);

/** The visitor's newest conversation, closed or not: a new message continues it. */
export async function currentConversationId(db: Database, visitorId: string): Promise<string | undefined> {
  const [row] = await newestOf(db, { visitorId });
  return row?.id;
}
