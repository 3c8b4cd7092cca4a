import type { Availability, Conversation, Representative } from '@parley/contracts/entities';
import { activeConversationsPerRepresentative } from '@parley/contracts/conversations/limits';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import { type ConversationRow, conversationColumns, toConversation } from '../conversations/entity.ts';
import type { Database } from '../database.ts';
import type { UsersTable } from '../tables/users.ts';
import { listWebsites } from '../websites/websites.ts';
import { unconfirmedEmails } from '../sign-in/email-changes.ts';
import { toUser } from './users.ts';
import { presentAbsence } from './absences.ts';
import { presentShift } from './shifts.ts';
import { availability } from './availability.ts';

/**
 * Returns the active accounts by name (with `inactiveToo` all, the others marked), each with the number of its open
 * conversations that match `where` and the three of latest activity. Runs three queries whatever the size of the team,
 * and none reads closed conversations.
 */
export async function listRepresentatives(
  db: Database,
  {
    inactiveToo = false,
    withUnconfirmed = false,
    where,
  }: { inactiveToo?: boolean; withUnconfirmed?: boolean; where?: RawBuilder<boolean> | undefined } = {},
): Promise<Representative[]> {
  const [users, conversations, websites, unconfirmed] = await Promise.all([
    workloads(db, inactiveToo, where),
    openConversations(db, where),
    listWebsites(db),
    withUnconfirmed ? unconfirmedEmails(db) : new Map<string, string>(),
  ]);
  const websiteById = new Map(websites.map((website) => [website.id, website]));
  const byRepresentative = Map.groupBy(conversations, (conversation) => conversation.assignedRepresentativeId);
  return users.map((user) => {
    const unconfirmedEmail = unconfirmed.get(user.id);
    return {
      ...toUser(user),
      availability: user.availability,
      absence: user.absence,
      shift: user.shift,
      capacity: user.capacity,
      languages: user.languages,
      skills: user.skills,
      ...(user.isActive ? {} : { isActive: false }),
      ...(unconfirmedEmail !== undefined && { unconfirmedEmail }),
      activeConversationCount: user.openCount,
      activeConversations: (byRepresentative.get(user.id) ?? []).map((conversation) => ({
        conversation,
        website: websiteById.get(conversation.websiteId ?? '') ?? null,
      })),
    };
  });
}

interface Workload extends Selectable<UsersTable> {
  openCount: number;
  availability: Availability;
  absence: Representative['absence'];
  shift: Representative['shift'];
}

async function workloads(db: Database, inactiveToo: boolean, where = sql<boolean>`true`): Promise<Workload[]> {
  // Postgres expects `<>` to match nearly all rows, even in a table too small to have statistics.
  const { rows } = await sql<Workload>`
    select users.*, coalesce(open.count, 0) as open_count, ${availability} as availability, ${presentAbsence} as absence,
      ${presentShift} as shift
    from users left join (
      select assigned_representative_id, count(*) as count from conversations
      where status <> 'closed' and not hidden and assigned_representative_id is not null and ${where}
      group by assigned_representative_id
    ) open on open.assigned_representative_id = users.id
    where users.kind <> 'service' and ${inactiveToo ? sql`true` : sql`users.is_active`}
    order by users.name, users.id
  `.execute(db);
  return rows;
}

/** The three of latest activity for each representative. */
async function openConversations(db: Database, where = sql<boolean>`true`): Promise<Conversation[]> {
  const { rows } = await sql<ConversationRow>`
    select ${conversationColumns}
    from (select id from users where is_active and kind <> 'service') team cross join lateral (
      select * from conversations
      where assigned_representative_id = team.id and status <> 'closed' and not hidden and ${where}
      order by last_activity_at desc, id desc limit ${activeConversationsPerRepresentative}
    ) conversations
    order by conversations.last_activity_at desc
  `.execute(db);
  return rows.map(toConversation);
}
