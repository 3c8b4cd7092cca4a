import type { ReactNode } from 'react';
import { revisions } from '../../i18n/en/revisions.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import styles from './revisions.module.css';

/** Text of several, with its author and time. */
export interface Version {
  at: string;
  content: string;
  caption: ReactNode;
}

/** Shows earlier texts, oldest first. */
export function VersionsDialog({ versions, onClose }: { versions: readonly Version[]; onClose: () => void }) {
  return (
    <DialogFrame title={revisions('history')} size="sm" isLong onClose={onClose}>
      <ol className={styles.versions}>
        {versions.map(({ at, content, caption }) => (
          <li key={at}>
            <p dir="auto">{content}</p>
            <time dateTime={at}>{caption}</time>
          </li>
        ))}
      </ol>
    </DialogFrame>
  );
}
