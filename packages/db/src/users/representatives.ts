import type { Conversation, Representative } from '@parley/contracts/entities';
import { activeConversationsPerRepresentative } from '@parley/contracts/limits';
import { type Selectable, sql } from 'kysely';
import { conversationColumns, representativeName, toConversation } from '../conversations/entity.ts';
import type { Database } from '../database.ts';
import type { UsersTable } from '../tables/people.ts';
import { listWebsites } from '../websites/websites.ts';
import { toUser } from './users.ts';

/**
 * The active accounts by name (with `inactiveToo` all, the others marked), each with the number of its open conversations
 * and the three of latest activity. Three queries whatever the size of the team, and none looks at closed conversations.
 */
export async function listRepresentatives(
  db: Database,
  { inactiveToo = false }: { inactiveToo?: boolean } = {},
): Promise<Representative[]> {
  const [users, conversations, websites] = await Promise.all([
    workloads(db, inactiveToo),
    openConversations(db),
    listWebsites(db),
  ]);
  const websiteById = new Map(websites.map((website) => [website.id, website]));
  const byRepresentative = Map.groupBy(conversations, (conversation) => conversation.assignedRepresentativeId);
  return users.map((user) => ({
    ...toUser(user),
    ...(user.isActive ? {} : { isActive: false }),
    activeConversationCount: user.openCount,
    activeConversations: (byRepresentative.get(user.id) ?? []).map((conversation) => ({
      conversation,
      website: websiteById.get(conversation.websiteId ?? '') ?? null,
    })),
  }));
}

async function workloads(
  db: Database,
  inactiveToo: boolean,
): Promise<(Selectable<UsersTable> & { openCount: number })[]> {
  return db
    .selectFrom('users')
    .leftJoin(
      (eb) =>
        eb
          .selectFrom('conversations')
          .select(['assignedRepresentativeId', eb.fn.countAll<number>().as('count')])
          .where(sql<boolean>`status <> 'closed' and not hidden`)
          .where('assignedRepresentativeId', 'is not', null)
          .groupBy('assignedRepresentativeId')
          .as('open'),
      (join) => join.onRef('open.assignedRepresentativeId', '=', 'users.id'),
    )
    .selectAll('users')
    .select(sql<number>`coalesce(open.count, 0)`.as('openCount'))
    .where((eb) => (inactiveToo ? eb.lit(true) : eb('isActive', '=', true)))
    .orderBy('name')
    .orderBy('id')
    .execute();
}

/** The three of latest activity for each representative. */
async function openConversations(db: Database): Promise<Conversation[]> {
  const rows = await db
    .selectFrom((eb) => eb.selectFrom('users').select('users.id as userId').where('isActive', '=', true).as('team'))
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('conversations')
          .selectAll()
          .whereRef('assignedRepresentativeId', '=', 'team.userId')
          .where(sql<boolean>`status <> 'closed' and not hidden`)
          .orderBy('lastActivityAt', 'desc')
          .orderBy('id', 'desc')
          .limit(activeConversationsPerRepresentative)
          .as('conversations'),
      (join) => join.onTrue(),
    )
    .select(conversationColumns)
    .select(representativeName.as('representativeName'))
    .orderBy('conversations.lastActivityAt', 'desc')
    .execute();
  return rows.map(toConversation);
}
