import { Skeleton } from '@chakra-ui/react';
import { getOriginalEmail, getOriginalEmailPage } from '@parley/contracts/routes/conversations';
import { ExternalLink } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../api/address.ts';
import { useRead } from '../../../api/read.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { FailedState } from '../../../ui/empty-state.tsx';
import styles from './original-email.module.css';
import { PageFrame } from './page-frame.tsx';
import { RemotePictures } from './remote-pictures.tsx';

interface Props {
  conversationId: string;
  seq: number;
  onClose: () => void;
}

/** Shows the HTML of an email as its sender sees it, with the quoted mail, on white paper. */
export default function OriginalEmailDialog({ conversationId, seq, onClose }: Props) {
  const params = { id: conversationId, seq };
  const email = useRead(getOriginalEmail, { params });
  const [areShown, setShown] = useState(false);
  const [height, setHeight] = useState<number>();
  return (
    <DialogFrame title={thread('originalEmail')} size="xl" onClose={onClose}>
      {email.isError && <FailedState compact error={email.error} retry={() => void email.refetch()} />}
      {email.data && <RemotePictures {...{ conversationId, seq, areShown }} email={email.data} onShow={setShown} />}
      {!email.isError && (
        <div className={styles.paper} aria-busy={height === undefined}>
          {height === undefined && <Skeleton className={styles.waiting} />}
          {email.data && (
            <PageFrame
              {...{ conversationId, seq, height }}
              withPictures={areShown}
              version={email.data.picturesAllowed?.for ?? ''}
              onHeight={setHeight}
            />
          )}
        </div>
      )}
      {email.data?.isCut && <small>{thread('emailIsCut')}</small>}
      <a
        className={styles.print}
        href={addressOf(getOriginalEmailPage, { params, query: areShown ? { pictures: true } : {} })}
        target="_blank"
        rel="noopener noreferrer"
      >
        <ExternalLink size={12} aria-hidden />
        {emails('openToPrint')}
      </a>
    </DialogFrame>
  );
}
