/**
 * Shows results of actions to representatives, as cards in the customer panel. The server fills in all arguments from
 * the customer's proven identity, as for the assistant. Results are neither stored nor cached.
 */
import type { CustomCard, LoadedCard } from '@parley/contracts/assistant/tools';
import { localize } from '@parley/contracts/i18n/server-texts';
import { Problem } from '@parley/contracts/problems';
import { findConversation } from '@parley/db/conversations/read';
import { newestMessages } from '@parley/db/messages/read';
import { noteCardCall } from '@parley/db/tools/calls';
import { findTool, listTools, type StoredTool } from '@parley/db/tools/definitions';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { publishDelivery } from '../../deliveries/publish-delivery.ts';
import type { ExternalContext } from '../../external/services.ts';
import { assertMay, refuseWithout } from '../../permissions/permissions.ts';
import { cardContent } from './card-content.ts';
import { idempotencyKeyOf } from './call-tool.ts';
import { noTool } from './checked.ts';
import { identityOf } from './identity.ts';
import { asToolFailed, type ToolAnswer, type ToolFailed } from './outcome.ts';
import { callTarget, makeCall, secretValues } from './stored-tools.ts';
import { boundArguments } from './tool-box.ts';

/** Newest messages that are searched for those since the last answer. */
const messagesRead = 50;

/** Lists the actions that are shown as cards. @throws Problem `forbidden` */
export async function listCards(context: Pick<Context, 'db' | 'settings'>, caller: StaffCaller): Promise<CustomCard[]> {
  await refuseWithout(context, caller, 'contacts.read');
  return (await listTools(context.db)).filter(({ isCard }) => isCard).map(({ id, name }) => ({ id, name }));
}

/**
 * Calls an action for the customer of a conversation. A failed call is a result with its problem.
 *
 * @throws Problem `forbidden`, `not_found` for a conversation out of scope, or an action that is no card
 */
export async function loadCard(
  context: ExternalContext,
  caller: StaffCaller,
  { conversationId, toolId }: { conversationId: string; toolId: string },
): Promise<LoadedCard> {
  await assertMay(context, caller, 'contacts.read', { conversationId });
  const [conversation, tool] = await Promise.all([
    findConversation(context.db, conversationId),
    findTool(context.db, toolId),
  ]);
  if (!conversation) throw new Problem('not_found', localize('no_such_conversation'));
  if (!tool?.isCard) throw noTool();
  const messages = await newestMessages(context.db, conversationId, messagesRead);
  const lastAnswer = messages.findLastIndex(({ senderType }) => senderType !== 'customer');
  const unanswered = messages.slice(lastAnswer + 1).map(({ seq }) => seq);
  const identity = await identityOf(context, conversation, unanswered);
  const filled = boundArguments(tool, identity);
  const loadedAt = new Date().toISOString();
  if (!filled || (tool.needsIdentity && identity === null))
    return { content: null, problem: 'identity_missing', loadedAt };
  const outcome = await callOnce(context, caller, { tool, conversationId, filled });
  if ('problem' in outcome) return { content: null, problem: outcome.problem, loadedAt };
  return { content: cardContent(outcome.value, await secretValues(context, tool)), problem: null, loadedAt };
}

interface CardCall {
  tool: StoredTool;
  conversationId: string;
  filled: Readonly<Record<string, string>>;
}

/** Calls an action, and records who loaded it and how the call ended. */
async function callOnce(
  context: ExternalContext,
  { user }: StaffCaller,
  { tool, conversationId, filled }: CardCall,
): Promise<ToolAnswer | ToolFailed> {
  const run = { runId: crypto.randomUUID(), callNo: 1 };
  const begun = performance.now();
  const outcome = await makeCall(context, tool, filled, {
    timeoutMs: tool.timeoutSeconds * 1_000,
    idempotencyKey: idempotencyKeyOf(run),
  }).catch(asToolFailed);
  const { id: toolId, name } = tool;
  const failure = 'problem' in outcome ? outcome : null;
  await noteCardCall(
    context.db,
    {
      ...run,
      conversationId,
      toolId,
      name,
      effect: 'read',
      arguments: {},
      bound: Object.keys(filled),
      requestedBy: user.id,
      state: failure ? 'failed' : 'done',
      problem: failure?.problem ?? null,
      responseStatus: outcome.responseStatus,
      milliseconds: Math.round(performance.now() - begun),
    },
    { target: await callTarget(context, tool), error: failure?.message ?? null },
  );
  await publishDelivery(context, { channel: 'action', conversationId });
  return outcome;
}
