import { IconButton } from '@chakra-ui/react';
import { isCustomerChannel } from '@parley/contracts/channels/list';
import type { VisitorProfile } from '@parley/contracts/entities';
import type { ServerFrame } from '@parley/contracts/frames';
import { getVisitorProfile } from '@parley/contracts/routes/conversations';
import { useQueryClient } from '@tanstack/react-query';
import { BadgeCheck, MailX, X } from 'lucide-react';
import { type ReactNode, useCallback } from 'react';
import { Link } from 'react-router-dom';
import { CallError, wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useFrames } from '../../live/live.tsx';
import { useNow } from '../../ui/clock.ts';
import { CustomerName } from '../../ui/customer.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { StatusTag, Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { describeBrowser } from './browser.ts';
import { ChannelFact, channelName } from './channel-fact.tsx';
import { SignOut } from './sign-out.tsx';
import styles from './visitor.module.css';

interface VisitorPanelProps {
  conversationId: string;
  linkTo: (id: string) => string;
  onClose: () => void;
}

/** Who the customer is: page, browser, local time, earlier conversations. */
export function VisitorPanel({ conversationId, linkTo, onClose }: VisitorPanelProps) {
  const profile = useRead(getVisitorProfile, { params: { id: conversationId } });
  useLivePresence(conversationId);
  // Deleted, or came without a widget: trying again would find no more.
  const isUnknown = profile.error instanceof CallError && profile.error.status === 404;
  return (
    <aside className={styles.panel} aria-label="Visitor">
      <div className={styles.head}>
        <h2>Visitor</h2>
        <IconButton size="xs" variant="ghost" aria-label="Hide visitor" onClick={onClose}>
          <X size={16} aria-hidden />
        </IconButton>
      </div>
      {profile.isPending && <output className={styles.ghost} aria-label="Loading visitor" />}
      {profile.isError && !profile.data && !isUnknown && (
        <FailedState compact error={profile.error} retry={() => void profile.refetch()} />
      )}
      {isUnknown && <p className={styles.quiet}>{wordsOf(profile.error)}</p>}
      {profile.data && <Profile visitor={profile.data} conversationId={conversationId} linkTo={linkTo} />}
    </aside>
  );
}

/** Follows the visitor over the pages of the website, and what reaches them on their channel. */
function useLivePresence(conversationId: string): void {
  const client = useQueryClient();
  const listen = useCallback(
    (frame: ServerFrame) => {
      if (frame.type === 'delivery_updated' && isCustomerChannel(frame.channel))
        void client.invalidateQueries({ queryKey: keyOf(getVisitorProfile, { params: { id: conversationId } }) });
      if (frame.type !== 'presence' || frame.conversationId !== conversationId) return;
      const { isOnline, pageUrl, pageTitle, since } = frame.visitor;
      client.setQueryData<VisitorProfile>(
        keyOf(getVisitorProfile, { params: { id: conversationId } }),
        (known) =>
          known && {
            ...known,
            isOnline,
            // A title belongs to its page: one without another's is named by its address.
            ...(pageUrl !== null && { pageUrl, pageTitle: pageTitle ?? null }),
            lastSeenAt: since ?? known.lastSeenAt,
          },
      );
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
    return new Intl.DateTimeFormat(undefined, {
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
function Languages({ locale, browserLanguages }: Pick<VisitorProfile, 'locale' | 'browserLanguages'>) {
  return (
    <>
      {locale && (
        <>
          {locale} <span className={styles.quiet}>page</span>
        </>
      )}
      {locale && browserLanguages.length > 0 && <br />}
      {browserLanguages.length > 0 && (
        <>
          {browserLanguages.join(', ')} <span className={styles.quiet}>browser</span>
        </>
      )}
    </>
  );
}

interface ProfileProps extends Pick<VisitorPanelProps, 'conversationId' | 'linkTo'> {
  visitor: VisitorProfile;
}

function Profile({ visitor, conversationId, linkTo }: ProfileProps) {
  const now = useNow();
  const { id, email, name } = visitor;
  // The address has its own place below.
  const customer = { id, customerEmail: name ? null : email, customerName: name };
  const time = visitor.timeZone ? localTime(visitor.timeZone, now) : null;
  return (
    <>
      <div className={styles.name}>
        <CustomerName customer={customer} />
        {visitor.channel ? (
          <Tag tone="neutral">{channelName(visitor.channel)}</Tag>
        ) : (
          <Tag tone={visitor.isOnline ? 'green' : 'neutral'}>{visitor.isOnline ? 'On the page' : 'Away'}</Tag>
        )}
      </div>
      <dl className={styles.facts}>
        {visitor.channel && <ChannelFact channel={visitor.channel} />}
        {visitor.email && (
          <Fact label="Email">
            <bdi>{visitor.email}</bdi>
            {visitor.emailVerified ? (
              <span className={styles.verified}>
                <BadgeCheck size={14} aria-hidden /> verified
              </span>
            ) : (
              <span className={styles.quiet}> unverified</span>
            )}
            {visitor.unsubscribedAt && (
              <span className={styles.unwilling}>
                <MailX size={14} aria-hidden />
                <span>
                  Unsubscribed from mail <Time at={visitor.unsubscribedAt} />
                </span>
              </span>
            )}
          </Fact>
        )}
        {visitor.proposedContacts > 0 && (
          <Fact label="Same address, not proven">
            {visitor.proposedContacts} other {visitor.proposedContacts === 1 ? 'visitor' : 'visitors'}
          </Fact>
        )}
        {visitor.pageUrl && (
          <Fact label="Page">
            <a href={safeHref(visitor.pageUrl)} target="_blank" rel="noopener noreferrer">
              {visitor.pageTitle ?? visitor.pageUrl}
            </a>
          </Fact>
        )}
        {visitor.userAgent && <Fact label="Browser">{describeBrowser(visitor.userAgent)}</Fact>}
        {time && (
          <Fact label="Local time">
            {time} <span className={styles.quiet}>{visitor.timeZone}</span>
          </Fact>
        )}
        {(visitor.locale || visitor.browserLanguages.length > 0) && (
          <Fact label="Language">
            <Languages {...visitor} />
          </Fact>
        )}
        <Fact label="First seen">
          <Time at={visitor.createdAt} />
        </Fact>
        {visitor.lastSeenAt && !visitor.isOnline && (
          <Fact label="Last seen">
            <Time at={visitor.lastSeenAt} />
          </Fact>
        )}
      </dl>
      {!visitor.channel && <SignOut conversationId={conversationId} />}
      <h3 className={styles.earlier}>Earlier conversations</h3>
      {visitor.earlierConversations.length === 0 && <p className={styles.quiet}>None</p>}
      <ul className={styles.list}>
        {visitor.earlierConversations.map((conversation) => (
          <li key={conversation.id}>
            <Link to={linkTo(conversation.id)}>
              <span dir="auto">{conversation.lastMessage?.content ?? 'No messages yet'}</span>
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
