/** Whose conversation it is. Of two who want it at once, one gets it and the other is told who. */
import { sql } from 'kysely';
import type { Database } from '../database.ts';
import { type Act, type Changed, changeConversation } from './change.ts';

export type AssignOutcome =
  | ({ outcome: 'assigned' } & Changed)
  /** Somebody else has it (`by` is null when it went back to nobody). */
  | { outcome: 'taken'; by: { id: string; name: string } | null }
  | { outcome: 'closed' }
  | { outcome: 'not_found' };

/**
 * Takes the conversation over from the assistant, or from nobody: it becomes the representative's and manual. Doing it
 * again changes nothing but succeeds.
 */
export async function takeOver(db: Database, id: string, representativeId: string): Promise<AssignOutcome> {
  const changed = await changeConversation(db, {
    id,
    change: 'taken_over',
    actorId: representativeId,
    set: sql`assigned_representative_id = ${representativeId}, is_ai_assisted = false,
      ai_epoch = conversations.ai_epoch + 1`,
    onlyIf: sql`status <> 'closed' and (is_ai_assisted or assigned_representative_id is null
      or assigned_representative_id = ${representativeId})`,
  });
  return changed ? { outcome: 'assigned', ...changed } : whyNot(db, id);
}

/** Assigns to a representative, which ends the assistant's part, or to nobody, which leaves it. */
export async function assignConversation(
  db: Database,
  id: string,
  { representativeId, ...act }: Act & { representativeId: string | null },
): Promise<AssignOutcome> {
  const changed = await changeConversation(db, {
    ...act,
    id,
    change: 'assigned',
    set: sql`assigned_representative_id = ${representativeId}::uuid,
      is_ai_assisted = conversations.is_ai_assisted and ${representativeId === null},
      ai_epoch = conversations.ai_epoch + 1`,
    onlyIf: sql`status <> 'closed'`,
  });
  return changed ? { outcome: 'assigned', ...changed } : whyNot(db, id);
}

async function whyNot(db: Database, id: string): Promise<AssignOutcome> {
  const row = await db
    .selectFrom('conversations')
    .leftJoin('users', 'users.id', 'conversations.assignedRepresentativeId')
    .select(['conversations.status', 'users.id', 'users.name'])
    .where('conversations.id', '=', id)
    .executeTakeFirst();
  if (!row) return { outcome: 'not_found' };
  if (row.status === 'closed') return { outcome: 'closed' };
  return { outcome: 'taken', by: row.id !== null && row.name !== null ? { id: row.id, name: row.name } : null };
}
