import type { QuotedMessage } from '@parley/contracts/entities';
import { revisions } from '../../../i18n/en/revisions.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { senderLabel, senderNameOf } from '../sender-label.ts';
import styles from './quoting.module.css';

type Shown = Pick<QuotedMessage, 'seq' | 'senderType' | 'senderName' | 'content' | 'isRemoved'>;

/** Shows the beginning of a quoted message; pressed, it leads to the message. */
export function Quoted({ quoted, onJump }: { quoted: Shown; onJump: (seq: number) => void }) {
  const { seq, senderType, content, isRemoved } = quoted;
  return (
    <button type="button" className={styles.quoted} title={thread('showQuoted')} onClick={() => onJump(seq)}>
      <b>
        <bdi>{senderNameOf(quoted) ?? senderLabel(senderType)}</bdi>
      </b>
      <span dir="auto">{isRemoved ? <i>{revisions('removed')}</i> : content}</span>
    </button>
  );
}
