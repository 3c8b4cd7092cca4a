/** Visitors' tokens: which of them still count, and their end. */
import { Problem } from '@parley/contracts/problems';
import { findConversation } from '@parley/db/conversations/read';
import { deleteVisitorDevices } from '@parley/db/visitors/push';
import { endAllSessions, endSession, readTokenStates, type TokenState } from '@parley/db/visitors/tokens';
import type { VisitorIdentity } from '@parley/service/secrets';
import type { StaffCaller, VisitorCaller } from '../callers.ts';
import { publishControl, type Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { assertMay } from '../permissions/permissions.ts';

/** Returns whether a token is still valid; never for an erased visitor. */
export const isCurrent = ({ epoch = 0, session }: VisitorIdentity, state: TokenState | undefined): boolean =>
  state?.tokenEpoch === epoch && (session === undefined || !state.revokedSessions.includes(session));

/** For each token, its signature checked before, whether it still counts. However many, it is one query. */
export async function areCurrent(
  context: Pick<Context, 'db'>,
  tokens: readonly VisitorIdentity[],
): Promise<readonly boolean[]> {
  const states = await readTokenStates(
    context.db,
    tokens.map(({ visitorId }) => visitorId),
  );
  return tokens.map((token) => isCurrent(token, states.get(token.visitorId)));
}

/**
 * Ends all tokens of a conversation's visitor, in every browser: their sockets close within a second, and they return
 * as a new visitor.
 *
 * @throws Problem `not_found` for an unknown conversation, or one without a visitor
 */
export async function signOutVisitor(context: Context, caller: StaffCaller, conversationId: string): Promise<void> {
  await assertMay(context, caller, 'conversations.update', { conversationId });
  const visitorId = (await findConversation(context.db, conversationId))?.visitorId;
  if (!visitorId) throw new Problem('not_found', 'Nothing is known about this visitor.');
  await endAllSessions(context.db, visitorId);
  await deleteVisitorDevices(context.db, visitorId);
  await recordAudit(context, caller, { action: 'visitor.signed_out', subject: { type: 'visitor', id: visitorId } });
  await publishControl(context, { type: 'end_visitor', visitorId });
}

/**
 * The visitor logs out of this browser: its tokens stop counting, other browsers of theirs go on. A token from before
 * sessions had names ends all.
 */
export async function endVisitorSession(context: Context, { visitorId, session }: VisitorCaller): Promise<void> {
  if (session === undefined) await endAllSessions(context.db, visitorId);
  else await endSession(context.db, visitorId, session);
  await deleteVisitorDevices(context.db, visitorId, session === undefined ? {} : { session });
  await publishControl(context, { type: 'end_visitor', visitorId, ...(session !== undefined && { session }) });
}
