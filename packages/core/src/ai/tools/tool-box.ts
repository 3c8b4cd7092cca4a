/**
 * Runs the tools that the model may call in one reply. The model names a tool and arguments; the server decides
 * everything else: the address, the credentials, the customer, and whether a customer has said yes. Results are data.
 */
import { actionTexts } from '@parley/contracts/i18n/catalogues/actions';
import {
  confirmationMinutes,
  offerState,
  toolCallsPerReply,
  type ToolProblem,
} from '@parley/contracts/assistant/tools';
import type { Message } from '@parley/contracts/entities';
import type { ConversationState } from '@parley/db/conversations/read';
import { someCameBy } from '@parley/db/messages/read';
import { answeredCalls, noteToolCall, type StoredToolCall } from '@parley/db/tools/calls';
import type { ToolDraft } from '@parley/db/tables/rehearsals';
import { type KnownTool, listTools, listToolServers } from '@parley/db/tools/definitions';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { ChatCompletionTool } from 'openai/resources/chat/completions';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import type { Language } from '../../text/language.ts';
import { readArguments, withoutBound } from './arguments.ts';
import { callTool } from './call-tool.ts';
import { questionOf } from './confirmation.ts';
import { claimedEmail, hinted, identityOf, type ProvenIdentity, sendCode, wasProven } from './identity.ts';

/** Result of a call that an answer may cite. */
export interface ToolData {
  callId: string;
  name: string;
  text: string;
}

export type ToolResult =
  | { kind: 'data'; data: ToolData }
  /** There is no result; `message` is passed to the model. */
  | { kind: 'problem'; problem: ToolProblem; message: string }
  /** The reply ends with a question of the server's. */
  | { kind: 'ask'; text: string; choices?: string[] }
  /** The reply ends: a person is needed. */
  | { kind: 'person'; why: 'no_mail' | 'too_many' | 'mail_failed' };

/** Tool call made before the model is asked. */
export interface ToolExchange {
  name: string;
  arguments: string;
  result: ToolResult;
}

export interface ToolBox {
  definitions: ChatCompletionTool[];
  /** Calls that the customer's yes or no has settled. */
  settled: readonly ToolExchange[];
  /** True if the customer's identity is proven. */
  isProven: boolean;
  /** More than `toolCallsPerReply` are not made. */
  call(call: { name: string; arguments: string }): Promise<ToolResult>;
}

const definitionOf = ({ name, description, effect, parameters, bindings, needsIdentity }: KnownTool) =>
  ({
    type: 'function',
    function: {
      name,
      description: [
        description,
        ...(effect === 'write' ? ['The customer is asked to confirm it, by us.'] : []),
        ...(needsIdentity ? ['It is made sure who the customer is, by us.'] : []),
      ].join(' '),
      parameters: withoutBound(parameters, Object.keys(bindings)),
    },
  }) satisfies ChatCompletionTool;

const problem = (code: ToolProblem, message: string): ToolResult => ({ kind: 'problem', problem: code, message });

/** The verified values of the arguments that the server fills in; undefined where one is missing. */
export function boundArguments(
  { bindings }: Pick<KnownTool, 'bindings'>,
  identity: ProvenIdentity | null,
): Record<string, string> | undefined {
  const filled: Record<string, string> = {};
  for (const [name, value] of Object.entries(bindings)) {
    const known = value === 'email' ? identity?.email : identity?.externalId;
    if (known === undefined) return undefined;
    filled[name] = known;
  }
  return filled;
}

/**
 * Returns the minutes that a customer has for their yes, which depend on how the question reaches them: those with an
 * address get it by mail.
 */
async function confirmationTime(
  { db }: Pick<ExternalContext, 'db'>,
  { id, visitorId }: ConversationState,
  messages: readonly Message[],
): Promise<number> {
  const last = messages.findLast(({ senderType }) => senderType === 'customer');
  if (last && (await someCameBy(db, id, [last.seq], 'telegram'))) return confirmationMinutes.telegram;
  const visitor = visitorId === null ? undefined : await findVisitor(db, visitorId);
  return visitor?.email ? confirmationMinutes.mail : confirmationMinutes.widget;
}

