/** Mails to people of the team about their own accounts, written and sent by the worker. */
import { accountMailTexts } from '@parley/contracts/i18n/catalogues/account-mails';
import type { User } from '@parley/contracts/entities';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { JobPayload } from '@parley/contracts/jobs';
import type { Settings } from '@parley/contracts/settings/settings';
import { excerptLength } from '@parley/contracts/notifications/limits';
import { linkEmailChange } from '@parley/db/sign-in/email-changes';
import { addressOfInvitation, markInvitationMailed } from '@parley/db/users/invitations';
import { findAccount, findAccountByEmail, findUser, listAdministrators } from '@parley/db/users/users';
import { uuidv7 } from '@parley/db/uuid';
import { notify } from '../notifications/notify.ts';
import { randomToken } from '@parley/service/secrets';
import { accountMailServer } from '../mailer/account-server.ts';
import { sendMail } from '../mailer/smtp.ts';
import type { SendMailOptions } from 'nodemailer';
import { CallFailed } from '../external/answer.ts';
import type { Context } from '../context.ts';
import { recordAuditOf } from '../audit/record.ts';
import type { ExternalContext } from '../external/services.ts';
import { fallbackFrom, fromAddress, teamName } from '../mailer/sender.ts';
import { mailHtml, type MailLayout, mailText } from '../mailer/html.ts';
import { invitationTokenHash } from './register.ts';
import { invitationUrl } from './invitation-url.ts';
import { linkTokenHash, mailedAddressPurpose, newPasswordLink } from './new-password-link.ts';

type AccountMail = JobPayload<'account-mails'>;
type Notice = Extract<AccountMail, { of: string }>;
type RouteChange = Extract<AccountMail, { about: 'route_changed' }>;
type Moved = Extract<AccountMail, { to: string }>;
type AccountNotice = Extract<AccountMail, { agent: string | null }>;
type MailContext = Pick<ExternalContext, 'settings' | 'external'>;

/** Whether mails about accounts can be sent at all. */
export const canMailAccounts = async (context: MailContext): Promise<boolean> =>
  accountMailServer(context, (await context.settings.read()).emailConfig) !== null;

/** Queues an email to the person about a change of their account. */
export async function mailAccountChange(
  { queues }: Pick<Context, 'queues'>,
  notice: Omit<AccountNotice, 'at'>,
): Promise<void> {
  await queues.add('account-mails', { ...notice, at: new Date().toISOString() });
}

/** Notifies a user of a sign-in in a new browser: by mail in any case, and by the ways that they have chosen. */
export async function reportNewDevice(
  context: Context,
  { userId, address, agent }: { userId: string; address: string; agent: string },
): Promise<void> {
  await mailAccountChange(context, { about: 'new_device', userId, address, agent });
  await notify(context, {
    eventId: uuidv7(),
    kind: 'new_device',
    audience: { userIds: [userId] },
    actorId: null,
    details: { address, agent: agent.slice(0, excerptLength) },
  });
}

/** Notifies every active admin of an account change by a directory or provider. */
export async function mailAdministrators(
  { db, queues }: Pick<Context, 'db' | 'queues'>,
  notice: Omit<Notice, 'at' | 'userId'>,
): Promise<void> {
  const at = new Date().toISOString();
  for (const userId of await listAdministrators(db)) await queues.add('account-mails', { ...notice, userId, at });
}

type ReportNotice = Extract<AccountMail, { about: 'report_not_sent' }>;

/** Notifies the owner of a saved report that it isn't mailed to a recipient. */
export async function mailReportNotSent(
  { queues }: Pick<Context, 'queues'>,
  notice: Omit<ReportNotice, 'about' | 'at'>,
): Promise<void> {
  await queues.add('account-mails', { ...notice, about: 'report_not_sent', at: new Date().toISOString() });
}

/** Queues an email to the account's previous address about the new one. */
export async function mailOldAddress(
  { queues, secrets }: Pick<Context, 'queues' | 'secrets'>,
  about: Moved['about'],
  { before, email, ...facts }: Omit<Moved, 'about' | 'to' | 'at'> & { before: string },
): Promise<void> {
  // Encrypted, for they wait in Redis.
  const [to, encrypted] = [before, email].map((each) => secrets.encrypt(each, mailedAddressPurpose));
  if (to === undefined || encrypted === undefined) return;
  await queues.add('account-mails', { ...facts, about, to, email: encrypted, at: new Date().toISOString() });
}

