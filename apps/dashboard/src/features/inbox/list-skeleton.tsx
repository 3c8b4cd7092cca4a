import styles from './inbox.module.css';
import { inbox } from '../../i18n/en/inbox.ts';

const placeholders = Array.from({ length: 14 }, (_, index) => index);

/** The list's shape while it loads, so that nothing jumps when it is there. */
export function ListSkeleton() {
  return (
    <output className={`${styles.scroller} ${styles.loading}`} aria-label={inbox('loading')}>
      {placeholders.map((index) => (
        <div key={index} className={styles.ghost}>
          <span />
          <span style={{ inlineSize: `${58 - (index % 3) * 9}%` }} />
          <span style={{ inlineSize: `${86 - (index % 4) * 7}%` }} />
        </div>
      ))}
    </output>
  );
}
