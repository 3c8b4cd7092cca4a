/** The audit log: every administrative act, by whom, from where. */
import type { AuditAction } from '@parley/contracts/audit-actions';
import type { AuditEntry } from '@parley/contracts/entities';
import { listAuditLog, insertAuditEntry } from '@parley/db/audit/audit-log';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';

export interface AuditedAction {
  /** The thing and what happened to it: `website.deleted`. */
  action: AuditAction;
  subject?: { type: string; id: string };
  /** What changed. Never a secret, never what customers wrote. */
  details?: Record<string, unknown>;
}

/** Notes who did what. Part of the act: in the same transaction where there is one. */
export async function recordAudit(
  context: Pick<Context, 'db'>,
  caller: StaffCaller,
  act: AuditedAction,
): Promise<void> {
  const { id, name } = caller.user;
  await insertAuditEntry(context.db, { actorId: id, actorName: name, address: caller.address ?? null, ...act });
}

/** The same of what no person of the team did: an identity provider, a directory. */
export async function recordAuditOf(
  context: Pick<Context, 'db'>,
  actor: { name: string; address?: string },
  act: AuditedAction,
): Promise<void> {
  await insertAuditEntry(context.db, {
    actorId: null,
    actorName: actor.name,
    address: actor.address ?? null,
    ...act,
  });
}

/** The newest entries first; `before` continues behind an entry. */
export async function readAuditLog(
  context: Pick<Context, 'db'>,
  page: { limit: number; before?: string | undefined },
): Promise<AuditEntry[]> {
  return listAuditLog(context.db, page);
}