/** Encryption purpose of an invitation's token that waits for its mail. */
const invitationPurpose = 'token of an invitation';

/** Queues the mail of an invitation. */
export async function mailInvitation(
  { queues, secrets }: Pick<Context, 'queues' | 'secrets'>,
  { token, ...about }: { userId: string; invitationId: string; token: string },
): Promise<void> {
  await queues.add('account-mails', {
    ...about,
    about: 'invitation',
    token: secrets.encrypt(token, invitationPurpose),
  });
}

/** Encryption purpose of the email settings from before a change. */
const emailBeforePurpose = 'settings of email before a change';

/**
 * Notifies every active admin, through the previous mail server, that the delivery of messages was changed. A notice
 * that can't be queued is logged, and the change stays.
 */
export async function mailRouteChange(
  context: Pick<ExternalContext, 'db' | 'queues' | 'secrets' | 'external' | 'log'>,
  {
    emailConfig,
    ...changed
  }: Omit<RouteChange, 'about' | 'userId' | 'at' | 'emailBefore'> & Pick<Settings, 'emailConfig'>,
): Promise<void> {
  const emailBefore = context.secrets.encrypt(JSON.stringify(emailConfig), emailBeforePurpose);
  const notice = { ...changed, about: 'route_changed', emailBefore, at: new Date().toISOString() } as const;
  try {
    for (const userId of await listAdministrators(context.db)) {
      await context.queues.add('account-mails', { ...notice, userId });
    }
  } catch (error) {
    context.log.error({ err: error, section: changed.section }, 'admins could not be notified of changed settings');
  }
}

/** Whether a notice about changed settings can be mailed through the mail server of before. */
export const canMailRouteChange = (
  context: Pick<ExternalContext, 'external'>,
  before: Settings['emailConfig'],
): boolean => accountMailServer(context, before) !== null;

/** Records that an admin could not be notified of changed settings, after the last attempt. */
export async function recordUnsentNotice(
  { db }: Pick<Context, 'db'>,
  mail: AccountMail,
  reason: string,
): Promise<void> {
  if (mail.about !== 'route_changed') return;
  await recordAuditOf(
    { db },
    { name: mail.by },
    {
      action: 'settings.notice_failed',
      subject: { type: 'user', id: mail.userId },
      details: { section: mail.section, reason },
    },
  );
}

/** Writes and sends an email; does nothing without a mail server, or for an inactive account. @throws CallFailed */
export async function sendAccountMail(context: ExternalContext, mail: AccountMail): Promise<void> {
  const { emailConfig } =
    mail.about === 'route_changed'
      ? // Encrypted by `mailRouteChange`.
        {
          emailConfig: JSON.parse(
            context.secrets.decrypt(mail.emailBefore, emailBeforePurpose),
          ) as Settings['emailConfig'],
        }
      : await context.settings.read();
  const server = accountMailServer(context, emailConfig);
  const account =
    mail.about === 'password_link'
      ? await findAccountByEmail(context.db, context.secrets.decrypt(mail.email, mailedAddressPurpose))
      : await findAccount(context.db, mail.userId);
  if (!server || !account?.isActive) return;
  const { user } = account;
  const content = await contentOf(context, mail, user);
  if (!content) return;
  const t = accountMailTexts(user.language ?? 'en');
  const [subject, text] = [t(`${mail.about}_subject`), t(`${mail.about}_text`)];
  const { to = user.email, facts, button, footer } = content;
  const notice = facts.filter((fact) => fact).join('\n');
  const layout: MailLayout = {
    title: subject,
    parts: [{ heading: subject, text }, ...(notice ? [{ text: notice }] : [])],
    button,
    footer: [{ text: footer }],
  };
  await sendFrom(context, server, { id: `account.${randomToken(12)}`, to, layout });
  if (mail.about === 'invitation') {
    await markInvitationMailed(context.db, mail.invitationId, invitationTokenHash(tokenOf(context, mail)));
  }
}

interface UserMail {
  /** First part of its Message-ID: a mail that is sent again has the same. */
  id: string;
  to: string;
  layout: MailLayout;
  attachments?: SendMailOptions['attachments'];
  headers?: Record<string, string>;
}

