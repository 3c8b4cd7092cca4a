import type { Conversation } from '@parley/contracts/entities';
import { labels } from '../../i18n/en/labels.ts';
import { useByNow } from '../../ui/clock.ts';
import { dueName } from '../../ui/due-words.ts';
import { Tag } from '../../ui/tag.tsx';
import { exactTime, waitingFor } from '../../ui/times.ts';

type Due = Required<Pick<Conversation, 'dueAt' | 'dueKind' | 'dueSoonAt'>>;

/** Whether a conversation is due for something. */
export const isDue = <Part extends Partial<Due>>(conversation: Part): conversation is Part & Due =>
  conversation.dueAt !== undefined && conversation.dueKind !== undefined && conversation.dueSoonAt !== undefined;

/** Returns how near the due time is: `soon` from three quarters of the time, `over` when it has passed. */
const stateOf = ({ dueAt, dueSoonAt }: Due, now: number): 'later' | 'soon' | 'over' => {
  if (now >= Date.parse(dueAt)) return 'over';
  return now >= Date.parse(dueSoonAt) ? 'soon' : 'later';
};

/** Returns whether a conversation is due soon or overdue; a list reads it again every half minute. */
export const useIsDueSoon = (conversation: Partial<Due>): boolean =>
  useByNow((now) => (isDue(conversation) && stateOf(conversation, now) !== 'later' ? 'soon' : null)) !== null;

/** Shows the time that is left, or how long something is overdue; nothing until it is due soon. */
export function DueTag({ due }: { due: Due }) {
  const state = useByNow((now) => stateOf(due, now));
  const time = useByNow((now) =>
    now < Date.parse(due.dueAt)
      ? waitingFor(new Date(now).toISOString(), Date.parse(due.dueAt))
      : waitingFor(due.dueAt, now),
  );
  if (state === 'later') return null;
  const what = { what: dueName(due.dueKind), time: exactTime(due.dueAt) };
  const isOver = state === 'over';
  return (
    <Tag tone={isOver ? 'red' : 'amber'} title={isOver ? labels('overdueSince', what) : labels('dueAt', what)}>
      <span aria-hidden>{isOver ? '!! ' : '! '}</span>
      <span className="sr-inline">{dueName(due.dueKind)} </span>
      {isOver ? labels('overdueFor', { time }) : labels('dueLeft', { time })}
    </Tag>
  );
}
