import type { SentMail } from '@parley/contracts/channels/mail-states';
import { allowAddress, listSentMails, resendMail } from '@parley/contracts/routes/mail';
import { useMutation } from '@tanstack/react-query';
import { Mail, MailCheck, MailWarning, MailX } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../../../api/call.ts';
import { useRead } from '../../../api/read.ts';
import { useMay } from '../../../forms/permissions.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { t } from '../../../i18n/server-text.ts';
import { lazyPart } from '../../../loading/part.tsx';
import { pausedWhile } from '../../../ui/paused-while.ts';
import { exactTime } from '../../../ui/times.ts';
import { toast } from '../../../ui/toast/toasts.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';
import styles from './sent-mails.module.css';

const ForwardDialog = lazyPart(() => import('./forward-dialog.tsx'));

const icons = {
  queued: Mail,
  sent: Mail,
  delivered: MailCheck,
  delayed: MailWarning,
  failed: MailX,
  bounced: MailX,
  complained: MailX,
} as const satisfies Record<SentMail['state'], unknown>;

const stateWords = {
  queued: 'queued',
  sent: 'sentTo',
  delivered: 'deliveredTo',
  delayed: 'delayedTo',
  failed: 'failedTo',
  bounced: 'bouncedFrom',
  complained: 'complainedBy',
} as const;

const reasonWords = {
  unknown_address: 'unknownAddress',
  unknown_domain: 'unknownDomain',
  mailbox_disabled: 'mailboxDisabled',
  mailbox_full: 'mailboxFull',
  too_large: 'tooLarge',
  refused: 'refused',
  unreachable: 'unreachable',
  complaint: 'complaint',
  other: 'otherReason',
} as const;

const isTrouble = ({ state }: SentMail): boolean => ['failed', 'bounced', 'complained'].includes(state);

/** Returns why a mail did not arrive, in words. */
const whyOf = ({ reason, detail, localized }: SentMail): string =>
  reason !== null && reason !== 'other'
    ? emails(reasonWords[reason])
    : localized
      ? t(localized, detail ?? '')
      : (detail ?? emails('otherReason'));

/** The mails that carried a message: their states, and under the last message of a mail what to do about trouble. */
export default function MailsOfMessage({ conversationId, seq }: { conversationId: string; seq: number }) {
  const { data: all = [] } = useRead(listSentMails, { params: { id: conversationId } });
  const mails = all.filter(({ kind, fromSeq, toSeq }) => kind !== 'forward' && fromSeq <= seq && seq <= toSeq);
  const calm = mails.filter((mail) => !isTrouble(mail));
  return (
    <>
      {calm.length > 0 && (
        <ul className={styles.states}>
          {calm.map((mail) => {
            const Icon = icons[mail.state];
            const words = emails(stateWords[mail.state], { address: mail.to });
            return (
              <li key={mail.id} data-state={mail.state} title={`${words} · ${exactTime(mail.at)}`}>
                <Icon size={12} aria-hidden />
                {mail.state === 'sent' || mail.state === 'delivered' ? (
                  <span className="sr-inline">{words}</span>
                ) : (
                  <span>{words}</span>
                )}
              </li>
            );
          })}
        </ul>
      )}
      {mails.flatMap((mail) =>
        isTrouble(mail) && mail.toSeq === seq
          ? [<Trouble key={mail.id} conversationId={conversationId} mail={mail} />]
          : [],
      )}
    </>
  );
}

function Trouble({ conversationId, mail }: { conversationId: string; mail: SentMail }) {
  const [isForwarding, setForwarding] = useState(false);
  const mayReply = useMay('conversations.reply');
  const params = { id: conversationId };
  const resend = useMutation({
    mutationFn: () => call(resendMail, { params: { ...params, mailId: mail.id } }),
    onSuccess: () => toast({ title: emails('sentAgain'), description: mail.to }),
    onError: (error) => toastFailure(error, emails('notSentAgain')),
  });
  const allow = useMutation({
    mutationFn: () => call(allowAddress, { params, body: { address: mail.to } }),
    onSuccess: () => toast({ title: emails('allowed'), description: mail.to }),
    onError: (error) => toastFailure(error),
  });
  return (
    <section className={styles.trouble} aria-label={emails(stateWords[mail.state], { address: mail.to })}>
      <p>
        <MailX size={14} aria-hidden />
        <b>{emails(stateWords[mail.state], { address: mail.to })}</b>
      </p>
      <p title={mail.detail ?? undefined}>{whyOf(mail)}</p>
      {mail.detail && mail.reason && mail.reason !== 'other' && (
        <details>
          <summary>{emails('serverSaid')}</summary>
          <bdi>{mail.detail}</bdi>
        </details>
      )}
      {mail.isStopped && <p>{emails('stopped')}</p>}
      {mayReply && (
        <p>
          <button type="button" {...pausedWhile(resend.isPending, () => resend.mutate())}>
            {emails('sendAgain')}
          </button>
          <button type="button" aria-haspopup="dialog" onClick={() => setForwarding(true)}>
            {emails('sendElsewhere')}
          </button>
          {mail.isStopped && (
            <button type="button" {...pausedWhile(allow.isPending, () => allow.mutate())}>
              {emails('allow')}
            </button>
          )}
        </p>
      )}
      {isForwarding && (
        <Suspense>
          <ForwardDialog
            conversationId={conversationId}
            range={{ fromSeq: mail.fromSeq, toSeq: mail.toSeq }}
            title={emails('sendElsewhereTitle')}
            onClose={() => setForwarding(false)}
          />
        </Suspense>
      )}
    </section>
  );
}
