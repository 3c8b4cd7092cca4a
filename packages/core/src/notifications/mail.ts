/** Mails a user the notifications that they have not seen, all in one. */
import { notificationTexts } from '@parley/contracts/i18n/catalogues/notifications';
import { customerNamed, notificationTitle, type Translate } from '@parley/contracts/notifications/notification-title';
import type { Notification } from '@parley/contracts/notifications/notification';
import { languageOf } from '@parley/contracts/text/languages';
import { teamInbox } from '@parley/contracts/conversations/inboxes';
import { Problem } from '@parley/contracts/problems';
import { stopMails } from '@parley/db/notifications/settings';
import { isUuid } from '@parley/db/uuid';
import type { Context } from '../context.ts';
import { derivedId } from '../derived-id.ts';
import type { ExternalContext } from '../external/services.ts';
import { accountMailServer } from '../mailer/account-server.ts';
import { mailHtml, type MailLayout, type MailPart, mailText } from '../mailer/html.ts';
import { fallbackFrom, fromAddress, teamName } from '../mailer/sender.ts';
import { sendMail } from '../mailer/smtp.ts';
import type { Recipient } from './ways.ts';

/** Number of notifications that a mail shows; the others are in the dashboard. */
const shownMax = 20;

/** Sends one mail about these notifications. Does nothing without a mail server. @throws CallFailed */
export async function mailNotifications(
  context: ExternalContext,
  user: Recipient,
  { notifications, more }: { notifications: readonly Notification[]; more: number },
): Promise<void> {
  const server = accountMailServer(context, (await context.settings.read()).emailConfig);
  if (!server) return;
  const language = languageOf(user.language ?? 'en') ?? 'en';
  const t = notificationTexts(language);
  const count = notifications.length + more;
  const [only] = count === 1 ? notifications : [];
  const subject = only ? notificationTitle(t, only) : t('mail_subject', { count });
  const shown = notifications.slice(0, shownMax);
  const rest = count - shown.length;
  const partOf = (notification: Notification): MailPart => {
    const { excerpt, customer } = notification;
    const lines = [
      ...(customer ? [customerNamed(t, { customer })] : []),
      ...reasonOf(t, notification),
      ...(excerpt !== null && user.settings.textInMail ? [excerpt] : []),
      notificationUrl(context, notification),
    ];
    return { heading: notificationTitle(t, notification), text: lines.join('\n') };
  };
  const stopUrl = stopMailsUrl(context, user.id);
  const layout: MailLayout = {
    title: subject,
    parts: [...shown.map(partOf), ...(rest > 0 ? [{ text: t('more', { count: rest }) }] : [])],
    button: { label: t('open_all'), url: `${context.publicUrl}/notifications` },
    footer: [
      { text: t('mail_why') },
      { text: `${t('change')}: ${notificationSettingsUrl(context)}` },
      { text: `${t('stop')}: ${stopUrl}` },
    ],
    language,
  };
  const from = fromAddress(server, fallbackFrom(context.publicUrl));
  // Derived, so that a second attempt after a kill is the same mail to mail programs.
  const id = derivedId(user.id, ...notifications.map((each) => `${each.id} ${each.lastAt}`));
  await sendMail(server, context.external, {
    messageId: `<notifications.${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: teamName(server), address: from },
    to: { name: user.name, address: user.email },
    subject,
    text: mailText(layout),
    html: mailHtml(layout),
    headers: {
      'Auto-Submitted': 'auto-generated',
      'X-Auto-Response-Suppress': 'All',
      'List-Unsubscribe': `<${stopUrl}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  });
}

/** Returns why a rule doesn't run; its settings have the details of an action that can't be done. */
function reasonOf(t: Translate, { kind, details: { why, max } }: Notification): string[] {
  if (kind !== 'rule_paused' && kind !== 'rule_stopped') return [];
  if ((why === 'rule_too_deep' || why === 'rule_too_often') && typeof max === 'number') return [t(why, { max })];
  return [t(why === 'rule_author_gone' ? why : 'rule_cant_act')];
}

/** Page of the dashboard where users choose what they are notified of. */
export const notificationSettingsUrl = ({ publicUrl }: Pick<Context, 'publicUrl'>): string =>
  `${publicUrl}/settings?tab=notifications`;

const notificationUrl = ({ publicUrl }: Pick<Context, 'publicUrl'>, about: Parameters<typeof notificationPath>[0]) =>
  publicUrl + notificationPath(about);

/** Returns the path of the screen that a notification is about. */
export function notificationPath({
  kind,
  conversationId,
  subjectId,
}: Pick<Notification, 'kind' | 'conversationId' | 'subjectId'>): string {
  if (conversationId !== null) return `/conversations?selected=${conversationId}`;
  if (kind === 'team_waiting' && subjectId !== null)
    return `/conversations?filter=${encodeURIComponent(teamInbox(subjectId))}`;
  if (kind === 'rule_paused' || kind === 'rule_stopped') return '/settings?tab=rules';
  if (kind === 'new_device') return '/settings?tab=profile';
  return '/notifications';
}

const purpose = 'stop mails with notifications';

const stopMailsUrl = (context: Pick<Context, 'secrets' | 'publicUrl'>, userId: string): string =>
  `${context.publicUrl}/api/notifications/stop-mails?token=${userId}.${context.secrets.sign(purpose, userId)}`;

/** Turns off mails with notifications for the user whom the link was mailed to. @throws Problem `not_found` for another link */
export async function stopMailsByToken(context: Pick<Context, 'db' | 'secrets'>, token: string): Promise<void> {
  const [userId = '', signature = ''] = token.split('.', 2);
  if (!isUuid(userId) || !context.secrets.verify(purpose, userId, signature))
    throw new Problem('not_found', 'This link is not valid.');
  await stopMails(context.db, userId);
}
