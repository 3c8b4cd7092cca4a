import type { TagColour } from '@parley/contracts/conversations/tags';
import styles from './tags.module.css';

/** Dot in a tag's colour; its name is shown beside it. */
export const TagDot = ({ colour }: { colour: TagColour }) => (
  <span className={styles.dot} data-colour={colour} aria-hidden />
);
