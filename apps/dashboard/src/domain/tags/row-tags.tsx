import { labels } from '../../i18n/en/labels.ts';
import { listed } from '../../i18n/language.ts';
import { TagDot } from './tag-dot.tsx';
import { useTagsOf } from './tags.ts';
import styles from './tags.module.css';

/** The tags of a conversation in a list: the first by name, of the others how many. */
export function RowTags({ tagIds }: { tagIds: readonly string[] }) {
  const tags = useTagsOf(tagIds);
  const [first, ...others] = tags;
  if (!first) return null;
  const all = labels('tagsNow', { tags: listed(tags.map(({ name }) => name)) });
  return (
    <span className={styles.few} role="img" aria-label={all} title={all}>
      <TagDot colour={first.colour} />
      <bdi className={styles.first}>{first.name}</bdi>
      {others.length > 0 && <span data-numbers>{labels('moreTags', { count: others.length })}</span>}
    </span>
  );
}
