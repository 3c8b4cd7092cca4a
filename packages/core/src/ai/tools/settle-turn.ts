/**
 * Handles the customer's reply to a question of the server before any model is asked: yes or no to a write, or a code.
 * A person who takes over, another message, or a timeout leaves the write undone.
 */
import { actionTexts } from '@parley/contracts/i18n/catalogues/actions';
import type { Message } from '@parley/contracts/entities';
import { codeAttempts, hiddenCode } from '@parley/contracts/assistant/tools';
import { localize, type Text } from '@parley/contracts/i18n/server-texts';
import type { ConversationState } from '@parley/db/conversations/read';
import { findMessageByClientId } from '@parley/db/messages/read';
import { beginWrite, dropAsked, pendingWrite, type StoredToolCall } from '@parley/db/tools/calls';
import { findTool, type StoredTool } from '@parley/db/tools/definitions';
import { identityCodes, isOfForm } from '@parley/db/tools/identity-codes';
import type { ExternalContext } from '../../external/services.ts';
import { unanswered } from '../asked.ts';
import type { Language } from '../../text/language.ts';
import { callTool, type CallResult, endCall } from './call-tool.ts';
import { answerOf } from './confirmation.ts';
import { identityOf } from './identity.ts';
import { boundArguments, digestOf, type ToolExchange, type ToolResult } from './tool-box.ts';

export type Turn =
  /** The model continues with the settled call. */
  | { kind: 'go_on'; settled: ToolExchange[] }
  /** The server posts a text itself. */
  | { kind: 'say'; text: string }
  | { kind: 'person'; why: Text };

const goOn = (...settled: ToolExchange[]): Turn => ({ kind: 'go_on', settled });

/** Settles the open question. Another run for the same event returns the same, and repeats no call. */
export async function settleTurn(
  context: ExternalContext,
  {
    state,
    messages,
    eventId,
    language,
  }: {
    state: ConversationState;
    messages: readonly Message[];
    eventId: string;
    language: Language;
  },
): Promise<Turn> {
  const open = unanswered(messages);
  const code = await typedCode(context, state, open, language);
  if (code) return code;
  const call = await pendingWrite(context.db, state.id, eventId);
  if (!call) return goOn();
  if (call.confirmedBy === eventId) return resume(context, call);
  const asked = call.askId === null ? undefined : await findMessageByClientId(context.db, state.id, call.askId, 'ai');
  const last = messages.findLast(({ senderType }) => senderType !== 'customer');
  const isAnswered = asked !== undefined && asked.seq === last?.seq;
  const answer = isAnswered ? answerOf(open.map(({ content, removedAt }) => (removedAt ? '' : content))) : null;
  if (answer === 'yes') return confirmed(context, call, { state, open, eventId });
  await dropAsked(context.db, state.id, answer === 'no' ? call.id : null);
  if (answer !== 'no') return goOn();
  await endCall(context, call, { state: 'declined' }, null);
  return goOn(exchange(call, problem('The customer has said no. It was not done.')));
}

/** Handles a typed code that proved nothing, or the address that a form asked for. */
async function typedCode(
  context: ExternalContext,
  state: ConversationState,
  open: readonly Message[],
  language: Language,
): Promise<Turn | undefined> {
  if (!open.at(-1)?.content.includes(hiddenCode)) return undefined;
  const [newest] = await identityCodes(context.db, state.id, 1);
  if (!newest) return undefined;
  if (newest.verifiedAt !== null) {
    // The assistant asked for another one itself, and goes on with what it is for.
    const isNothingElse = open.at(-1)?.content === hiddenCode;
    return isNothingElse && (await isOfForm(context.db, newest))
      ? { kind: 'say', text: actionTexts(language)('codeRight') }
      : undefined;
  }
  return newest.attempts >= codeAttempts
    ? { kind: 'person', why: localize('identity_unproven') }
    : { kind: 'say', text: actionTexts(language)('wrongCode') };
}

interface Yes {
  state: ConversationState;
  open: readonly Message[];
  eventId: string;
}

async function confirmed(context: ExternalContext, call: StoredToolCall, { state, open, eventId }: Yes): Promise<Turn> {
  const tool = call.toolId === null ? undefined : await findTool(context.db, call.toolId);
  const seqs = open.map(({ seq }) => seq);
  const identity = await identityOf(context, state, seqs);
  const isProven = !tool?.needsIdentity || identity !== null;
  const bound = tool && boundArguments(tool, identity);
  if (!tool?.isActive || !isProven || !bound || call.boundDigest !== digestOf(context, bound)) {
    await dropAsked(context.db, state.id, null);
    return goOn(exchange(call, problem('It is not what the customer has agreed to any more. It was not done.')));
  }
  if (!(await beginWrite(context.db, call.id, eventId))) {
    await dropAsked(context.db, state.id, null);
    return goOn(exchange(call, problem('The customer’s yes came too late. It was not done.')));
  }
  const args = { ...call.arguments, ...bound };
  return turnOf(tool, call, await callTool(context, tool, call, args, tool.timeoutSeconds * 1_000));
}

/** Resumes a reply that was begun before: its worker was killed, or its model gave no answer. */
async function resume(context: ExternalContext, call: StoredToolCall): Promise<Turn> {
  const tool = call.toolId === null ? undefined : await findTool(context.db, call.toolId);
  const { state, result, problem: code } = call;
  if (state === 'done' || state === 'failed')
    return turnOf(tool, call, { state, text: result, problem: code, message: null });
  // Its worker was killed during the call: the outcome is unknown.
  if (state === 'running') await endCall(context, call, { state: 'unsure' }, { target: '', error: null });
  return unsure(call);
}

const unsure = ({ name }: StoredToolCall): Turn => ({ kind: 'person', why: localize('action_unsure', { name }) });

function turnOf(tool: StoredTool | undefined, call: StoredToolCall, result: CallResult): Turn {
  if (result.state === 'unsure') return unsure(call);
  if (result.text === null)
    return goOn(exchange(call, problem(`It was not done. ${result.message ?? result.problem ?? ''}`.trim())));
  const args = Object.entries(call.arguments).map(([name, value]) => `${name}: ${String(value)}`);
  // The values that the customer has confirmed may be repeated.
  const text = [`${tool?.name.replaceAll('_', ' ') ?? call.name}: done`, ...args, result.text]
    .filter(Boolean)
    .join('\n');
  return goOn(exchange(call, { kind: 'data', data: { callId: call.id, name: call.name, text } }));
}

const problem = (message: string): ToolResult => ({ kind: 'problem', problem: 'not_run', message });

const exchange = (call: StoredToolCall, result: ToolResult): ToolExchange => ({
  name: call.name,
  arguments: JSON.stringify(call.arguments),
  result,
});
