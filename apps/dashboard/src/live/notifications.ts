/** The user's unread notifications, as the server has them. */
import { listNotifications, readNotifications } from '@parley/contracts/routes/notifications';
import { notificationsPerPage } from '@parley/contracts/notifications/limits';
import { useEffect, useSyncExternalStore } from 'react';
import { call } from '../api/call.ts';
import { useRead } from '../api/read.ts';

const useUnread = () => useRead(listNotifications, { query: { unread: true, limit: notificationsPerPage } }).data;

/** Returns the number of unread notifications. */
export const useUnreadNotifications = (): number => useUnread()?.unread ?? 0;

const useHasFocus = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      window.addEventListener('focus', listener);
      window.addEventListener('blur', listener);
      return () => {
        window.removeEventListener('focus', listener);
        window.removeEventListener('blur', listener);
      };
    },
    () => document.hasFocus(),
  );

/** Marks the notifications of a conversation as read while the user looks at it. */
export function useNotificationsRead(conversationId: string | null): void {
  const hasFocus = useHasFocus();
  const isNotified = useUnread()?.notifications.some((each) => each.conversationId === conversationId) ?? false;
  useEffect(() => {
    if (!isNotified || conversationId === null || !hasFocus) return;
    // A failure is made up for the next time.
    void call(readNotifications, { body: { conversationId } }).catch(() => undefined);
  }, [isNotified, conversationId, hasFocus]);
}
