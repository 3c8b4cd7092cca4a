import type { ScheduledMessage } from '@parley/contracts/conversations/scheduled';
import { changeScheduled } from '@parley/contracts/routes/scheduled';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { CalendarClock, TriangleAlert } from 'lucide-react';
import { Suspense, useEffect, useState } from 'react';
import { call } from '../../api/call.ts';
import { refusalWords } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { common } from '../../i18n/en/common.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { EditField } from '../../ui/edit-field.tsx';
import { exactTime, upcomingTime } from '../../ui/times.ts';
import { AttachmentList } from '../files/attachments.tsx';
import { useDecisions } from '../files/decisions.ts';
import { linkedText } from '../../ui/linked-text.tsx';
import { FormattedText } from '../../ui/rich-text.tsx';
import { refreshScheduled, sendNow, takeBack } from './scheduled.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './scheduled.module.css';
import { lazyPart } from '../../loading/part.tsx';

const TimePicker = lazyPart(async () => ({ default: (await import('../snooze/time-picker.tsx')).TimePicker }));

interface ScheduledRowProps {
  scheduled: ScheduledMessage;
  onUndo: (scheduled: ScheduledMessage) => void;
}

/** Shows a message that waits to be sent, in its future place. */
export default function ScheduledRow({ scheduled, onUndo }: ScheduledRowProps) {
  const me = useMe();
  const client = useQueryClient();
  const [edited, setEdited] = useState<string | null>(null);
  const [isChoosing, setChoosing] = useState(false);
  const { id, conversationId, revision, content, sendAt, delaySeconds, state, code, reason, authorName } = scheduled;
  const { attachments = [], markdown } = scheduled;
  useDecisions(attachments, () => refreshScheduled(client, conversationId));
  const isMine = scheduled.authorId === me.id;
  const isHeld = isMine && delaySeconds > 0 && state === 'waiting';
  const change = useMutation({
    mutationFn: (changed: { content?: string; sendAt?: string }) =>
      call(changeScheduled, { params: { id }, body: { ...changed, revision } }),
    onSuccess: () => setEdited(null),
    onError: (error) => toastFailure(error),
    onSettled: () => refreshScheduled(client, conversationId),
  });
  const save = () => {
    const text = edited?.trim() ?? '';
    if (text === content) setEdited(null);
    else if (text && !change.isPending) change.mutate({ content: text });
  };
  return (
    <article
      className={styles.waiting}
      data-state={state}
      aria-label={scheduledWords('scheduled', { time: upcomingTime(sendAt) })}
    >
      {edited === null ? (
        content !== '' && (
          <div dir="auto" className={styles.text}>
            {markdown === undefined ? linkedText(content) : <FormattedText markdown={markdown} />}
          </div>
        )
      ) : (
        <EditField
          label={scheduledWords('edit')}
          value={edited}
          onChange={setEdited}
          onSave={save}
          onLeave={() => setEdited(null)}
        />
      )}
      {attachments.length > 0 && <AttachmentList attachments={attachments} />}
      <footer>
        {state === 'stopped' ? (
          <span className={styles.trouble} role="alert">
            <TriangleAlert size={13} aria-hidden />
            {scheduledWords('stopped', { reason: refusalWords(code ?? undefined, reason ?? '') })}
          </span>
        ) : isHeld ? (
          <HeldFor scheduled={scheduled} />
        ) : (
          <span title={exactTime(sendAt)}>
            <CalendarClock size={13} aria-hidden />
            {isMine
              ? scheduledWords('scheduled', { time: upcomingTime(sendAt) })
              : scheduledWords('byOther', { who: authorName, time: upcomingTime(sendAt) })}
          </span>
        )}
        {edited !== null && (
          <button type="button" onClick={save}>
            {scheduledWords('save')}
          </button>
        )}
        {isHeld && (
          <button type="button" onClick={() => onUndo(scheduled)}>
            {scheduledWords('undo')}
          </button>
        )}
        {isMine && !isHeld && edited === null && (
          <>
            <button type="button" onClick={() => setEdited(content)}>
              {common('edit')}
            </button>
            <button type="button" onClick={() => setChoosing(true)}>
              {scheduledWords('changeTime')}
            </button>
            <button type="button" onClick={() => void sendNow(client, scheduled)}>
              {scheduledWords('sendNow')}
            </button>
          </>
        )}
        {!isHeld && edited === null && (
          <button type="button" onClick={() => void takeBack(client, scheduled)}>
            {scheduledWords('cancel')}
          </button>
        )}
      </footer>
      <Suspense>
        {isChoosing && (
          <TimePicker
            title={scheduledWords('sendLaterTitle')}
            onTake={(at) => change.mutate({ sendAt: at.toISOString() })}
            onClose={() => setChoosing(false)}
          />
        )}
      </Suspense>
    </article>
  );
}

/** Seconds that are left, as this browser's clock counts them from when it first heard of it. */
function HeldFor({ scheduled: { sendAt, delaySeconds } }: { scheduled: ScheduledMessage }) {
  const [until] = useState(() => Math.min(Date.parse(sendAt), Date.now() + delaySeconds * 1000));
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, []);
  const left = Math.ceil((until - now) / 1000);
  return <span>{left > 0 ? scheduledWords('sendsIn', { count: left }) : scheduledWords('sendingNow')}</span>;
}
