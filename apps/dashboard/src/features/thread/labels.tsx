import type { Conversation } from '@parley/contracts/entities';
import { dismissReminder } from '@parley/contracts/routes/reminders';
import { AlarmClock, Bell } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../../api/call.ts';
import { useMay } from '../../forms/permissions.ts';
import { ratingWords } from '../../i18n/en/ratings.ts';
import { labels } from '../../i18n/en/labels.ts';
import { upcomingTime } from '../../ui/times.ts';
import { lazyPart } from '../../loading/part.tsx';
import { RatingTag } from '../../domain/rating/rating-tag.tsx';
import { PriorityMark } from '../../domain/priority/priority-mark.tsx';
import { priorityName } from '../../ui/priority-words.ts';
import { useReminder } from '../../domain/snooze/reminders.ts';
import { useChangeLabels } from '../../domain/tags/change-labels.ts';
import { LabelPickers } from '../../domain/tags/label-pickers.tsx';
import { TagDot } from '../../domain/tags/tag-dot.tsx';
import { useTagsOf } from '../../domain/tags/tags.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from '../../domain/tags/tags.module.css';

const FollowUpDialog = lazyPart(() => import('./follow-up-dialog.tsx'));

/** Shows a conversation's tags, priority, rating and snooze below the header, and registers the keys that change them. */
export function Labels({ conversation }: { conversation: Conversation }) {
  const change = useChangeLabels(conversation);
  const mayUpdate = useMay('conversations.update');
  const { snoozedUntil } = conversation;
  const [isFollowingUp, setFollowingUp] = useState(false);
  return (
    <>
      <LabelLine
        conversation={conversation}
        onFollowUp={mayUpdate ? () => setFollowingUp(true) : undefined}
        onWake={mayUpdate ? () => change({ snoozedUntil: null, expectedSnoozedUntil: snoozedUntil }) : undefined}
      />
      <LabelPickers conversation={conversation} group="Conversation" prefix="label" />
      <Suspense>
        {isFollowingUp && <FollowUpDialog conversation={conversation} onClose={() => setFollowingUp(false)} />}
      </Suspense>
    </>
  );
}

/** Labels with the ways to take them away. */
interface LabelLineProps {
  conversation: Conversation;
  onWake: (() => void) | undefined;
  onFollowUp: (() => void) | undefined;
}

function LabelLine({ conversation, onWake, onFollowUp }: LabelLineProps) {
  const { id, tagIds, priority, snoozedUntil, rating, isToFollowUp } = conversation;
  const tags = useTagsOf(tagIds);
  const reminder = useReminder(id);
  if (tags.length === 0 && priority === 'normal' && rating === 'none' && !snoozedUntil && !reminder) return null;
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
      {rating !== 'none' && (
        <span className={styles.fact}>
          <RatingTag rating={rating} />
          {isToFollowUp && ratingWords('low')}
          {isToFollowUp && onFollowUp && (
            <button type="button" onClick={onFollowUp}>
              {ratingWords('followUp')}
            </button>
          )}
        </span>
      )}
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
