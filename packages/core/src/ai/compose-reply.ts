/**
 * Composes the assistant's answer to a question. It has no side effects except calls to the model and its tools, so it
 * serves both waiting customers and rehearsals of past questions.
 */
import type { Message } from '@parley/contracts/entities';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { WebsiteAiConfig } from '@parley/contracts/assistant/settings';
import { toolCallsPerReply } from '@parley/contracts/assistant/tools';
import type { ConversationState } from '@parley/db/conversations/read';
import type { ExternalContext } from '../external/services.ts';
import { inTime, readingMs } from '../processes/limited-time.ts';
import type { Passage } from '../knowledge/passages.ts';
import { citableSourcesOf, unanswered } from './asked.ts';
import { type CitedReply, writeCited } from './cited-reply.ts';
import type { CheckedAnswer } from './grounding/answer.ts';
import { becauseOf, dataPassage, exchangeOf, isToolCall } from './tools/in-reply.ts';
import type { ToolBox, ToolExchange } from './tools/tool-box.ts';
import { onlyReason } from '@parley/contracts/assistant/hand-off';
import { summaryFromToolCall, type Summary } from './hand-off-summary.ts';
import { asksForPerson } from './person-requests.ts';
import { handOffTool, handOffToolName, replyPrompt, secretTexts, type ShownPictures } from './prompt.ts';
import { ReplyFilter } from './reply-filter.ts';
import { type ModelAccess, modelName } from './model-access.ts';
import { type Run, runModel, type RunSubject } from './run.ts';
import { askWithPictures } from './shown-pictures.ts';
import { topicIn } from './topics.ts';

/** An attempt that has less than this left is not begun. */
export const shortestAttemptMs = 3_000;

/** Parts of a conversation that its answers depend on. */
export type AskedState = Pick<ConversationState, 'id' | 'visitorId' | 'websiteId' | 'websiteDomain'>;

export interface ReplyQuestion<State extends AskedState = ConversationState> {
  aiConfig: WebsiteAiConfig;
  state: State;
  /** Since it was last closed, oldest first; the customer's last ones are to be answered. */
  messages: readonly Message[];
  /** Answers of the assistant's since then. */
  turns: number;
  /** Subject of the conversation before it was last closed. */
  earlier: string | undefined;
}

/** Why a person is called before any model is asked; null where one may be. A text that can't be read in time is a person's. */
export function personNeeded(question: ReplyQuestion<AskedState>): Summary | null {
  return inTime(readingMs, () => reasonForPerson(question), onlyReason(localize('assistant_no_answer')));
}

function reasonForPerson({ aiConfig, messages, turns }: ReplyQuestion<AskedState>): Summary | null {
  const open = unanswered(messages);
  if (open.some((message) => asksForPerson(message.content))) return onlyReason(localize('person_wanted'));
  const topic = topicIn(open.map(({ content }) => content).join('\n'), aiConfig.personTopics);
  if (topic !== null) return onlyReason(localize('person_topic', { topic }));
  if (aiConfig.maxTurns > 0 && turns >= aiConfig.maxTurns)
    return onlyReason(localize('assistant_turns_spent', { count: aiConfig.maxTurns }));
  return aiConfig.enabled ? null : onlyReason(localize('assistant_off'));
}

type ComposingContext = Pick<ExternalContext, 'db' | 'external' | 'redis' | 'prefix' | 'settings' | 'log'>;

export interface Composing {
  access: ModelAccess;
  subject: RunSubject;
  pictures: ShownPictures;
  /** Passages that the answer may cite, best first. */
  passages: readonly Passage[];
  /** True if every sentence must have a source. */
  onlyFromSources: boolean;
  /** Called with the text that the customer may see while it is written. */
  show: (text: string) => void;
  /** Until a word of the answer must be there. */
  msLeft: () => number;
  signal: AbortSignal;
  /** Tools that the model may call besides handing off; none if undefined. */
  tools?: ToolBox | undefined;
}

/** The run is not written down yet; a hand-off names the outcome that it is written down with. */
export type ComposedReply = { run: Run } & (
  | { kind: 'answer'; answer: CheckedAnswer<Passage> }
  /** The server asks the customer something before the assistant goes on. */
  | { kind: 'ask'; text: string; choices: string[] | undefined }
  | {
      kind: 'hand_off';
      outcome: 'handed_off' | 'unsupported' | 'unknown_tool' | 'empty' | 'tool_calls';
      summary: Summary;
    }
);

