/** Selects the past conversations of a rehearsal, and their questions. */
import { handOffTexts } from '@parley/contracts/i18n/catalogues/hand-offs';
import { type Language, languageCodes } from '@parley/contracts/text/languages';
import {
  type AskedTurn,
  closedConversations,
  type ClosedConversation,
  type MessagePlace,
  placesOfMessages,
} from '@parley/db/ai/rehearsal-sample';
import type { Context } from '../../context.ts';

/** So many times the conversations wanted are looked at, for each website and language to get its share. */
const wider = 5;
/** A long conversation is no more than so many questions. */
const turnsPerConversation = 3;

/** The questions of the newest closed conversations, in which each website and language has its share. */
export async function sampleTurns(
  { db }: Pick<Context, 'db'>,
  conversations: number,
): Promise<{ conversations: number; turns: AskedTurn[] }> {
  const chosen = shareOut(await closedConversations(db, conversations * wider), conversations);
  const places = await placesOfMessages(
    db,
    chosen.map(({ id }) => id),
    languageCodes.flatMap(noticePatterns),
  );
  const turns = [...Map.groupBy(places, ({ conversationId }) => conversationId).values()].flatMap((all) =>
    turnsIn(all).slice(0, turnsPerConversation),
  );
  return { conversations: chosen.length, turns };
}

/** Returns patterns of the notices that answer nothing. */
function noticePatterns(language: Language): string[] {
  const t = handOffTexts(language);
  const timed = (['promisedWithin', 'promisedBy', 'renewed'] as const).map((key) => t(key, { time: '%' }));
  return [`${t('soon')}%`, ...timed];
}

/** The newest of each website and language, of which each has one at least, and as many as its share of all. */
export function shareOut<T extends Pick<ClosedConversation, 'websiteId' | 'language'>>(
  newestFirst: readonly T[],
  wanted: number,
): T[] {
  if (newestFirst.length <= wanted) return [...newestFirst];
  const groups = [...Map.groupBy(newestFirst, ({ websiteId, language }) => `${websiteId} ${language}`).values()];
  // Each one's next is due when so much of the group has been taken as of all: the smallest share so far goes first.
  const taken = groups.map((group) => ({ group, count: 0 }));
  const chosen: T[] = [];
  while (chosen.length < wanted) {
    const next = taken
      .filter(({ group, count }) => count < group.length)
      .toSorted((a, b) => a.count / a.group.length - b.count / b.group.length)[0];
    const each = next?.group[next.count];
    if (!next || !each) break;
    next.count += 1;
    chosen.push(each);
  }
  return chosen;
}

/** Returns the customers' questions with their answers, from messages in their order within each conversation. */
export function turnsIn(places: readonly MessagePlace[]): AskedTurn[] {
  const turns: AskedTurn[] = [];
  let asked: { firstSeq: number; lastSeq: number } | undefined;
  for (const { conversationId, seq, isCustomers } of places) {
    const last = turns.at(-1);
    if (isCustomers) asked = { firstSeq: asked?.firstSeq ?? seq, lastSeq: seq };
    else if (asked) {
      turns.push({ conversationId, ...asked, pastReplyFrom: seq, pastReplyTo: seq });
      asked = undefined;
    } else if (last) last.pastReplyTo = seq;
  }
  return turns;
}
