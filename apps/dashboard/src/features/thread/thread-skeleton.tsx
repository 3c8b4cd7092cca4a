import styles from './thread.module.css';
import { thread } from '../../i18n/en/thread.ts';

const widths = [44, 58, 36, 62, 40];

/** The thread's shape while it loads. */
export function ThreadSkeleton() {
  return (
    <output className={styles.ghosts} aria-label={thread('loadingMessages')}>
      {widths.map((width, index) => (
        <div key={width} data-side={index % 2 ? 'staff' : 'customer'} style={{ inlineSize: `${width}%` }} />
      ))}
    </output>
  );
}
