/** Reads the messages and activities of the last days, for the test of a rule. */
import type { ActivityKind } from '@parley/contracts/conversations/activities';
import type { Conversation, SenderType } from '@parley/contracts/entities';
import type { Happened } from '@parley/contracts/rules/triggers';
import { type RawBuilder, sql } from 'kysely';
import { type ConversationRow, conversationColumns, toConversation } from '../conversations/entity.ts';
import type { Database } from '../database.ts';
import { leastUuidv7 } from '../uuid.ts';

export interface PastMessage {
  conversationId: string;
  at: Date;
  senderType: SenderType;
  opened: boolean;
  isMail: boolean;
  answersForm: boolean;
  text: string;
}

/** Returns the newest messages since then. */
export async function messagesSince(
  db: Database,
  {
    since,
    senders,
    onlyFirst,
    limit,
  }: { since: Date; senders: readonly SenderType[]; onlyFirst: boolean; limit: number },
): Promise<PastMessage[]> {
  const { rows } = await sql<PastMessage>`
    select conversation_id, created_at as at, sender_type, seq = 1 as opened, via = 'email' as is_mail,
      coalesce(response ? 'form', false) as answers_form, content as text
    from messages
    where id >= ${leastUuidv7(since)}::uuid and sender_type = any(${[...senders]}::text[])
      ${onlyFirst ? sql`and seq = 1` : sql``}
    order by id desc limit ${limit}
  `.execute(db);
  return rows;
}

export interface PastActivity extends Happened {
  conversationId: string;
  at: Date;
  kind: ActivityKind;
}

/** Returns the newest activities since then, of conversations in which something was written since. */
export async function activitiesSince(
  db: Database,
  { since, kinds, limit }: { since: Date; kinds: readonly ActivityKind[]; limit: number },
): Promise<PastActivity[]> {
  const { rows } = await sql<PastActivity>`
    select conversation_id, activities.created_at as at, kind, cause ->> 'by' = 'rule' as by_rule,
      coalesce(before -> 'tagIds', '[]') as tags_before, coalesce(after -> 'tagIds', '[]') as tags_after,
      after -> 'due' ->> 'kind' as due_kind
    from conversations join activities on conversation_id = conversations.id
    where last_activity_at >= ${since} and not hidden and activities.created_at >= ${since}
      and kind = any(${[...kinds]}::text[]) and undo_of is null
    order by activities.created_at desc limit ${limit}
  `.execute(db);
  return rows;
}

/** Returns those of the conversations that are in lists and within the scope, by id. */
export async function conversationsById(
  db: Database,
  ids: readonly string[],
  where: RawBuilder<boolean> | undefined,
): Promise<Map<string, Conversation>> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns} from conversations
    where id = any(${[...ids]}::uuid[]) and not hidden ${where ? sql`and ${where}` : sql``}
  `.execute(db);
  return new Map(rows.map((row) => [row.id, toConversation(row)]));
}
