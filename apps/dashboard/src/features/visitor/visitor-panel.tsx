import { IconButton } from '@chakra-ui/react';
import { isCustomerChannel } from '@parley/contracts/channels/list';
import type { VisitorProfile } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, Ban, MailX, X } from 'lucide-react';
import { type ReactNode, Suspense, useCallback } from 'react';
import { Link } from 'react-router-dom';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { useFrames } from '../../live/live.tsx';
import { rememberVisitor, visitorOf } from '../../live/visitor.ts';
import { useByNow } from '../../ui/clock.ts';
import { CustomerName } from '../../ui/customer.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { StatusTag, Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { BlockButton } from '../../domain/contacts/block-button.tsx';
import { describeBrowser } from '../../ui/browser.ts';
import { ChannelFact, channelName } from './channel-fact.tsx';
import { Followers } from './followers.tsx';
import { SignOut } from './sign-out.tsx';
import styles from './visitor.module.css';
import { blockWords } from '../../i18n/en/block.ts';
import { contactWords } from '../../i18n/en/contacts.ts';
import { common } from '../../i18n/en/common.ts';
import { revisions } from '../../i18n/en/revisions.ts';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { listed, locale } from '../../i18n/language.ts';
import { lazyPart } from '../../loading/part.tsx';

const Attributes = lazyPart(() => import('../../domain/attributes/attributes.tsx'));

interface VisitorPanelProps {
  conversationId: string;
  linkTo: (id: string) => string;
  onClose: () => void;
}

/** Shows the customer: page, browser, local time, earlier conversations. */
export function VisitorPanel({ conversationId, linkTo, onClose }: VisitorPanelProps) {
  const profile = useQuery(visitorOf(conversationId));
  useLivePresence(conversationId);
  // Deleted, or came without a widget: trying again would find no more.
  const isUnknown = profile.error instanceof CallError && profile.error.status === 404;
  return (
    <aside className={styles.panel} aria-label={words('visitor')}>
      <div className={styles.head}>
        <h2>{words('visitor')}</h2>
        <IconButton size="xs" variant="ghost" aria-label={words('hide')} onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {profile.isPending && <output className={styles.ghost} aria-label={words('loading')} />}
      {profile.isError && !profile.data && !isUnknown && (
        <FailedState compact error={profile.error} retry={() => void profile.refetch()} />
      )}
      {isUnknown && <p className={styles.quiet}>{wordsOf(profile.error)}</p>}
      {profile.data && <Profile visitor={profile.data} conversationId={conversationId} linkTo={linkTo} />}
      <Followers conversationId={conversationId} />
    </aside>
  );
}

/** Follows the visitor over the pages of the website, and what reaches them on their channel. */
function useLivePresence(conversationId: string): void {
  const client = useQueryClient();
  const listen = useCallback(
    (frame: ServerFrame) => {
      if (frame.type === 'delivery_updated' && isCustomerChannel(frame.channel))
        void client.invalidateQueries(visitorOf(conversationId));
      if (frame.type === 'presence') rememberVisitor(client, frame);
    },
    [client, conversationId],
  );
  useFrames(listen);
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

const safeHref = (url: string): string | undefined => (/^https?:\/\//.test(url) ? url : undefined);

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

/** A page may be in a language that its reader's browser is not set to. */
function Languages({ locale: ofPage, browserLanguages }: Pick<VisitorProfile, 'locale' | 'browserLanguages'>) {
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

/** The website that led here, and the campaign of the link. */
function Origin({ referrer, campaign }: Pick<VisitorProfile, 'referrer' | 'campaign'>) {
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

interface ProfileProps extends Pick<VisitorPanelProps, 'conversationId' | 'linkTo'> {
  visitor: VisitorProfile;
}

function Profile({ visitor, conversationId, linkTo }: ProfileProps) {
  const { id, email, name } = visitor;
  // The address has its own place below.
  const customer = { id, customerEmail: name ? null : email, customerName: name };
  const { timeZone } = visitor;
  const time = useByNow((now) => (timeZone ? localTime(timeZone, now) : null));
  return (
    <>
      <div className={styles.name}>
        <Link to={`/contacts/${visitor.contactId}`} title={contactWords('openContact')}>
          <CustomerName customer={customer} />
        </Link>
        {visitor.channel ? (
          <Tag tone="neutral">{channelName(visitor.channel)}</Tag>
        ) : (
          <Tag tone={visitor.isOnline ? 'green' : 'neutral'}>{visitor.isOnline ? words('onPage') : words('away')}</Tag>
        )}
      </div>
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
            {visitor.unsubscribedAt && (
              <span className={styles.unwilling}>
                <MailX size={14} aria-hidden />
                <span>{words.rich('unsubscribed', { time: <Time at={visitor.unsubscribedAt} /> })}</span>
              </span>
            )}
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
        {visitor.userAgent && <Fact label={words('browser')}>{describeBrowser(visitor.userAgent)}</Fact>}
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
        <Fact label={words('firstSeen')}>
          <Time at={visitor.createdAt} />
        </Fact>
        {visitor.lastSeenAt && !visitor.isOnline && (
          <Fact label={words('lastSeen')}>
            <Time at={visitor.lastSeenAt} />
          </Fact>
        )}
      </dl>
      <Suspense>
        <Attributes conversationId={conversationId} />
      </Suspense>
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
      <h3 className={styles.earlier}>{words('earlier')}</h3>
      {visitor.earlierConversations.length === 0 && <p className={styles.quiet}>{words('none')}</p>}
      <ul className={styles.list}>
        {visitor.earlierConversations.map((conversation) => (
          <li key={conversation.id}>
            <Link to={linkTo(conversation.id)}>
              <span dir="auto">
                {conversation.lastMessage
                  ? conversation.lastMessage.content || revisions('removed')
                  : words('noMessages')}
              </span>
              <span className={styles.quiet}>
                <StatusTag status={conversation.status} /> <Time at={conversation.updatedAt} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