/** Asks the model for an answer, tool calls, or a hand-off. @throws ModelFailed, PromptLeak, or the signal's reason */
export async function composeReply(
  context: ComposingContext,
  question: ReplyQuestion<AskedState>,
  composing: Composing,
): Promise<ComposedReply> {
  const { tools, msLeft } = composing;
  const exchanges: ToolExchange[] = [...(tools?.settled ?? [])];
  // Text written before a tool call is not part of the answer, and is shown separately while the answer is written.
  let apart = '';
  const show = (text: string): void => {
    if (text === '') return;
    composing.show(`${apart}${text}`);
    apart = '';
  };
  for (let calls = 0; ; calls += 1) {
    const { run, answer } = await write(context, question, { ...composing, show }, exchanges);
    const { toolCall } = run.answer;
    if (toolCall?.name === handOffToolName)
      return { run, kind: 'hand_off', outcome: 'handed_off', summary: summaryFromToolCall(toolCall.arguments) };
    if (tools && isToolCall(tools, toolCall)) {
      if (calls >= toolCallsPerReply || msLeft() < shortestAttemptMs)
        return { run, kind: 'hand_off', outcome: 'tool_calls', summary: onlyReason(localize('tool_calls_spent')) };
      const result = await tools.call(toolCall);
      if (result.kind === 'ask') return { run, kind: 'ask', text: result.text, choices: result.choices };
      if (result.kind === 'person')
        return { run, kind: 'hand_off', outcome: 'tool_calls', summary: onlyReason(becauseOf(result)) };
      await run.record('tool_call');
      exchanges.push({ ...toolCall, result });
      if (run.answer.text.trim() !== '') apart = '\n\n';
      continue;
    }
    if (answer.isWorthSending) return { run, kind: 'answer', answer };
    if (answer.unsupported.length > 0)
      return { run, kind: 'hand_off', outcome: 'unsupported', summary: onlyReason(localize('assistant_unsupported')) };
    const outcome = toolCall ? 'unknown_tool' : 'empty';
    return { run, kind: 'hand_off', outcome, summary: onlyReason(localize('assistant_no_answer')) };
  }
}

/** Asks the model for one answer that cites the passages and the results of this reply's tool calls. */
async function write(
  context: ComposingContext,
  { aiConfig, state, messages, earlier }: ReplyQuestion<AskedState>,
  { access, subject, pictures, passages, onlyFromSources, show, msLeft, signal, tools }: Composing,
  exchanges: readonly ToolExchange[],
): Promise<CitedReply<Passage>> {
  const { systemPrompt, autoHandoff, maxTokens, tone } = aiConfig;
  const data = exchanges.flatMap(({ result }) => (result.kind === 'data' ? [dataPassage(result.data)] : []));
  const citable = citableSourcesOf(aiConfig, state, messages, [...passages, ...data]);
  const offered = [...(autoHandoff ? [handOffTool] : []), ...(tools?.definitions ?? [])];
  const withTools = tools &&
    (tools.definitions.length > 0 || exchanges.length > 0) && {
      tools: { isProven: tools.isProven, exchanges: exchangeOf(exchanges, passages.length) },
    };
  return writeCited({
    citable: {
      ...citable,
      seesPictures: pictures.size > 0,
      // A tool's result is always repeated as it is.
      mayGoBeyond: !onlyFromSources && data.length === 0,
    },
    newFilter: () =>
      new ReplyFilter({
        secrets: secretTexts(aiConfig),
        trusted: [systemPrompt, ...passages.flatMap(({ text, url }) => [text, url ?? ''])],
        website: state.websiteDomain,
        maxLength: messageMaxLength,
      }),
    show,
    mayAskAgain: () => msLeft() >= shortestAttemptMs,
    ask: (unsupported, stop, onText) =>
      askWithPictures(context, pictures, (seen) => {
        const asked = { systemPrompt, tone, knowledge: passages, messages, pictures: seen, earlier, unsupported };
        return runModel(context, access, subject, {
          model: modelName(access, aiConfig.model),
          messages: replyPrompt({ ...asked, ...withTools }, { mayHandOff: autoHandoff }),
          messagesWithoutTools: replyPrompt(asked, { mayHandOff: false }),
          maxTokens,
          tools: offered,
          firstWordMs: Math.max(0, msLeft()),
          signal: AbortSignal.any([signal, stop]),
          onText,
        });
      }),
  });
}
