/** Selects what is to be answered in a conversation, and which sources an answer may cite. */
import type { Message } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings/settings';
import type { ConversationState } from '@parley/db/conversations/read';
import type { Passage } from '../knowledge/passages.ts';
import type { CitableSources } from './grounding/check.ts';

/** The customer's messages since the last answer, oldest first. */
export function unanswered(messages: readonly Message[]): Message[] {
  const lastAnswer = messages.findLastIndex((message) => message.senderType !== 'customer');
  return messages.slice(lastAnswer + 1);
}

/** Returns the open question. After a hand-off notice, that is what the customer wrote before the notice. */
export function openQuestion(messages: readonly Message[]): string {
  const open = unanswered(messages);
  const asked = open.length > 0 ? open : messages.filter((message) => message.senderType === 'customer').slice(-1);
  return asked.map((message) => message.content).join('\n');
}

/** Collects the sources of an answer. The assistant's own messages count: they were checked before they were sent. */
export function citableSourcesOf(
  { systemPrompt }: Settings['aiConfig'],
  { websiteDomain }: Pick<ConversationState, 'websiteDomain'>,
  messages: readonly Message[],
  passages: readonly Passage[],
): CitableSources<Passage> {
  const by = (isCustomer: boolean): string =>
    messages
      .filter(({ senderType }) => (senderType === 'customer') === isCustomer)
      .flatMap(({ content, senderName }) => [content, senderName ?? ''])
      .join('\n');
  return {
    passages,
    instructions: `${systemPrompt}\n${websiteDomain ?? ''}`,
    teamText: by(false),
    asked: by(true),
    question: openQuestion(messages),
  };
}

const longestEarlier = 300;

/** Returns the customer's last message before the conversation was closed, on one line, as a hint at its subject. */
export function earlierOf(messages: readonly Message[], after: number): string | undefined {
  const last = messages.findLast(({ seq, senderType }) => seq <= after && senderType === 'customer');
  return last?.content.replaceAll(/\s+/g, ' ').slice(0, longestEarlier) || undefined;
}
