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
  isBlocked: boolean;
}

const lockVisitor = statement<{ visitorId: string }, LockedVisitor>(
  ({ visitorId }) => sql`
    select page_url, (select domain from websites where websites.id = visitors.website_id) as website_domain,
      ${isBlockedVisitor(sql.ref('visitors.id'))} as is_blocked
    from visitors where id = ${visitorId} for update`,
);

/** Columns that don't follow from the visitor. */
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
  const { pageUrl, websiteDomain, isBlocked } = visitor;
  const pagePath = pageUrl === null ? null : pathOf(pageUrl);
  const conversation = { ...opening, visitorId, websiteDomain, pagePath, isBlocked };
  return { id: await createConversation(transaction, conversation), created: true };
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
    return started?.id ?? {};
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

const newestOf = statement<{ visitorId: string }, { id: string }>(
  ({ visitorId }) => sql`select id from conversations where visitor_id = ${visitorId} order by id desc limit 1`,
);

/** The visitor's newest conversation, closed or not: a new message continues it. */
export async function currentConversationId(db: Database, visitorId: string): Promise<string | undefined> {
  const [row] = await newestOf(db, { visitorId });
  return row?.id;
}
