import { useExpectedCommands } from '../../commands/awaited-keys.ts';
import styles from './thread.module.css';
import { thread } from '../../i18n/en/thread.ts';

const widths = [44, 58, 36, 62, 40];

/** Shows the thread's shape while it loads; shortcuts typed in the meantime wait for it. */
export function ThreadSkeleton() {
  useExpectedCommands();
  return (
    <output className={styles.ghosts} aria-label={thread('loadingMessages')}>
      {widths.map((width, index) => (
        <div key={width} data-side={index % 2 ? 'staff' : 'customer'} style={{ inlineSize: `${width}%` }} />
      ))}
    </output>
  );
}