/** Returns the same text for the same arguments. */
const canonical = (args: Readonly<Record<string, unknown>>): string =>
  JSON.stringify(Object.entries(args).toSorted(([one], [other]) => (one < other ? -1 : 1)));

/**
 * Returns a keyed digest of the values that the server fills in, so that a call runs with the values that were
 * confirmed.
 */
export const digestOf = ({ secrets }: Pick<ExternalContext, 'secrets'>, bound: Readonly<Record<string, string>>) =>
  secrets.sign('tool arguments', canonical(bound));

/** Actions as they are on one side of a rehearsal; null for none. */
export type ReplacedTools = readonly { id: string; tool: ToolDraft['to'] }[];

/**
 * Returns the active tools, without those that their server has changed or withdrawn, or those with some replaced. A
 * tool with arguments that the server fills in always needs an identity.
 */
async function activeTools(context: Pick<ExternalContext, 'db'>, replaced: ReplacedTools = []): Promise<KnownTool[]> {
  const others = (await listTools(context.db)).filter(({ id }) => replaced.every((each) => each.id !== id));
  const instead = replaced.flatMap(({ id, tool }) => (tool ? [{ ...tool, id }] : []));
  const active = [...others, ...instead].filter(({ isActive }) => isActive);
  const servers = active.some(({ serverId }) => serverId !== null) ? await listToolServers(context.db) : [];
  return active
    .filter(({ serverId, serverTool, serverOffer }) => {
      const offers = servers.find(({ id }) => id === serverId)?.offers ?? null;
      return serverTool === null || offerState({ tool: serverTool, offer: serverOffer }, offers) === 'same';
    })
    .map((tool) => ({ ...tool, needsIdentity: tool.needsIdentity || Object.keys(tool.bindings).length > 0 }))
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
}

export interface Using {
  state: ConversationState;
  /** Since it was last closed, oldest first. */
  messages: readonly Message[];
  /** The event that is replied to. */
  runId: string;
  /** The id of the message that the reply becomes. */
  replyId: string;
  language: Language;
  msLeft: () => number;
  settled?: readonly ToolExchange[];
}

/** Time reserved for the model after a tool call, in milliseconds. */
const modelMs = 5_000;

/** The tools of a live reply. */
export async function toolBox(context: ExternalContext, using: Using): Promise<ToolBox> {
  const tools = await activeTools(context);
  const { state, messages, runId, replyId, language, settled = [] } = using;
  const lastAnswer = messages.findLastIndex(({ senderType }) => senderType !== 'customer');
  const identity =
    tools.length === 0
      ? null
      : await identityOf(
          context,
          state,
          messages.slice(lastAnswer + 1).map(({ seq }) => seq),
        );
  let callNo = 0;

  async function proveIdentity(): Promise<ToolResult> {
    const t = actionTexts(language);
    const email = await claimedEmail(context, state, messages);
    if (email === null) return { kind: 'ask', text: t('askEmail') };
    try {
      const sent = await sendCode(context, { state, runId, email, language });
      return sent === 'sent'
        ? { kind: 'ask', text: t('codeSent', { address: hinted(email) }) }
        : { kind: 'person', why: sent };
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error;
      context.log.warn({ err: error, conversationId: state.id }, 'a code could not be mailed');
      return { kind: 'person', why: 'mail_failed' };
    }
  }

  async function call({ name, arguments: text }: { name: string; arguments: string }): Promise<ToolResult> {
    callNo += 1;
    if (callNo > toolCallsPerReply) return problem('not_run', 'No more calls in this answer.');
    const tool = tools.find((each) => each.name === name);
    if (!tool) return problem('unknown_tool', 'There is no such tool.');
    const bound = Object.keys(tool.bindings);
    const read = readArguments(text, withoutBound(tool.parameters, bound));
    if ('fault' in read) return problem('invalid_arguments', read.fault);
    if (tool.needsIdentity && identity === null) return proveIdentity();
    const filled = boundArguments(tool, identity);
    if (!filled) return problem('identity_missing', 'What is known of the customer is not enough for this.');
    const isWrite = tool.effect === 'write';
    const question = isWrite ? questionOf(tool, read.arguments, language) : undefined;
    if (question && 'fault' in question) return problem('invalid_arguments', question.fault);
    const noted = await noteToolCall(context.db, {
      conversationId: state.id,
      runId,
      callNo,
      toolId: tool.id,
      name,
      effect: tool.effect,
      arguments: read.arguments,
      bound,
      boundDigest: digestOf(context, filled),
      state: isWrite ? 'asked' : 'running',
      askId: isWrite ? replyId : null,
      aiEpoch: state.aiEpoch,
      expiresAt: isWrite ? new Date(Date.now() + (await confirmationTime(context, state, messages)) * 60_000) : null,
    });
    if (question) return { kind: 'ask', ...question };
    const timeoutMs = Math.max(1_000, Math.min(tool.timeoutSeconds * 1_000, using.msLeft() - modelMs));
    const result = await callTool(context, tool, noted, { ...read.arguments, ...filled }, timeoutMs);
    return result.text === null
      ? problem(result.problem ?? 'tool_error', result.message ?? 'The call failed.')
      : { kind: 'data', data: { callId: noted.id, name, text: result.text } };
  }

  return { definitions: tools.map(definitionOf), settled, isProven: identity !== null, call };
}

