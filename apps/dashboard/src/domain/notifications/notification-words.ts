import { teamInbox } from '@parley/contracts/conversations/inboxes';
import type { Notification } from '@parley/contracts/notifications/notification';
import { language } from '../../i18n/language.ts';
import { customerLabel } from '../../ui/person.ts';

/** Loads the texts of notifications, which the server shares, and returns their `t()` in the dashboard's language. */
export async function loadNotificationTexts() {
  const { notificationTexts } = await import('@parley/contracts/i18n/catalogues/notifications');
  return notificationTexts(language());
}

/** Returns the customer as the lists name them; undefined for a notification about no conversation. */
export const customerOf = ({ conversationId, customer }: Notification): string | undefined =>
  conversationId === null
    ? undefined
    : customerLabel({
        id: conversationId,
        customerEmail: customer?.email ?? null,
        customerName: customer?.name ?? null,
        visitorId: customer?.visitorId ?? null,
      });

/** Returns the path of the page that a notification is about. */
export function notificationPath({ kind, conversationId, subjectId }: Notification): string {
  if (conversationId !== null) return `/conversations?selected=${conversationId}`;
  if (kind === 'team_waiting' && subjectId !== null)
    return `/conversations?filter=${encodeURIComponent(teamInbox(subjectId))}`;
  if (kind === 'rule_paused' || kind === 'rule_stopped') return '/settings?tab=rules';
  return kind === 'new_device' ? '/settings?tab=profile' : '/settings?tab=notifications';
}
