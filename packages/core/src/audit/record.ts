/** Records every administrative action in the audit log, with actor and address. */
import type { AuditAction } from '@parley/contracts/audit/audit-actions';
import { insertAuditEntry } from '@parley/db/audit/audit-log';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';

export interface AuditedAction {
  /** Subject and event: `website.deleted`. */
  action: AuditAction;
  subject?: { type: string; id: string };
  /** Changed values. Never a secret, never a customer's text. */
  details?: Record<string, unknown>;
}

/** Records an action and its actor, in the same transaction as the action if there is one. */
export async function recordAudit(
  context: Pick<Context, 'db'>,
  caller: StaffCaller,
  activity: AuditedAction,
): Promise<void> {
  const { user, key, address = null } = caller;
  const details = { ...activity.details, ...(key && { apiKey: { id: key.id, name: key.name } }) };
  await insertAuditEntry(context.db, { actorId: user.id, actorName: user.name, address, ...activity, details });
}

/** Records an action by a system instead of a user: an identity provider, a directory. */
export async function recordAuditOf(
  context: Pick<Context, 'db'>,
  actor: { name: string; address?: string },
  activity: AuditedAction,
): Promise<void> {
  await insertAuditEntry(context.db, {
    actorId: null,
    actorName: actor.name,
    address: actor.address ?? null,
    ...activity,
  });
}
