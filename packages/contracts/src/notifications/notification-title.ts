/** The sentence of a notification, the same in the dashboard, a push message and a mail. */
import type { notificationTexts } from '../i18n/catalogues/notifications.ts';
import type { NotificationKind } from './kinds.ts';
import type { Notification } from './notification.ts';

export type Translate = ReturnType<typeof notificationTexts>;
type Titled = Pick<Notification, 'kind' | 'count' | 'actor' | 'customer' | 'details'>;

/** Returns the customer's name or address, or the word for one who has given neither. */
export const customerNamed = (t: Translate, { customer }: Pick<Titled, 'customer'>): string =>
  customer?.name ?? customer?.email ?? t('anonymous');

/** Returns what happened, in the language of `t`; `customer` replaces the name where the reader knows a better one. */
export function notificationTitle(
  t: Translate,
  notification: Titled,
  customer = customerNamed(t, notification),
): string {
  const { count, actor, details } = notification;
  const who = actor?.name ?? t('colleague');
  const value = (name: string): string => String(details[name] ?? '');
  const byKind: Record<NotificationKind, () => string> = {
    assigned: () => (actor ? t('assigned', { who, customer }) : t('assigned_automatically', { customer })),
    message: () => t('message', { count, customer }),
    waiting: () => t('waiting', { customer }),
    hand_off: () => t('hand_off', { customer }),
    mention: () => t('mention', { who }),
    followed: () => t('followed', { who: actor?.name ?? customer }),
    sla_warned: () => t('sla_warned', { customer }),
    sla_breached: () => t('sla_breached', { customer }),
    promise_due: () => t('promise_due', { customer }),
    snooze_over: () => t('snooze_over', { customer }),
    reminder: () => t('reminder', { customer }),
    low_rating: () => t('low_rating', { customer, score: value('score') }),
    scheduled_failed: () => t('scheduled_failed', { customer }),
    team_waiting: () => t('team_waiting', { count: Number(details.waiting ?? 1), team: value('team') }),
    hand_over: () => t('hand_over', { who }),
    rule_paused: () => t('rule_paused', { rule: value('rule') }),
    rule_stopped: () => t('rule_stopped', { rule: value('rule') }),
    new_device: () => t('new_device'),
  };
  return byKind[notification.kind]();
}
