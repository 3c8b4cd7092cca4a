import type { Conversation } from '@parley/contracts/entities';
import { dismissReminder } from '@parley/contracts/routes/reminders';
import { AlarmClock, Bell } from 'lucide-react';
import { call } from '../../api/call.ts';
import { useMay } from '../../forms/permissions.ts';
import { labels } from '../../i18n/en/labels.ts';
import { upcomingTime } from '../../ui/times.ts';
import { PriorityMark } from '../../domain/priority/priority-mark.tsx';
import { priorityName } from '../../ui/priority-words.ts';
import { useReminder } from '../../domain/snooze/reminders.ts';
import { useChangeLabels } from '../../domain/tags/change-labels.ts';
import { LabelPickers } from '../../domain/tags/label-pickers.tsx';
import { TagDot } from '../../domain/tags/tag-dot.tsx';
import { useTagsOf } from '../../domain/tags/tags.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from '../../domain/tags/tags.module.css';

/** Shows a conversation's tags, priority and snooze below the header, and registers the keys that change them. */
export function Labels({ conversation }: { conversation: Conversation }) {
  const change = useChangeLabels(conversation);
  const mayUpdate = useMay('conversations.update');
  const { snoozedUntil } = conversation;
  return (
    <>
      <LabelLine
        conversation={conversation}
        onWake={mayUpdate ? () => change({ snoozedUntil: null, expectedSnoozedUntil: snoozedUntil }) : undefined}
      />
      <LabelPickers conversation={conversation} group="Conversation" prefix="label" />
    </>
  );
}

/** Shows the labels; nothing if there are none. */
function LabelLine({ conversation, onWake }: { conversation: Conversation; onWake: (() => void) | undefined }) {
  const { id, tagIds, priority, snoozedUntil } = conversation;
  const tags = useTagsOf(tagIds);
  const reminder = useReminder(id);
  if (tags.length === 0 && priority === 'normal' && !snoozedUntil && !reminder) return null;
  const callOff = () => void call(dismissReminder, { params: { id } }).catch((error: unknown) => toastFailure(error));
  return (
    <div className={styles.line} data-labels>
      {priority !== 'normal' && (
        <span className={styles.fact}>
          <PriorityMark priority={priority} />
          {priorityName(priority)}
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag.id} className={styles.tag}>
          <TagDot colour={tag.colour} />
          <bdi>{tag.name}</bdi>
        </span>
      ))}
      {snoozedUntil && (
        <span className={styles.fact}>
          <AlarmClock size={14} aria-hidden />
          {labels('snoozedUntil', { time: upcomingTime(snoozedUntil) })}
          {onWake && (
            <button type="button" onClick={onWake}>
              {labels('endSnooze')}
            </button>
          )}
        </span>
      )}
      {reminder && (
        <span className={styles.fact}>
          <Bell size={14} aria-hidden />
          {labels('remindingAt', { time: upcomingTime(reminder.remindAt) })}
          <button type="button" onClick={callOff}>
            {labels('callOff')}
          </button>
        </span>
      )}
    </div>
  );
}
