import { ownership } from '../../i18n/en/ownership.ts';
import { listed } from '../../i18n/language.ts';
import type { Viewers } from '../../live/viewers.ts';
import { Avatar } from '../../ui/avatar.tsx';
import styles from './row-viewers.module.css';

/** Number of avatars shown; the label contains the others. */
const shownAtOnce = 3;

/** Shows which representatives have a row's conversation open; those who draft stand out. */
export function RowViewers({ viewers }: { viewers: Viewers }) {
  const words = ownership('viewing', {
    count: viewers.length,
    names: listed(viewers.map(({ name }) => name)),
  });
  return (
    <span className={styles.viewers} role="img" aria-label={words} title={words}>
      {viewers.slice(0, shownAtOnce).map(({ userId, name, isDrafting }) => (
        <span key={userId} data-drafting={isDrafting || undefined}>
          <Avatar name={name} size="xs" />
        </span>
      ))}
    </span>
  );
}
