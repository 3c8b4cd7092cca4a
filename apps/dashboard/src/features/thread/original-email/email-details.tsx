import { Button, Skeleton } from '@chakra-ui/react';
import { downloadEmail, getOriginalEmail } from '@parley/contracts/routes/conversations';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Code, Download } from 'lucide-react';
import { Suspense, useState } from 'react';
import { send } from '../../../api/call.ts';
import { alwaysFresh, read } from '../../../api/read.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { lazyPart } from '../../../loading/part.tsx';
import { FailedState } from '../../../ui/empty-state.tsx';
import { pausedWhile } from '../../../ui/paused-while.ts';
import { saveAs } from '../../../ui/save-as.ts';
import { exactTime } from '../../../ui/times.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';
import styles from './original-email.module.css';

const EmailSourceDialog = lazyPart(() => import('./email-source-dialog.tsx'));

interface EmailDetailsProps {
  conversationId: string;
  seq: number;
  /** Time of the message, for an email that names none. */
  sentAt: string;
}

/** Shows whom the email of a message names, and offers it as it came. */
export default function EmailDetails({ conversationId, seq, sentAt }: EmailDetailsProps) {
  const params = { id: conversationId, seq };
  // A message is there shortly before its email is linked to it.
  const email = useQuery({ ...read(getOriginalEmail, { params }), ...alwaysFresh });
  const [isOpen, setOpen] = useState(false);
  const download = useMutation({
    mutationFn: async () => saveAs(await (await send(downloadEmail, { params })).blob(), `email-${seq}.eml`),
    onError: (error) => toastFailure(error, emails('notDownloaded')),
  });
  if (email.isPending) return <Skeleton height="3rem" />;
  if (email.isError) return <FailedState compact error={email.error} retry={() => void email.refetch()} />;
  const { sender, to, cc, subject, date, isStored } = email.data;
  const lines = [
    [emails('from'), sender ?? ''],
    [emails('to'), to.join(', ')],
    [emails('cc'), cc.join(', ')],
    [emails('subject'), subject ?? ''],
    [emails('date'), exactTime(date ?? sentAt)],
  ].filter(([, text]) => text !== '');
  return (
    <div className={styles.details}>
      <dl>
        {lines.map(([label, text]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <bdi>{text}</bdi>
            </dd>
          </div>
        ))}
      </dl>
      {isStored ? (
        <p>
          <Button variant="outline" size="2xs" onClick={() => setOpen(true)}>
            <Code size={12} aria-hidden />
            {emails('showSource')}
          </Button>
          <Button variant="outline" size="2xs" {...pausedWhile(download.isPending, () => download.mutate())}>
            <Download size={12} aria-hidden />
            {emails('download')}
          </Button>
        </p>
      ) : (
        <p>{emails('notStored')}</p>
      )}
      {isOpen && (
        <Suspense>
          <EmailSourceDialog {...{ conversationId, seq }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
