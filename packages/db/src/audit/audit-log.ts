import type { AuditAction } from '@parley/contracts/audit-actions';
import type { AuditEntry } from '@parley/contracts/entities';
import type { Database } from '../database.ts';
import type { JsonObject } from '../tables/work.ts';

export interface NewAuditEntry {
  actorId: string | null;
  actorName: string | null;
  /** As in `website.deleted`. */
  action: AuditAction;
  subject?: { type: string; id: string } | undefined;
  details?: JsonObject;
  /** Where the call came from. */
  address?: string | null;
}

/** Writes an administrative act down and answers the entry's id. */
export async function insertAuditEntry(db: Database, entry: NewAuditEntry): Promise<string> {
  const { actorId, actorName, action, subject, details = {}, address = null } = entry;
  const { id } = await db
    .insertInto('auditLog')
    .values({
      actorId,
      actorName,
      action,
      subjectType: subject?.type ?? null,
      subjectId: subject?.id ?? null,
      details: JSON.stringify(details),
      address,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Newest first; `before` is the id that the previous page ended with. */
export async function listAuditLog(
  db: Database,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<AuditEntry[]> {
  let query = db
    .selectFrom('auditLog')
    .select(['id', 'at', 'actorId', 'actorName', 'action', 'subjectType', 'subjectId', 'details']);
  if (before) query = query.where('id', '<', before);
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    actorId: row.actorId,
    actorName: row.actorName,
    action: row.action,
    subject: row.subjectType === null ? null : `${row.subjectType} ${row.subjectId}`,
    details: row.details,
  }));
}