export interface DryToolBox extends ToolBox {
  /** Everything besides its definitions that its results depend on. */
  dependsOn: unknown;
}

/**
 * Returns the same tools without calls: reads return what the same conversation's calls returned, writes end with the
 * question that the customer would be asked, and personal ones with the request for a proof of identity. For replaying
 * past questions, with some tools replaced for this replay alone.
 */
export async function dryToolBox(
  context: Pick<ExternalContext, 'db'>,
  {
    state,
    messages,
    language,
    replaced,
  }: Pick<Using, 'messages' | 'language'> & {
    state: Pick<ConversationState, 'id' | 'visitorId'>;
    replaced?: ReplacedTools;
  },
): Promise<DryToolBox> {
  const [tools, answered, isProven] = await Promise.all([
    activeTools(context, replaced),
    answeredCalls(context.db, state.id),
    wasProven(context, state),
  ]);
  const recorded = answered.filter((call) => tools.some((tool) => tool.effect === 'read' && isOf(call, tool)));
  const t = actionTexts(language);
  return {
    definitions: tools.map(definitionOf),
    settled: [],
    isProven,
    dependsOn: tools.length > 0 && [
      language,
      isProven,
      tools.map(({ effect, needsIdentity, bindings, confirmation }) => [effect, needsIdentity, bindings, confirmation]),
      recorded.map(({ name, arguments: args, result }) => [name, canonical(args), result]),
    ],
    call: async ({ name, arguments: text }) => {
      const tool = tools.find((each) => each.name === name);
      if (!tool) return problem('unknown_tool', 'There is no such tool.');
      const read = readArguments(text, withoutBound(tool.parameters, Object.keys(tool.bindings)));
      if ('fault' in read) return problem('invalid_arguments', read.fault);
      if (tool.needsIdentity && !isProven) {
        const email = await claimedEmail(context, state, messages);
        return { kind: 'ask', text: email === null ? t('askEmail') : t('codeSent', { address: hinted(email) }) };
      }
      if (tool.effect === 'write') {
        const question = questionOf(tool, read.arguments, language);
        return 'fault' in question ? problem('invalid_arguments', question.fault) : { kind: 'ask', ...question };
      }
      const wanted = canonical(read.arguments);
      const known = recorded.find((call) => isOf(call, tool) && canonical(call.arguments) === wanted);
      return typeof known?.result === 'string'
        ? { kind: 'data', data: { callId: known.id, name, text: known.result } }
        : problem('not_run', 'This is a rehearsal: nothing is called, and this was not recorded.');
    },
  };
}

/** Whether a call was one of this tool's, whatever it was called then, or of another one that had its name. */
const isOf = ({ toolId, name }: StoredToolCall, tool: KnownTool): boolean => toolId === tool.id || name === tool.name;
