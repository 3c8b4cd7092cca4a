/** Ways by which notifications go out. Another way is one more record here. */
import { mailAfterSeconds, mailEveryMinutes, pushAfterSeconds } from '@parley/contracts/notifications/limits';
import type { NotificationWay } from '@parley/contracts/notifications/kinds';
import type { Notification, NotificationSettings } from '@parley/contracts/notifications/notification';
import type { ExternalContext } from '../external/services.ts';
import { mailNotifications } from './mail.ts';
import { pushNotifications } from './push.ts';

/** User that notifications are sent to. */
export interface Recipient {
  id: string;
  name: string;
  email: string;
  /** Null if the user has chosen none. */
  language: string | null;
  settings: NotificationSettings;
  /** Number of all unread notifications. */
  unread: number;
}

export interface Way {
  id: NotificationWay;
  /** Seconds after which it is due; null for the list of the dashboard, which is the stored row itself. */
  afterSeconds: number | null;
  /** Minutes between two deliveries to a user: what is due in between waits for the next. */
  everyMinutes?: number;
  /** Is not used while a page of the user has the focus. */
  endsByFocus?: true;
  /**
   * Sends due notifications, newest first. `more` counts further ones beyond the limit of a minute, for which one
   * summary stands. What throws is tried again.
   */
  deliver?(
    context: ExternalContext,
    user: Recipient,
    due: { notifications: readonly Notification[]; more: number },
  ): Promise<void>;
}

export const notificationWays: readonly Way[] = [
  { id: 'app', afterSeconds: null },
  { id: 'push', afterSeconds: pushAfterSeconds, endsByFocus: true, deliver: pushNotifications },
  { id: 'mail', afterSeconds: mailAfterSeconds, everyMinutes: mailEveryMinutes, deliver: mailNotifications },
];
