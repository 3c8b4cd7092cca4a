/** Derives what a simulation replays from the log: who needed a response when, who wrote it, and how long it took. */
import type { PastChange, WrittenMessage } from '@parley/db/routing/history';
import type { ModelTurn, Span } from './model.ts';

/** A customer who needed a response of a person. */
export interface PastTurn {
  since: number;
  /** Null if nobody has answered. */
  answeredAt: number | null;
  userId: string | null;
  /** When it was closed after the response, before the customer wrote again. */
  closedAt: number | null;
}

const minuteMs = 60_000;
/** A person who wrote nothing for longer did something else before the response. */
const longestHandlingMs = 15 * minuteMs;
const shortestHandlingMs = 10_000;
/** A person who writes again within this time was at work in between. */
const longestPauseMs = 120 * minuteMs;
/** A person is at work for so long before their first response and after their last one. */
const aroundMs = 5 * minuteMs;

type Entry = { at: number; kind: WrittenMessage['by'] | PastChange['kind']; userId: string | null };

/** Returns the turns of a conversation in which a person was needed. */
export function turnsOf(
  messages: readonly WrittenMessage[],
  changes: readonly PastChange[],
  { isAiAssisted }: { isAiAssisted: boolean },
): PastTurn[] {
  const entries: Entry[] = [
    ...messages.map(({ at, by, userId }) => ({ at: at.getTime(), kind: by, userId })),
    ...changes.map(({ at, kind }) => ({ at: at.getTime(), kind, userId: null })),
  ].toSorted((one, other) => one.at - other.at);
  const turns: PastTurn[] = [];
  let asked: number | null = null;
  let handedOff: number | null = null;
  for (const { at, kind, userId } of entries) {
    if (kind === 'customer') asked ??= at;
    else if (kind === 'handed_off') handedOff ??= at;
    else if (kind === 'ai') asked = null;
    else if (kind === 'representative') {
      const since = earliest(asked, handedOff);
      if (since !== null) turns.push({ since, answeredAt: at, userId, closedAt: null });
      [asked, handedOff] = [null, null];
    } else if (kind === 'closed') {
      const last = turns.at(-1);
      if (last) last.closedAt ??= at;
      [asked, handedOff] = [null, null];
    }
  }
  const since = isAiAssisted ? handedOff : earliest(asked, handedOff);
  if (since !== null) turns.push({ since, answeredAt: null, userId: null, closedAt: null });
  return turns;
}

const earliest = (one: number | null, other: number | null): number | null =>
  one === null || other === null ? (one ?? other) : Math.min(one, other);

/** Returns how long each response took its writer: since they wrote before, or since the customer needed it. */
export function handlingTimes(
  turns: readonly PastTurn[],
  written: ReadonlyMap<string, readonly number[]>,
): Map<PastTurn, number> {
  const taken = new Map<PastTurn, number>();
  const usual = new Map<string, number[]>();
  const unclear: PastTurn[] = [];
  for (const turn of turns) {
    const { since, answeredAt, userId } = turn;
    if (answeredAt === null || userId === null) continue;
    const before = lastBefore(written.get(userId) ?? [], answeredAt);
    const time = answeredAt - Math.max(since, before ?? since);
    if (time > longestHandlingMs) unclear.push(turn);
    else {
      taken.set(turn, Math.max(shortestHandlingMs, time));
      usual.set(userId, [...(usual.get(userId) ?? []), Math.max(shortestHandlingMs, time)]);
    }
  }
  const everyone = median([...usual.values()].flat()) ?? 2 * minuteMs;
  const medians = new Map([...usual].map(([userId, times]) => [userId, median(times) ?? everyone]));
  for (const turn of unclear) taken.set(turn, medians.get(turn.userId ?? '') ?? everyone);
  return taken;
}

/** Returns the last of the ascending times that is earlier. */
function lastBefore(times: readonly number[], at: number): number | undefined {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((times[middle] ?? at) < at) low = middle + 1;
    else high = middle;
  }
  return times[low - 1];
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((one, other) => one - other)[values.length >> 1];
}

/** Returns when a person was at work, from the ascending times at which they wrote. */
export function presenceOf(times: readonly number[], { from, until }: Span): Span[] {
  const spans: Span[] = [];
  for (const at of times) {
    const last = spans.at(-1);
    if (last && at - last.until <= longestPauseMs) last.until = at;
    else spans.push({ from: at, until: at });
  }
  return spans.map((span) => ({
    from: Math.max(from, span.from - aroundMs),
    until: Math.min(until, span.until + aroundMs),
  }));
}

/** Returns the turns as the model replays them. */
export const modelTurns = (turns: readonly PastTurn[], handling: ReadonlyMap<PastTurn, number>): ModelTurn[] =>
  turns.map((turn, index) => {
    const before = turns[index - 1]?.answeredAt;
    return {
      afterMs: before ? turn.since - before : 0,
      handlingMs: handling.get(turn) ?? null,
      closesAfterMs: turn.closedAt === null || turn.answeredAt === null ? null : turn.closedAt - turn.answeredAt,
    };
  });
