import type { TagColour } from '@parley/contracts/tags';
import styles from './tags.module.css';

/** A tag's colour; its name stands beside it. */
export const TagDot = ({ colour }: { colour: TagColour }) => (
  <span className={styles.dot} data-colour={colour} aria-hidden />
);
