import type { VisitorProfile } from '@parley/contracts/entities';
import type { ReactNode } from 'react';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { listed } from '../../i18n/language.ts';
import styles from './visitor.module.css';

/** A fact about the visitor with its name, for a definition list. */
export function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** Returns an address for a link; undefined for one that isn't of a page. */
export const safeHref = (url: string): string | undefined => (/^https?:\/\//.test(url) ? url : undefined);

/** A page may be in a language that its reader's browser is not set to. */
export function Languages({ locale: ofPage, browserLanguages }: Pick<VisitorProfile, 'locale' | 'browserLanguages'>) {
  return (
    <>
      {ofPage && (
        <>
          {ofPage} <span className={styles.quiet}>{words('ofPage')}</span>
        </>
      )}
      {ofPage && browserLanguages.length > 0 && <br />}
      {browserLanguages.length > 0 && (
        <>
          {listed(browserLanguages)} <span className={styles.quiet}>{words('ofBrowser')}</span>
        </>
      )}
    </>
  );
}

/** Shows the website that led here, and the campaign of the link. */
export function Origin({ referrer, campaign }: Pick<VisitorProfile, 'referrer' | 'campaign'>) {
  const named = [campaign?.name, campaign?.source, campaign?.medium].filter(Boolean);
  return (
    <>
      {referrer && (
        <a href={safeHref(referrer)} target="_blank" rel="noopener noreferrer nofollow" title={referrer}>
          <bdi>{hostOf(referrer)}</bdi>
        </a>
      )}
      {referrer && named.length > 0 && ' '}
      {named.length > 0 && (
        <span className={styles.quiet}>
          {words.rich('campaign', { name: <bdi key="name">{named.join(' · ')}</bdi> })}
        </span>
      )}
    </>
  );
}

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host.replace(/^www\./, '') : url);
