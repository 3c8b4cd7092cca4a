/** Builds the hand-off packet of a conversation: stored for both sides, and posted to the team as a text. */
import type { Cause } from '@parley/contracts/conversations/activities';
import type { Message } from '@parley/contracts/entities';
import type { HandOffPacket, HandOffSummary } from '@parley/contracts/assistant/hand-off-packet';
import { tokensOf } from '@parley/contracts/filter/search-text';
import { findHandOff, saveHandOff } from '@parley/db/ai/hand-offs';
import type { ConversationState } from '@parley/db/conversations/read';
import { teamOfWebsite } from '@parley/db/roles/teams';
import { findVisitor, type Visitor } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';
import { inTime, readingMs } from '../processes/limited-time.ts';
import { handOff } from '../conversations/hand-off.ts';
import { bestExcerpt } from './extract.ts';
import { givenPassages } from './given-passages.ts';
import { completeSummary, type Summary } from './hand-off-summary.ts';
import { detectLanguage } from '../text/language.ts';

const longestDraft = 1_000;

type Conditions = { cause: Cause; onlyIfAiEpoch?: number; onlyIfAiAssisted?: true };

/** Hands off with a packet made from `messages`. Returns false if the conversation was not to be handed off. */
export async function passOn(
  context: Context,
  state: ConversationState,
  messages: readonly Message[],
  summary: Summary,
  conditions: Conditions,
): Promise<boolean> {
  const [complete, read] = packetIn(summary, messages);
  const [visitor, team] = await Promise.all([
    state.visitorId === null ? undefined : findVisitor(context.db, state.visitorId),
    state.websiteId === null ? null : teamOfWebsite(context.db, state.websiteId),
  ]);
  const draft = read.draft ?? (await draftFrom(context, state, messages));
  const packet = { ...read, identity: identityOf(visitor), team, draft };
  // Stored before the team is notified. If nothing is done, the previous packet stays, with its corrections.
  const before = await findHandOff(context.db, state.id);
  await saveHandOff(context.db, state.id, packet);
  const isDone = await handOff(context, state.id, { summary: summaryOf(complete, packet), ...conditions });
  if (!isDone && before) await saveHandOff(context.db, state.id, before.packet);
  return isDone;
}

/** Leaves out what most conversations have. */
const summaryOf = (
  { reason, facts }: Summary,
  { asked, tried, mood, language, identity, team }: HandOffPacket,
): HandOffSummary => ({
  reason,
  asked,
  facts,
  tried,
  ...(mood !== 'calm' && { mood }),
  ...(language !== 'en' && { language }),
  ...(identity !== 'unknown' && { identity }),
  ...(team && { team }),
});

type ReadPacket = Omit<HandOffPacket, 'identity' | 'team'>;

/**
 * Adds what the messages contain to a summary. Messages that can't be read in time add nothing; the hand-off goes on.
 */
export const packetIn = (summary: Summary, messages: readonly Message[]): [Summary, ReadPacket] =>
  inTime<[Summary, ReadPacket], [Summary, ReadPacket]>(readingMs, () => {
    const complete = completeSummary(summary, messages);
    return [complete, packetOf(complete, messages)];
  }, [
    summary,
    {
      asked: summary.asked,
      isAskedWrong: false,
      facts: summary.facts.map((text) => ({ text, seq: null, isWrong: false })),
      tried: [...summary.tried],
      mood: summary.mood ?? 'calm',
      language: 'en',
      draft: summary.draft ?? null,
    },
  ]);

/** Splits what is known into parts: each fact with the customer's message that it comes from. */
function packetOf(summary: Summary, messages: readonly Message[]): ReadPacket {
  const theirs = messages.filter(({ senderType, removedAt }) => senderType === 'customer' && !removedAt);
  const text = theirs.map(({ content }) => content).join('\n');
  return {
    asked: summary.asked,
    isAskedWrong: false,
    facts: summary.facts.map((fact) => ({ text: fact, seq: seqOf(fact, theirs), isWrong: false })),
    tried: [...summary.tried],
    mood: summary.mood ?? moodOf(text),
    language: detectLanguage(text.slice(-2_000)),
    draft: summary.draft ?? null,
  };
}

const identityOf = (visitor: Visitor | undefined): HandOffPacket['identity'] => {
  if (visitor?.emailVerified) return 'confirmed';
  return visitor?.email || visitor?.name ? 'written' : 'unknown';
};

/** Returns the newest message that contains the fact: all of its words with digits, or all of its words. */
function seqOf(fact: string, messages: readonly Message[]): number | null {
  const words = tokensOf(fact).map(({ word }) => word);
  const distinctive = words.filter((word) => /\d/.test(word));
  const looked = distinctive.length > 0 ? distinctive : words;
  const text = messages.findLast(({ content }) => {
    const written = new Set(tokensOf(content).map(({ word }) => word));
    return looked.length > 0 && looked.every((word) => written.has(word));
  });
  return text?.seq ?? null;
}

/** Guesses the mood from the writing alone; a model may know better. */
function moodOf(text: string): HandOffPacket['mood'] {
  const letters = text.match(/\p{L}/gu) ?? [];
  const large = text.match(/\p{Lu}/gu) ?? [];
  return /!{2,}|\?{3,}/.test(text) || (letters.length > 12 && large.length > 0.7 * letters.length) ? 'upset' : 'calm';
}

/** Returns an excerpt of the knowledge that a representative can start an answer from. */
async function draftFrom(
  context: Context,
  state: ConversationState,
  messages: readonly Message[],
): Promise<string | null> {
  const last = messages.findLastIndex(({ senderType }) => senderType !== 'customer');
  const question = messages
    .slice(last + 1)
    .map(({ content }) => content)
    .join('\n');
  const passages = await givenPassages(context, { state, question, before: messages.slice(0, last + 1), limit: 1 });
  return bestExcerpt(passages, question)?.excerpt.text.slice(0, longestDraft) ?? null;
}
