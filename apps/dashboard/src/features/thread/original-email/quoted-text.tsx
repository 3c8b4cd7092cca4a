import { Skeleton } from '@chakra-ui/react';
import { getOriginalEmail } from '@parley/contracts/routes/conversations';
import { useRead } from '../../../api/read.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { FailedState } from '../../../ui/empty-state.tsx';
import { linkedText } from '../../../ui/linked-text.tsx';
import styles from './original-email.module.css';

/** Focusable: it may be as long as a book. */
const scrolledByKeys = { tabIndex: 0 };

interface Props {
  id: string;
  conversationId: string;
  seq: number;
  /** Names the text: quotation, or only a signature. */
  title: string;
  /** Opens the email as it was sent; absent where it has no HTML. */
  onShowOriginal?: (() => void) | undefined;
}

/** The text of an email that its message leaves out, under the message. */
export default function QuotedText({ id, conversationId, seq, title, onShowOriginal }: Props) {
  const email = useRead(getOriginalEmail, { params: { id: conversationId, seq } });
  return (
    <div id={id} className={styles.quoted}>
      {email.isPending && <Skeleton height="3rem" />}
      {email.isError && <FailedState compact error={email.error} retry={() => void email.refetch()} />}
      {email.data && (
        <>
          <section {...scrolledByKeys} className={styles.text} dir="auto" aria-label={title}>
            {linkedText(email.data.quotedText ?? email.data.text)}
          </section>
          {email.data.isCut && <small>{thread('emailIsCut')}</small>}
          {onShowOriginal && (
            <button type="button" className={styles.original} onClick={onShowOriginal}>
              {thread('showOriginalEmail')}
            </button>
          )}
        </>
      )}
    </div>
  );
}
