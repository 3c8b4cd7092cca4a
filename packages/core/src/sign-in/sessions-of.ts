/** Lists a user's sessions and ends them. */
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { StaffSession } from '@parley/contracts/users/second-factors';
import { findAccount } from '@parley/db/users/users';
import type { StaffCaller } from '../callers.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { refuseForOthers } from '../permissions/permissions.ts';
import { endSessionCalled, endSessionsOf, listSessions } from '../sessions.ts';

/** Returns a user's sessions, the last used first. @throws Problem `not_found` */
export async function sessionsOf(context: Context, caller: StaffCaller, id: string): Promise<StaffSession[]> {
  await refuseForOthers(context, caller, 'security.manage', id);
  const account = await findAccount(context.db, id);
  if (!account) throw new Problem('not_found', localize('no_such_user'));
  return listSessions(context, { userId: id, epoch: account.sessionEpoch, currentId: caller.sessionId });
}

/** Ends one and closes its sockets. @throws Problem `not_found` */
export async function endOne(context: Context, caller: StaffCaller, id: string, session: string): Promise<void> {
  await refuseForOthers(context, caller, 'security.manage', id);
  if (!(await endSessionCalled(context, id, session))) throw new Problem('not_found', localize('no_such_session'));
  await noteEnded(context, caller, id, { sessions: 'one' });
}

/** Ends all sessions of a user except the caller's. */
export async function endOthers(context: Context, caller: StaffCaller, id: string): Promise<void> {
  await refuseForOthers(context, caller, 'security.manage', id);
  await endSessionsOf(context, id, caller.sessionId);
  await noteEnded(context, caller, id, { sessions: 'all' });
}

const noteEnded = (context: Context, caller: StaffCaller, id: string, details: Record<string, unknown>) =>
  recordAudit(context, caller, { action: 'user.sessions_ended', subject: { type: 'user', id }, details });
