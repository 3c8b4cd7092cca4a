import type { ServerFrame } from '@parley/contracts/frames';
import type { NotificationKind } from '@parley/contracts/notifications/kinds';
import { notificationTitle } from '@parley/contracts/notifications/notification-title';
import type { Notification as Notice } from '@parley/contracts/notifications/notification';
import { listFollowed } from '@parley/contracts/routes/followers';
import { readNotifications } from '@parley/contracts/routes/notifications';
import { listReminders } from '@parley/contracts/routes/reminders';
import { listScheduled } from '@parley/contracts/routes/scheduled';
import { useCallback, useEffect, useRef } from 'react';
import { useLocation, useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';
import { customerOf, loadNotificationTexts, notificationPath } from '../../domain/notifications/notification-words.ts';
import { useFrames } from '../../live/live.tsx';
import { useMe } from '../../auth/auth.tsx';
import { isPushUser } from '../../loading/push-user.ts';
import { useNotificationSettings } from '../../live/notification-settings.ts';
import { useNotificationsRead } from '../../live/notifications.ts';
import { preferences, takeFormerPreferences } from '../../preferences/preferences.ts';
import { refusalWords } from '../../api/call-error.ts';
import { customerLabel } from '../../ui/person.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { AlertLimit } from './alert-limit.ts';
import { playChime } from './chime.ts';
import { SingleNotifier } from './single-notifier.ts';
import { labels } from '../../i18n/en/labels.ts';
import { notifications } from '../../i18n/en/notifications.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';

/** Kinds that the lists show by themselves, or a toast with more words. */
const withoutToast: ReadonlySet<NotificationKind> = new Set<NotificationKind>([
  'message',
  'waiting',
  'hand_off',
  'reminder',
  'scheduled_failed',
]);

/** Whether the user looks at the conversation of a notification now. */
const isLookedAt = ({ conversationId }: Notice): boolean =>
  conversationId !== null &&
  document.hasFocus() &&
  new URLSearchParams(window.location.search).get('selected') === conversationId;

/** Plays sounds and shows alerts for the notifications that the server sends, from one tab only. Renders nothing itself. */
export function Notifications() {
  const me = useMe();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  useNotificationsRead(pathname === '/conversations' ? new URLSearchParams(search).get('selected') : null);
  const { settings, change } = useNotificationSettings();
  const isLoaded = settings !== undefined;
  const sounds = useRef(true);
  useEffect(() => {
    sounds.current = settings?.sound ?? true;
  }, [settings]);
  const ways = settings?.ways;
  useEffect(() => {
    if (!isLoaded) return;
    const { sound, followedNotices } = takeFormerPreferences();
    if (sound === false) change({ sound });
    if (followedNotices === false) change({ ways: { ...ways, followed: [] } });
  }, [isLoaded, ways, change]);
  // Loaded from the beginning, for filters by followed conversations.
  useRead(listFollowed, {});
  const notifier = useRef<SingleNotifier>(undefined);
  useEffect(() => {
    const own = new SingleNotifier();
    notifier.current = own;
    return () => own.close();
  }, []);

  const show = useCallback(
    (conversationId: string) => void navigate(`/conversations?selected=${conversationId}`),
    [navigate],
  );

  const limit = useRef(new AlertLimit());
  const alert = useCallback(
    async (notice: Notice) => {
      const t = await loadNotificationTexts();
      const more = limit.current.take();
      if (more > 0) {
        const run = () => void navigate('/notifications');
        toast({ title: t('more', { count: more }), action: { label: notifications('show'), run } });
        return;
      }
      const customer = customerOf(notice);
      const title = notificationTitle(t, notice, customer);
      const description = notice.excerpt ?? customer ?? '';
      const open = () => void navigate(notificationPath(notice));
      const isRead = isLookedAt(notice);
      if (isRead && notice.conversationId !== null)
        void call(readNotifications, { body: { conversationId: notice.conversationId } }).catch(() => undefined);
      else if (!withoutToast.has(notice.kind))
        toast({ title, description, action: { label: notifications('show'), run: open } });
      notifier.current?.notify(`${notice.id} ${notice.lastAt}`, () => {
        const { desktopNotifications } = preferences();
        if (sounds.current) playChime();
        if (!desktopNotifications || document.hasFocus() || Notification.permission !== 'granted') return;
        // It comes by push.
        if (isPushUser(me.id)) return;
        const shown = new Notification(title, {
          body: description.slice(0, 140),
          tag: notice.conversationId ?? notice.id,
        });
        shown.addEventListener('click', () => {
          window.focus();
          open();
          shown.close();
        });
      });
    },
    [navigate, me.id],
  );

  const listen = useCallback(
    (frame: ServerFrame) => {
      if (frame.type === 'notifications_changed' && frame.notification) void alert(frame.notification);
    },
    [alert],
  );
  useFrames(listen);

  // Includes a reminder that came due while the user was away.
  const due = useRead(listReminders, { query: { due: true } }).data?.[0];
  const isDue = due?.conversationId;
  const description = due && customerLabel({ ...due, id: due.conversationId });
  useEffect(() => {
    if (!isDue || !description) return;
    toast({
      title: labels('reminder'),
      description,
      action: { label: notifications('show'), run: () => show(isDue) },
    });
  }, [isDue, description, show]);

  // A message that could not be sent waits for its author, whenever they return.
  const stopped = useRead(listScheduled, { query: { stopped: true } }).data?.[0];
  const stoppedIn = stopped?.conversationId;
  const why =
    stopped &&
    `${customerLabel({ ...stopped, id: stopped.conversationId })}: ${refusalWords(stopped.code ?? undefined, stopped.reason ?? '')}`;
  useEffect(() => {
    if (!stoppedIn || !why) return;
    toast({
      title: scheduledWords('notSent'),
      description: why,
      variant: 'destructive',
      action: { label: notifications('show'), run: () => show(stoppedIn) },
    });
  }, [stoppedIn, why, show]);
  return null;
}
