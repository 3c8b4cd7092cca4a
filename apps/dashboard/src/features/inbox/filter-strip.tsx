import { inbox } from '../../i18n/en/inbox.ts';
import { filterLabel, type InboxFilter, inboxFilters } from './filters.ts';
import styles from './inbox.module.css';

interface FilterStripProps {
  /** Null while a view is shown. */
  chosen: InboxFilter | null;
  onChoose: (filter: InboxFilter) => void;
}

/** The lists that everybody has. */
export function FilterStrip({ chosen, onChoose }: FilterStripProps) {
  return (
    <fieldset className={styles.filters} aria-label={inbox('filter')}>
      {/* Spam is chosen in the filter's panel. */}
      {inboxFilters
        .filter((each) => each !== 'spam' || each === chosen)
        .map((each) => (
          <button
            key={each}
            type="button"
            className={styles.filter}
            aria-pressed={each === chosen}
            onClick={() => onChoose(each)}
          >
            {filterLabel(each)}
          </button>
        ))}
    </fieldset>
  );
}
