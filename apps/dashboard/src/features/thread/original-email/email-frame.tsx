import type { OriginalEmail } from '@parley/contracts/entities';
import { type ReactNode, useState } from 'react';
import { emails } from '../../../i18n/en/emails.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { useIsDark } from '../../../theme/colour-mode.ts';
import styles from './original-email.module.css';
import { PageFrame, useHeight } from './page-frame.tsx';
import { RemotePictures } from './remote-pictures.tsx';

/** Height in pixels above which an email is folded. */
const foldedHeight = 480;

interface EmailFrameProps {
  conversationId: string;
  seq: number;
  email: OriginalEmail;
  /** Shown until the page reports its height, so that the row doesn't jump. */
  text: ReactNode;
  onShowOriginal: () => void;
}

/** Shows the HTML of an email in the thread, without the quoted mail, folded where it is long. */
export default function EmailFrame({ conversationId, seq, email, text, onShowOriginal }: EmailFrameProps) {
  const [areShown, setShown] = useState(false);
  const [isWhole, setWhole] = useState(false);
  const isDark = useIsDark();
  const [height, setHeight] = useHeight(`${conversationId} ${seq}`);
  const isLong = height !== null && height > foldedHeight;
  return (
    <>
      <RemotePictures {...{ conversationId, seq, email, areShown }} onShow={setShown} />
      {height === null && text}
      <div
        className={styles.inline}
        data-waiting={height === null || undefined}
        data-folded={(isLong && !isWhole) || undefined}
        style={height === null ? undefined : { blockSize: isWhole ? height : Math.min(height, foldedHeight) }}
      >
        <PageFrame
          {...{ conversationId, seq, isDark }}
          isFolded
          withPictures={areShown}
          version={email.picturesAllowed?.for ?? ''}
          height={height ?? undefined}
          onHeight={setHeight}
        />
      </div>
      {isLong && (
        <button type="button" className={styles.original} aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {emails(isWhole ? 'showLess' : 'showWhole')}
        </button>
      )}
      {email.isCut && (
        <button type="button" className={styles.original} onClick={onShowOriginal}>
          {thread('emailIsCut')}
        </button>
      )}
    </>
  );
}
