import { Button, Skeleton } from '@chakra-ui/react';
import { getOriginalEmail, getOriginalEmailPage } from '@parley/contracts/routes/conversations';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { addressOf } from '../../../api/address.ts';
import { useRead } from '../../../api/read.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import { FailedState } from '../../../ui/empty-state.tsx';
import styles from './original-email.module.css';

interface Props {
  conversationId: string;
  seq: number;
  onClose: () => void;
}

/**
 * Shows the HTML of an email, in a frame that can run and send nothing: the server's policy for the page is the same.
 */
export default function OriginalEmailDialog({ conversationId, seq, onClose }: Props) {
  const params = { id: conversationId, seq };
  const email = useRead(getOriginalEmail, { params });
  const [withPictures, setWithPictures] = useState(false);
  const page = addressOf(getOriginalEmailPage, { params, query: withPictures ? { pictures: true } : {} });
  const [loaded, setLoaded] = useState('');
  return (
    <DialogFrame title={thread('originalEmail')} size="xl" onClose={onClose}>
      {email.isError && <FailedState compact error={email.error} retry={() => void email.refetch()} />}
      {email.data?.hasRemotePictures && !withPictures && (
        <div className={styles.pictures}>
          <ImageOff size={16} aria-hidden />
          <p>{thread('picturesNotLoaded')}</p>
          <Button variant="outline" size="xs" onClick={() => setWithPictures(true)}>
            {thread('loadPictures')}
          </Button>
        </div>
      )}
      {!email.isError && (
        <div className={styles.paper} aria-busy={loaded !== page}>
          {loaded !== page && <Skeleton className={styles.waiting} />}
          {email.data && (
            <iframe
              key={page}
              title={thread('originalEmail')}
              src={page}
              sandbox="allow-popups allow-popups-to-escape-sandbox"
              referrerPolicy="no-referrer"
              onLoad={() => setLoaded(page)}
            />
          )}
        </div>
      )}
      {email.data?.isCut && <small>{thread('emailIsCut')}</small>}
    </DialogFrame>
  );
}