/** Sends an email to a user by the server of account mails. @throws CallFailed, final without such a server */
export async function mailUser(context: ExternalContext, mail: UserMail): Promise<void> {
  const { emailConfig } = await context.settings.read();
  const server = accountMailServer(context, emailConfig);
  if (!server) throw new CallFailed(localize('no_mail_server'), { transient: false });
  await sendFrom(context, server, mail);
}

async function sendFrom(
  context: ExternalContext,
  server: Settings['emailConfig'],
  { id, to, layout, attachments = [], headers }: UserMail,
): Promise<void> {
  const from = fromAddress(server, fallbackFrom(context.publicUrl));
  await sendMail(server, context.external, {
    messageId: `<${id}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: teamName(server), address: from },
    to: { name: '', address: to },
    subject: layout.title,
    text: mailText(layout),
    html: mailHtml(layout),
    attachments,
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All', ...headers },
  });
}

interface Content {
  /** Another address than the account's. */
  to?: string;
  /** Time, address and device, or account and actor, as they were recorded. */
  facts: (string | null | undefined)[];
  /** Link of the email. */
  button: NonNullable<MailLayout['button']>;
  /** Its last line. */
  footer: string;
}

/** Returns the variable parts of the email; undefined if it is obsolete. */
async function contentOf(
  context: Pick<Context, 'db' | 'publicUrl' | 'secrets'>,
  mail: AccountMail,
  user: User,
): Promise<Content | undefined> {
  const language = user.language ?? 'en';
  const t = accountMailTexts(language);
  const settings = `${context.publicUrl}/settings`;
  const profile = { label: t('openProfile'), url: `${settings}?tab=profile` };
  switch (mail.about) {
    case 'password_link': {
      const { url } = await newPasswordLink(context, user.id);
      return { facts: [], button: { label: t('choosePassword'), url }, footer: t('notAsked') };
    }
    case 'invitation': {
      const token = tokenOf(context, mail);
      const to = await addressOfInvitation(context.db, mail.invitationId, invitationTokenHash(token));
      if (to === undefined) return undefined;
      return {
        to,
        facts: [`${user.name}, ${user.email}`],
        button: { label: t('acceptInvitation'), url: invitationUrl(context, token) },
        footer: t('notExpected'),
      };
    }
    case 'email_confirmation': {
      const token = randomToken();
      const change = await linkEmailChange(context.db, mail.changeId, linkTokenHash(token));
      if (change?.emailBefore !== user.email) return undefined;
      const { email } = change;
      const account = `${user.name}, ${user.email}`;
      return {
        to: email,
        facts: email === user.email ? [account] : [account, `→ ${email}`],
        button: { label: t('confirmAddress'), url: `${context.publicUrl}/auth#confirm=${token}` },
        footer: t('notAskedToConfirm'),
      };
    }
    case 'email_change_asked':
    case 'email_changed': {
      const [to, email] = [mail.to, mail.email].map((each) => context.secrets.decrypt(each, mailedAddressPurpose));
      const facts = [timeOf(mail.at, language), mail.by, mail.address, `→ ${email}`];
      return { ...(to !== undefined && { to }), facts, button: profile, footer: t('notYou') };
    }
    case 'address_held':
    case 'admin_ended':
      return {
        facts: [timeOf(mail.at, language), (await findUser(context.db, mail.of))?.name, mail.by],
        button: { label: t('openAuditLog'), url: `${settings}?tab=audit` },
        footer: t('youAdminister'),
      };
    case 'route_changed': {
      const { at, by, address, section, fields } = mail;
      return {
        facts: [timeOf(at, language), by, address, `${section}: ${fields.join(', ')}`],
        button: { label: t('openAuditLog'), url: `${settings}?tab=audit` },
        footer: t('youAdminister'),
      };
    }
    case 'report_not_sent':
      return {
        facts: [timeOf(mail.at, language), `${mail.report}: ${mail.recipient}`, t(mail.problem)],
        button: { label: t('openReports'), url: `${context.publicUrl}/reports` },
        footer: t('youSendIt'),
      };
    case 'password_changed':
    case 'factor_changed':
    case 'factor_reset':
    case 'new_device':
      return { facts: [timeOf(mail.at, language), mail.address, mail.agent], button: profile, footer: t('notYou') };
  }
}

const tokenOf = (
  { secrets }: Pick<Context, 'secrets'>,
  { token }: Extract<AccountMail, { about: 'invitation' }>,
): string => secrets.decrypt(token, invitationPurpose);

function timeOf(at: string, language: string): string {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  return `${time.format(new Date(at))} UTC`;
}
