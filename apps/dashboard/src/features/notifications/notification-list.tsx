import { Box, Button, Flex, Heading, HStack } from '@chakra-ui/react';
import { notificationTexts } from '@parley/contracts/i18n/catalogues/notifications';
import type { NotificationKind } from '@parley/contracts/notifications/kinds';
import { notificationTitle } from '@parley/contracts/notifications/notification-title';
import type { Notification as Notice } from '@parley/contracts/notifications/notification';
import {
  listNotifications,
  readNotifications,
  seeNotifications,
  unreadNotification,
} from '@parley/contracts/routes/notifications';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import {
  AlarmClock,
  AtSign,
  Bell,
  BellRing,
  CalendarX,
  Check,
  CircleDot,
  Forward,
  Hourglass,
  type LucideIcon,
  MessageCircle,
  MessageSquareDot,
  MonitorSmartphone,
  Star,
  Timer,
  TriangleAlert,
  UserCheck,
  UsersRound,
  Workflow,
} from 'lucide-react';
import { type KeyboardEvent, useEffect, useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { customerOf, notificationPath } from '../../domain/notifications/notification-words.ts';
import { common } from '../../i18n/en/common.ts';
import { notifications as words } from '../../i18n/en/notifications.ts';
import { thread } from '../../i18n/en/thread.ts';
import { language } from '../../i18n/language.ts';
import { useByNow } from '../../ui/clock.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { dayName, localDay } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from './notification-list.module.css';

const icons: Record<NotificationKind, LucideIcon> = {
  assigned: UserCheck,
  message: MessageCircle,
  waiting: Hourglass,
  hand_off: UsersRound,
  mention: AtSign,
  followed: MessageSquareDot,
  sla_warned: Timer,
  sla_breached: TriangleAlert,
  promise_due: Timer,
  snooze_over: AlarmClock,
  reminder: BellRing,
  low_rating: Star,
  scheduled_failed: CalendarX,
  team_waiting: Hourglass,
  hand_over: Forward,
  rule_paused: Workflow,
  rule_stopped: Workflow,
  new_device: MonitorSmartphone,
};

interface NotificationListProps {
  limit: number;
  /** Level of the days' headings, below that of the page or dialog. */
  heading: 'h2' | 'h3';
  /** Called when a notification is opened. */
  onLeave?: () => void;
}

/** Lists the user's notifications by day, newest first, with a filter for unread ones. */
export function NotificationList({ limit, heading, onLeave }: NotificationListProps) {
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const query = { limit, ...(isUnreadOnly && { unread: true }) };
  const { data, error, refetch } = useRead(listNotifications, { query });
  const change = useChange();
  useEffect(() => {
    // Push messages and mails of what is seen here are not needed any more.
    void call(seeNotifications, {}).catch(() => undefined);
  }, []);
  const unread = data?.unread ?? 0;
  return (
    <>
      <Flex align="center" justify="space-between" gap="2" mb="2" flexWrap="wrap">
        <HStack gap="1" role="group" aria-label={words('filter')}>
          {[false, true].map((each) => (
            <Button
              key={String(each)}
              size="xs"
              variant={isUnreadOnly === each ? 'subtle' : 'ghost'}
              aria-pressed={isUnreadOnly === each}
              onClick={() => setUnreadOnly(each)}
            >
              {each ? words('unreadOnly') : words('all')}
            </Button>
          ))}
        </HStack>
        <Button size="xs" variant="ghost" disabled={unread === 0} onClick={() => change.mutate({ readAll: true })}>
          <Check size={14} aria-hidden />
          {words('markAllRead')}
        </Button>
      </Flex>
      {error && !data ? (
        <FailedState error={error} retry={() => void refetch()} />
      ) : !data ? (
        <p aria-busy>{common('loading')}</p>
      ) : data.notifications.length === 0 ? (
        <EmptyState
          icon={Bell}
          title={words(isUnreadOnly ? 'noneUnread' : 'none')}
          compact
          action={
            <EmptyAction to="/conversations" {...(onLeave && { onClick: onLeave })}>
              {thread('allConversations')}
            </EmptyAction>
          }
        >
          {words('noneHint')}
        </EmptyState>
      ) : (
        <Days
          heading={heading}
          notices={data.notifications}
          onOpen={(notice) => {
            if (notice.readAt === null) change.mutate({ notice, isRead: true });
            onLeave?.();
          }}
          onToggle={(notice) => change.mutate({ notice, isRead: notice.readAt === null })}
        />
      )}
    </>
  );
}

type Change = { readAll: true } | { notice: Notice; isRead: boolean };

function useChange() {
  const client = useQueryClient();
  return useMutation({
    async mutationFn(change: Change) {
      if ('readAll' in change) await call(readNotifications, { body: { all: true } });
      else if (change.isRead) await call(readNotifications, { body: { ids: [change.notice.id] } });
      else await call(unreadNotification, { params: { id: change.notice.id } });
    },
    onSettled: () => client.invalidateQueries({ queryKey: keyOf(listNotifications) }),
    onError: (error) => toastFailure(error),
  });
}

interface RowsProps extends Pick<NotificationListProps, 'heading'> {
  notices: readonly Notice[];
  onOpen: (notice: Notice) => void;
  onToggle: (notice: Notice) => void;
}

function Days({ heading, notices, onOpen, onToggle }: RowsProps) {
  const days = [...Map.groupBy(notices, ({ lastAt }) => localDay(lastAt)).values()];
  const names = useByNow((now) => days.map(([first]) => (first ? dayName(first.lastAt, now) : '')).join('\n')).split(
    '\n',
  );
  return (
    <Box onKeyDown={moveByArrows}>
      {days.map((ofDay, index) => (
        <Box as="section" key={ofDay[0]?.id} mb="3">
          <Heading as={heading} fontSize="xs" fontWeight="600" color="fg.muted" px="2" py="1">
            {names[index]}
          </Heading>
          <ul className={styles.list}>
            {ofDay.map((notice) => (
              <Row key={notice.id} notice={notice} onOpen={onOpen} onToggle={onToggle} />
            ))}
          </ul>
        </Box>
      ))}
    </Box>
  );
}

function Row({ notice, onOpen, onToggle }: Omit<RowsProps, 'notices' | 'heading'> & { notice: Notice }) {
  const t = notificationTexts(language());
  const customer = customerOf(notice);
  const title = notificationTitle(t, notice, customer);
  const isUnread = notice.readAt === null;
  const Icon = icons[notice.kind];
  const more = notice.kind !== 'message' && notice.count > 1 ? words('times', { count: notice.count }) : undefined;
  const reason = typeof notice.details.reason === 'string' ? notice.details.reason : undefined;
  const text = notice.excerpt ?? reason;
  return (
    <li data-unread={isUnread || undefined}>
      <Link to={notificationPath(notice)} className={styles.link} onClick={() => onOpen(notice)}>
        <span className={styles.icon} data-kind={notice.kind}>
          <Icon size={16} aria-hidden />
        </span>
        <span className={styles.words}>
          <span className={styles.title}>
            {title}
            {isUnread && <span className="sr-only">{words('unread')}</span>}
          </span>
          {text && (
            <span className={styles.text}>
              <bdi>{text}</bdi>
            </span>
          )}
          <span className={styles.facts}>
            <Facts>
              <Time at={notice.lastAt} />
              {customer !== undefined && !title.includes(customer) ? customer : undefined}
              {more}
            </Facts>
          </span>
        </span>
      </Link>
      <button
        type="button"
        className={styles.toggle}
        aria-label={`${words(isUnread ? 'markRead' : 'markUnread')}: ${title}`}
        title={words(isUnread ? 'markRead' : 'markUnread')}
        onClick={() => onToggle(notice)}
      >
        {isUnread ? <Check size={15} aria-hidden /> : <CircleDot size={15} aria-hidden />}
      </button>
    </li>
  );
}

/** Moves the focus between the notifications by the arrow keys. */
function moveByArrows(event: KeyboardEvent<HTMLElement>): void {
  const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
  if (step === 0) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLAnchorElement>('a')];
  const at = links.findIndex((link) => link.closest('li')?.contains(document.activeElement));
  const next = links[at + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
