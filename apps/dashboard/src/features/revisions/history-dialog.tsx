import type { Message } from '@parley/contracts/entities';
import { listMessageVersions } from '@parley/contracts/routes/conversations';
import { useRead } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { revisions } from '../../i18n/en/revisions.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { exactTime } from '../../ui/times.ts';
import styles from './revisions.module.css';

/** What a message has said before, for administrators. */
export default function HistoryDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { conversationId, seq } = message;
  const versions = useRead(listMessageVersions, { params: { id: conversationId, seq } }).data ?? [];
  return (
    <DialogFrame title={revisions('history')} size="sm" isLong onClose={onClose}>
      <ol className={styles.versions}>
        {versions.map(({ content, replacedByName, replacedAt }) => (
          <li key={replacedAt}>
            <p dir="auto">{content}</p>
            <time dateTime={replacedAt}>
              {revisions('until', { who: replacedByName ?? common('somebody'), time: exactTime(replacedAt) })}
            </time>
          </li>
        ))}
      </ol>
    </DialogFrame>
  );
}
