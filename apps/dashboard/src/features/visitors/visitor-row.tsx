import { Button } from '@chakra-ui/react';
import type { LiveVisitor } from '@parley/contracts/visitors/live-visitors';
import { UserRound } from 'lucide-react';
import { Link } from 'react-router-dom';
import { rowProps } from '../../commands/rows.ts';
import { visitorWords as words } from '../../i18n/en/visitors.ts';
import { Time } from '../../ui/time.tsx';
import styles from './visitors.module.css';

interface VisitorRowProps {
  visitor: LiveVisitor;
  /** Host of the website; shown where several are listed. */
  domain: string | undefined;
  /** Starts a conversation; absent for users who may not. */
  onWrite: (() => void) | undefined;
}

/** Returns the part of an address that tells pages of one website apart. */
const pathOf = (url: string): string => {
  const { pathname, search } = new URL(url);
  return pathname + search;
};

/** Shows a visitor: who it is if that is known, the page that is open, and where they came from. */
export function VisitorRow({ visitor, domain, onWrite }: VisitorRowProps) {
  const { name, email, pages, referrer, campaign, since, conversationId } = visitor;
  const page = pages.at(-1);
  const source = campaign ?? (referrer === null ? undefined : new URL(referrer).host);
  const write = words('write');
  return (
    <li className={styles.row} {...rowProps}>
      <UserRound size={20} aria-hidden />
      <div className={styles.what}>
        <div className={styles.who}>
          <bdi>{name ?? email ?? words('unnamed')}</bdi> <Time at={since} short />
        </div>
        {page && (
          <a href={page.url} target="_blank" rel="noopener noreferrer" title={page.url}>
            <bdi>{page.title || pathOf(page.url)}</bdi>
          </a>
        )}
        <details>
          <summary>
            {[domain, source && words('from', { source }), words('pages', { count: pages.length })]
              .filter(Boolean)
              .join(' · ')}
          </summary>
          <ol>
            {pages.map(({ url, title, since: at }) => (
              <li key={at}>
                <bdi>{title || pathOf(url)}</bdi> · <Time at={at} short />
              </li>
            ))}
          </ol>
        </details>
      </div>
      {conversationId ? (
        <Button asChild size="xs" variant="outline">
          <Link to={`/conversations?selected=${conversationId}`}>{words('open')}</Link>
        </Button>
      ) : (
        onWrite && (
          <Button size="xs" variant="outline" onClick={onWrite}>
            {write}
          </Button>
        )
      )}
    </li>
  );
}
