/** Making a call that is noted already, and noting how it ended: in its row, as an activity for the team, in the log of deliveries. */
import type { ToolProblem } from '@parley/contracts/assistant/tools';
import { calledTool, endToolCall, type StoredToolCall } from '@parley/db/tools/calls';
import type { KnownTool } from '@parley/db/tools/definitions';
import { publishDelivery } from '../../deliveries/publish-delivery.ts';
import { dispatch } from '../../events/dispatch.ts';
import type { ExternalContext } from '../../external/services.ts';
import { asToolFailed, ToolFailed } from './outcome.ts';
import { callTarget, makeCall } from './stored-tools.ts';

/** Equal for every attempt, so that the receiver recognises a repetition. */
export const idempotencyKeyOf = ({ runId, callNo }: Pick<StoredToolCall, 'runId' | 'callNo'>): string =>
  `${runId}-${callNo}`;

export interface CallResult {
  state: 'done' | 'failed' | 'unsure';
  /** Text for the model; null if there is no result. */
  text: string | null;
  problem: ToolProblem | null;
  message: string | null;
}

/** Makes a call once, and records its end. A write with an unknown outcome is `unsure`, and never repeated. */
export async function callTool(
  context: ExternalContext,
  tool: KnownTool,
  call: StoredToolCall,
  args: Readonly<Record<string, unknown>>,
  timeoutMs: number,
): Promise<CallResult> {
  const target = await callTarget(context, tool);
  const begun = performance.now();
  const since = (): number => Math.round(performance.now() - begun);
  let result: CallResult;
  let responseStatus: number | null;
  try {
    const answer = await makeCall(context, tool, args, { timeoutMs, idempotencyKey: idempotencyKeyOf(call) });
    responseStatus = answer.responseStatus;
    result = { state: 'done', text: answer.text, problem: null, message: null };
  } catch (error) {
    const failed = error instanceof ToolFailed ? error : asToolFailed(error);
    responseStatus = failed.responseStatus;
    const state = call.effect === 'write' && failed.mayBeDone ? 'unsure' : 'failed';
    result = { state, text: null, problem: failed.problem, message: failed.message };
  }
  const { state, text, problem, message } = result;
  const end = { state, result: text, problem, responseStatus, milliseconds: since() };
  await endCall(context, call, end, { target, error: message });
  return result;
}

/** Notes the end of a call. Where it has ended before, that stays. */
export async function endCall(
  context: ExternalContext,
  call: StoredToolCall,
  end: Parameters<typeof endToolCall>[2],
  log: Parameters<typeof endToolCall>[3],
): Promise<void> {
  const ended = await endToolCall(context.db, call.id, end, log);
  if (!ended) return;
  if (ended.event) await dispatch(context, ended.event);
  if (log) await publishDelivery(context, { channel: 'action', conversationId: call.conversationId });
  const { arguments: _arguments, ...logged } = calledTool(ended.call);
  context.log.info({ conversationId: call.conversationId, tool: logged }, 'the assistant has called a tool');
}
