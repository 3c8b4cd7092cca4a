/** Writes the summary that a representative gets on a hand-off: the question, the facts given, the attempts made. */
import { isObject, type Json, parseJson } from '@parley/contracts/json';
import type { Message } from '@parley/contracts/entities';
import { type HandOffSummary, moods } from '@parley/contracts/assistant/hand-off-packet';
import { localize } from '@parley/contracts/i18n/server-texts';

const longestLine = 300;
const mostLines = 6;

/** Parts of the summary from the model or the caller of the hand-off; the rest is derived from the conversation. */
export interface Summary extends HandOffSummary {
  draft?: string | undefined;
}

const line = (value: unknown): string | null => {
  if (typeof value !== 'string') return null;
  const text = value.replaceAll(/\s+/g, ' ').trim();
  return text === '' ? null : text.slice(0, longestLine);
};
const lines = (value: unknown): string[] =>
  (Array.isArray(value) ? value : [value]).flatMap((each) => line(each) ?? []).slice(0, mostLines);

/** Reads the arguments of the model's tool call; whatever doesn't fit is left out, never refused. */
export function summaryFromToolCall(argumentsText: string): Summary {
  const read = parseJson(argumentsText);
  // A model that can't write JSON still wants a person.
  const given: Json = isObject(read) ? read : {};
  const mood = moods.find((each) => each === given.mood);
  return {
    reason: line(given.reason) ?? localize('assistant_wants_person'),
    asked: line(given.asked),
    facts: lines(given.facts),
    tried: lines(given.tried),
    ...(mood && { mood }),
    draft: line(given.draft) ?? undefined,
  };
}

/** Completes the model's summary from the conversation: the question, addresses and numbers, the answers. */
export function completeSummary(summary: Summary, messages: readonly Message[]): Summary {
  const lastAnswer = messages.findLastIndex((message) => message.senderType !== 'customer');
  const open = messages.slice(lastAnswer + 1).filter((message) => message.senderType === 'customer');
  const asked = summary.asked ?? line(open.map((message) => message.content).join(' '));
  const customerText = messages
    .filter((message) => message.senderType === 'customer')
    .map((message) => message.content)
    .join('\n');
  const facts = summary.facts.length > 0 ? summary.facts : factsIn(customerText);
  const tried =
    summary.tried.length > 0
      ? summary.tried
      : messages
          .filter((message) => message.senderType === 'ai')
          .slice(-2)
          .flatMap((message) => line(message.content) ?? []);
  return { ...summary, asked, facts, tried };
}

/** Returns order numbers, addresses and phone numbers, which customers hate to repeat. */
function factsIn(text: string): string[] {
  const found =
    text.match(
      /(?<![\w.+-])[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63})+|(?:#|\b[A-Z]{1,4}-?)\d{3,}\b|\+?\d[\d\s()/-]{6,}\d|\b\d{4,}\b/g,
    ) ?? [];
  return [...new Set(found.map((each) => each.trim()))].slice(0, mostLines);
}
