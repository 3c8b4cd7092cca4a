import type { AuditAction } from '@parley/contracts/audit/audit-actions';
import type { AuditEntry } from '@parley/contracts/entities';
import type { Database } from '../database.ts';
import type { JsonObject } from '../tables/work.ts';
import type { AuditRow } from './chain.ts';

export interface NewAuditEntry {
  actorId: string | null;
  actorName: string | null;
  /** Name of the action, such as `website.deleted`. */
  action: AuditAction;
  subject?: { type: string; id: string } | undefined;
  details?: JsonObject;
  /** Network address that the call came from. */
  address?: string | null;
}

/** Writes an administrative activity down and answers the entry's id. It is chained to the others soon afterwards. */
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

export interface AuditFilter {
  actorId?: string | undefined;
  /** An action, or the prefix that several share, such as `website`. */
  action?: string | undefined;
  /** A kind of thing, or an id. */
  subject?: string | undefined;
  /** From then on, and before then. */
  from?: string | undefined;
  to?: string | undefined;
}

export interface AuditPage extends AuditFilter {
  limit: number;
  /** The id that the previous page ended with. */
  before?: string | undefined;
}

/** Newest first. */
export async function listAuditLog(db: Database, page: AuditPage): Promise<AuditEntry[]> {
  const { limit, before, actorId, action, subject, from, to } = page;
  let query = db
    .selectFrom('auditLog')
    .select(['id', 'at', 'actorId', 'actorName', 'action', 'subjectType', 'subjectId', 'details', 'address'])
    .select(['chainNo', 'hash']);
  if (before) query = query.where('id', '<', before);
  if (actorId) query = query.where('actorId', '=', actorId);
  if (action?.includes('.')) query = query.where('action', '=', action);
  else if (action) query = query.where('action', 'like', `${action.replaceAll('_', '\\_')}.%`);
  if (subject) query = query.where((eb) => eb.or([eb('subjectId', '=', subject), eb('subjectType', '=', subject)]));
  if (from) query = query.where('at', '>=', new Date(from));
  if (to) query = query.where('at', '<', new Date(to));
  const rows = await query.orderBy('id', 'desc').limit(limit).execute();
  return rows.map(({ chainNo, hash, ...row }) => ({ ...toAuditEntry(row), no: chainNo, hash }));
}

/** Returns the details of all entries of one action. */
export async function detailsOfAction(db: Database, action: AuditAction): Promise<JsonObject[]> {
  const rows = await db.selectFrom('auditLog').select('details').where('action', '=', action).execute();
  return rows.map(({ details }) => details);
}

/** Converts a row to the entry that the API returns. */
export const toAuditEntry = (row: AuditRow): Omit<AuditEntry, 'no' | 'hash'> => ({
  id: row.id,
  at: row.at.toISOString(),
  actorId: row.actorId,
  actorName: row.actorName,
  action: row.action,
  subject: row.subjectType === null ? null : `${row.subjectType} ${row.subjectId}`,
  details: row.details,
  address: row.address,
});
