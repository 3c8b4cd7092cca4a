import type { VisitorProfile } from '@parley/contracts/entities';
import { BadgeCheck, Ban, MailX } from 'lucide-react';
import { Link } from 'react-router-dom';
import { BlockButton } from '../../domain/contacts/block-button.tsx';
import { blockWords } from '../../i18n/en/block.ts';
import { common } from '../../i18n/en/common.ts';
import { contactWords } from '../../i18n/en/contacts.ts';
import { mailboxWords } from '../../i18n/en/mailboxes.ts';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { countryName, locale } from '../../i18n/language.ts';
import { useByNow } from '../../ui/clock.ts';
import { Time } from '../../ui/time.tsx';
import { ChannelFact } from './channel-fact.tsx';
import { Fact, Languages, Origin, safeHref } from './facts.tsx';
import { SignOut } from './sign-out.tsx';
import styles from './visitor.module.css';

function localTime(timeZone: string, now: number): string | null {
  try {
    return new Intl.DateTimeFormat(locale(), {
      timeZone,
      weekday: 'short',
      hour: '2-digit',
      minute: '2-digit',
    }).format(now);
  } catch {
    // A zone that this browser does not know.
    return null;
  }
}

const countrySourceWords = { page: 'fromPage', time_zone: 'fromTimeZone', language: 'fromLanguage' } as const;

interface DetailsProps {
  visitor: VisitorProfile;
  conversationId: string;
}

/** Shows how the customer is reached, where they are, and where they came from. */
export function Details({ visitor, conversationId }: DetailsProps) {
  const { timeZone } = visitor;
  const time = useByNow((now) => (timeZone ? localTime(timeZone, now) : null));
  return (
    <>
      <dl className={styles.facts}>
        {visitor.channel && <ChannelFact channel={visitor.channel} />}
        {visitor.email && (
          <Fact label={common('email')}>
            <bdi>{visitor.email}</bdi>
            {visitor.emailVerified ? (
              <span className={styles.verified}>
                <BadgeCheck size={14} aria-hidden /> {words('verified')}
              </span>
            ) : (
              <>
                {' '}
                <span className={styles.quiet}>{words('unverified')}</span>
              </>
            )}
            {visitor.mailBounce && (
              <span className={styles.unwilling}>
                <MailX size={14} aria-hidden />
                <span>{words.rich('cameBack', { time: <Time at={visitor.mailBounce.at} /> })}</span>
              </span>
            )}
            {visitor.unsubscribedAt && (
              <span className={styles.unwilling}>
                <MailX size={14} aria-hidden />
                <span>{words.rich('unsubscribed', { time: <Time at={visitor.unsubscribedAt} /> })}</span>
              </span>
            )}
          </Fact>
        )}
        {visitor.mailbox && (
          <Fact label={mailboxWords('mailbox')}>
            <bdi title={visitor.mailbox.address}>{visitor.mailbox.name}</bdi>
          </Fact>
        )}
        {visitor.proposedContacts > 0 && (
          <Fact label={words('sameAddress')}>
            <Link to={`/contacts/${visitor.contactId}`} title={contactWords('mergeWith')}>
              {words('otherVisitors', { count: visitor.proposedContacts })}
            </Link>
          </Fact>
        )}
        {visitor.readArticle && (
          <Fact label={words('readBefore')}>
            <Link to={`/knowledge/${visitor.readArticle.id}`}>{visitor.readArticle.title}</Link>
          </Fact>
        )}
        {visitor.pageUrl && (
          <Fact label={words('page')}>
            <a href={safeHref(visitor.pageUrl)} target="_blank" rel="noopener noreferrer">
              {visitor.pageTitle ?? visitor.pageUrl}
            </a>
          </Fact>
        )}
        {(visitor.referrer || visitor.campaign) && (
          <Fact label={words('cameFrom')}>
            <Origin {...visitor} />
          </Fact>
        )}
        {visitor.country && (
          <Fact label={words('country')}>
            {countryName(visitor.country.code)}{' '}
            <span className={styles.quiet}>{words(countrySourceWords[visitor.country.source])}</span>
          </Fact>
        )}
        {time && (
          <Fact label={words('localTime')}>
            {time} <span className={styles.quiet}>{visitor.timeZone}</span>
          </Fact>
        )}
        {(visitor.locale || visitor.browserLanguages.length > 0) && (
          <Fact label={words('language')}>
            <Languages {...visitor} />
          </Fact>
        )}
        {visitor.lastSeenAt && !visitor.isOnline && (
          <Fact label={words('lastSeen')}>
            <Time at={visitor.lastSeenAt} />
          </Fact>
        )}
      </dl>
      {visitor.blockedAt && (
        <p className={styles.unwilling}>
          <Ban size={14} aria-hidden />
          <span>{blockWords.rich('blockedSince', { time: <Time key="time" at={visitor.blockedAt} /> })}</span>
        </p>
      )}
      <div className={styles.actions}>
        {!visitor.channel && <SignOut conversationId={conversationId} />}
        <BlockButton contactId={visitor.contactId} isBlocked={visitor.blockedAt !== null} isCommand />
      </div>
    </>
  );
}
