import { addMailToConversation } from '@parley/contracts/routes/mail';
import { useMutation } from '@tanstack/react-query';
import { Mail } from 'lucide-react';
import { useId, useState } from 'react';
import { call } from '../../api/call.ts';
import { useMe } from '../../auth/auth.tsx';
import { mayAlways } from '../../auth/rights.ts';
import { activities } from '../../i18n/en/activities.ts';
import { listed } from '../../i18n/language.ts';
import { activityWords } from '../../live/activity-words.ts';
import { mailReason } from '../../live/mail-reasons.ts';
import { clockTime, exactTime } from '../../ui/times.ts';
import { linkedText } from '../../ui/linked-text.tsx';
import type { Row } from './rows.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './mail-row.module.css';

/**
 * Shows a mail that belongs to the conversation and was not posted as the customer's: its sender, the reason, its text,
 * and a button that posts it. The customer sees nothing of it before that.
 */
export function MailRow({ activity, isAdded }: Extract<Row, { kind: 'mail' }>) {
  const me = useMe();
  const textId = useId();
  const [isShown, setShown] = useState(false);
  const { conversationId, body, createdAt, isCopied, after } = activity;
  const mail = after.mail;
  const add = useMutation({
    mutationFn: (mailId: string) => call(addMailToConversation, { params: { id: conversationId, mailId } }),
    onError: (error) => toastFailure(error, activities('mailNotAdded')),
  });
  if (!mail) return null;
  const { mailId, senderAddress, reason, fileNames } = mail;
  const hasText = (body ?? '') !== '' || fileNames.length > 0;
  const isAddable = hasText && !isAdded && !isCopied && mayAlways(me, 'conversations.reply');
  const isBeingAdded = add.isPending || add.isSuccess;
  const words = activityWords(activity);
  return (
    <section className={styles.mail} aria-label={words}>
      <p>
        <Mail size={13} aria-hidden />
        <bdi>{words}.</bdi>
        {hasText && (
          <button type="button" aria-expanded={isShown} aria-controls={textId} onClick={() => setShown(!isShown)}>
            {activities(isShown ? 'hideMail' : 'showMail')}
          </button>
        )}
        {isAddable && (
          <button
            type="button"
            aria-disabled={isBeingAdded || undefined}
            onClick={() => !isBeingAdded && add.mutate(mailId)}
          >
            {activities(isBeingAdded ? 'addingMail' : 'addMail')}
          </button>
        )}
        <time dateTime={createdAt} title={exactTime(createdAt)}>
          {clockTime(createdAt)}
        </time>
      </p>
      <small>
        {senderAddress && <bdi>{activities('mailFrom', { address: senderAddress })}</bdi>} {mailReason(reason)}
      </small>
      <div id={textId} hidden={!isShown} className={styles.text}>
        {isShown && (
          <>
            {body && <div dir="auto">{linkedText(body)}</div>}
            {fileNames.length > 0 && <small>{activities('mailFiles', { names: listed(fileNames) })}</small>}
          </>
        )}
      </div>
    </section>
  );
}
