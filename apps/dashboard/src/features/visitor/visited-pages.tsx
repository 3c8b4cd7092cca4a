import type { VisitedPage } from '@parley/contracts/entities';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { Time } from '../../ui/time.tsx';
import { safeHref } from './facts.tsx';
import styles from './visitor.module.css';

/** Lists the pages that the visitor opened last, newest first. */
export function VisitedPages({ pages }: { pages: readonly VisitedPage[] }) {
  if (pages.length === 0) return <p className={styles.quiet}>{words('none')}</p>;
  return (
    <ol className={styles.list}>
      {pages.map(({ url, title, at }, index) => (
        // A page may have been opened twice.
        <li key={`${at} ${index}`}>
          <a href={safeHref(url)} title={url} target="_blank" rel="noopener noreferrer">
            <span dir="auto">{title ?? url}</span>
            <span className={styles.quiet}>
              <Time at={at} />
            </span>
          </a>
        </li>
      ))}
    </ol>
  );
}
