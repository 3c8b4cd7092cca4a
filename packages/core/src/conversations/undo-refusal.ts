/** Why an act cannot be undone, in words: who did what since. */
import type { ActKind, InTheWay } from '@parley/contracts/acts';
import { tagsPerConversationMax } from '@parley/contracts/limits';
import { Problem } from '@parley/contracts/problems';
import type { Undone } from '@parley/db/conversations/undo';

type Refused = Exclude<Undone, { outcome: 'done' | 'undone_before' | 'not_found' }>;

const refusals: ReadonlySet<string> = new Set<Refused['outcome']>(['in_the_way', 'not_undoable', 'full', 'busy']);

/** Whether something was not undone that there is. */
export const isUndoRefused = (result: { outcome: string }): result is Refused => refusals.has(result.outcome);

/** `conflict`; `inTheWay` is the later act or message, where one is. */
export function undoRefusal(result: Refused): Problem {
  switch (result.outcome) {
    case 'in_the_way':
      return new Problem('conflict', sinceWords(result.inTheWay), { inTheWay: result.inTheWay });
    case 'not_undoable':
      return new Problem(
        'conflict',
        result.why === 'past'
          ? 'The time until which it was snoozed is past.'
          : 'This is nothing that can be undone here.',
      );
    case 'full':
      return new Problem('conflict', `A conversation has at most ${tagsPerConversationMax} tags.`);
    case 'busy':
      return new Problem('conflict', 'Others are changing this conversation. Try again.');
  }
}

const since: Partial<Record<ActKind, string>> = {
  closed: 'has closed it',
  reopened: 'has reopened it',
  assigned: 'has assigned it',
  taken_over: 'has taken it over',
  handed_back: 'has handed it back',
  handed_off: 'has asked for a person',
  tagged: 'has tagged it',
  described: 'has changed its attributes',
  prioritised: 'has given it another priority',
  snoozed: 'has snoozed it',
  unsnoozed: 'has ended its snooze',
  undone: 'has undone a change of it',
};

function sinceWords({ act, message }: InTheWay): string {
  if (!act) return `${message?.senderName ?? speakers[message?.senderType ?? 'representative']} has written since.`;
  const who = act.actorName ?? (act.cause.by === 'rule' ? 'Parley' : speakers[act.cause.by]);
  return `${who} ${since[act.kind] ?? 'has changed it'} since.`;
}

const speakers = {
  customer: 'The customer',
  representative: 'Somebody',
  ai: 'The assistant',
  assistant: 'The assistant',
} as const;
