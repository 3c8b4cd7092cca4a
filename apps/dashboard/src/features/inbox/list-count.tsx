import { useUnreadMentions } from '../../domain/notes/unread-mentions.ts';
import { useListCount } from '../../live/view-counts.ts';
import styles from './inboxes.module.css';

/** Number of a list's conversations; a component of its own, so that a count that changes renders no other. */
export function ListCount({ list }: { list: string }) {
  const count = useListCount(list);
  return count ? <Count count={count} /> : null;
}

/** Number of mentions that the user has not seen. */
export function MentionCount() {
  const count = useUnreadMentions();
  return count ? <Count count={count} /> : null;
}

const Count = ({ count }: { count: number }) => (
  <span className={styles.count} data-numbers>
    {count}
  </span>
);
