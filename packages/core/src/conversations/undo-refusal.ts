/** Explains why an activity can't be undone: the later change and its author. */
import type { ActivityKind, InTheWay } from '@parley/contracts/conversations/activities';
import { tagsPerConversationMax } from '@parley/contracts/conversations/limits';
import { Problem } from '@parley/contracts/problems';
import { englishOf, localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import type { Undone } from '@parley/db/conversations/undo';

type Refused = Exclude<Undone, { outcome: 'done' | 'undone_before' | 'not_found' }>;

const refusals: ReadonlySet<string> = new Set<Refused['outcome']>(['in_the_way', 'not_undoable', 'full', 'busy']);

/** Whether something was not undone that there is. */
export const isUndoRefused = (result: { outcome: string }): result is Refused => refusals.has(result.outcome);

/** `conflict`; `inTheWay` is the later activity or message, where one is. */
export function undoRefusal(result: Refused): Problem {
  switch (result.outcome) {
    case 'in_the_way': {
      const [text, english] = sinceWords(result.inTheWay);
      return new Problem('conflict', text, { english, inTheWay: result.inTheWay });
    }
    case 'not_undoable':
      return new Problem('conflict', result.why === 'past' ? localize('snooze_is_past') : localize('not_undoable'));
    case 'full':
      return new Problem('conflict', localize('too_many_tags', { max: tagsPerConversationMax }));
    case 'busy':
      return new Problem('conflict', localize('being_changed'));
  }
}

const since = {
  closed: 'closed_since',
  reopened: 'reopened_since',
  assigned: 'assigned_since',
  taken_over: 'taken_over_since',
  returned_to_assistant: 'returned_to_assistant_since',
  handed_off: 'handed_off_since',
  tagged: 'tagged_since',
  described: 'described_since',
  prioritised: 'prioritised_since',
  retitled: 'retitled_since',
  participants_changed: 'participants_changed_since',
  related_changed: 'related_changed_since',
  snoozed: 'snoozed_since',
  unsnoozed: 'unsnoozed_since',
  merged: 'merged_since',
  unmerged: 'unmerged_since',
  split: 'split_since',
  split_off: 'split_off_since',
  sla_warned: 'changed_since',
  sla_breached: 'changed_since',
  rated: 'changed_since',
  followed_up: 'changed_since',
  undone: 'undone_since',
} as const;

const hasWords = (kind: ActivityKind): kind is keyof typeof since => kind in since;

/** Returns the text that names the later change and its author, and a more detailed one in English. */
function sinceWords({ activity, message }: InTheWay): [LocalizedText, english?: string] {
  if (!activity) {
    const { senderName, senderType = 'representative' } = message ?? {};
    return [senderName ? localize('written_since_by', { who: senderName }) : localize(written[senderType])];
  }
  const code = hasWords(activity.kind) ? since[activity.kind] : 'changed_since';
  if (activity.actorName !== null) return [localize(code, { who: activity.actorName })];
  if (activity.cause.by === 'rule') return [localize(code, { who: 'Parley' })];
  if (activity.cause.by === 'automation') return [localize(code, { who: activity.cause.name })];
  // Other languages have a whole sentence for each unnamed author.
  const { name, unnamed } = speakers[activity.cause.by];
  return [localize(unnamed), englishOf(localize(code, { who: name }))];
}

const written = {
  customer: 'written_by_customer',
  representative: 'written_since',
  ai: 'written_by_assistant',
} as const;

const speakers = {
  customer: { name: 'The customer', unnamed: 'changed_by_customer' },
  representative: { name: 'Someone', unnamed: 'changed_by_somebody' },
  assistant: { name: 'The assistant', unnamed: 'changed_by_assistant' },
  mail: { name: 'A mail', unnamed: 'changed_by_somebody' },
  import: { name: 'An import', unnamed: 'changed_by_somebody' },
} as const;
