/** Mails to people of the team about their own accounts, written and sent by the worker. */
import type { User } from '@parley/contracts/entities';
import type { JobPayload } from '@parley/contracts/jobs';
import { findAccount, findAccountByEmail, findUser, listAdministrators } from '@parley/db/users/users';
import { randomToken } from '@parley/service/secrets';
import { sendMail, missingForMail } from '../channels/email/smtp.ts';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../integrations/external-services.ts';
import { fromAddress, teamName } from '../mail/compose.ts';
import { mailHtml, type MailLayout, mailText } from '../mail/html.ts';
import { fallbackFrom } from '../mail/send.ts';
import { accountMailTexts } from './account-mail-texts.ts';
import { mailedAddressPurpose, newPasswordLink } from './new-password-link.ts';

type AccountMail = JobPayload<'account-mails'>;
type Notice = Extract<AccountMail, { of: string }>;
type Told = Exclude<AccountMail, { about: 'password_link' } | Notice>;
type MailContext = Pick<ExternalContext, 'settings' | 'external'>;

/**
 * The installation's own mail server, which nobody changes in the dashboard: these mails open accounts. Where it has none,
 * the one of the settings, if that is complete.
 */
async function mailServer({ settings, external }: MailContext) {
  const { emailConfig } = await settings.read();
  const internal = { ...emailConfig, enabled: true, useInternalEmail: true };
  return [internal, emailConfig].find((each) => missingForMail(each, external) === null) ?? null;
}

/** Whether mails about accounts can be sent at all. */
export const canMailAccounts = async (context: MailContext): Promise<boolean> => (await mailServer(context)) !== null;

/** Has somebody told of what was done with their account, as soon as a mail can be sent. */
export async function tellByMail({ queues }: Pick<Context, 'queues'>, told: Omit<Told, 'at'>): Promise<void> {
  await queues.add('account-mails', { ...told, at: new Date().toISOString() });
}

/** Has every active administrator told of what a directory or provider did about an account. */
export async function tellAdministrators(
  { db, queues }: Pick<Context, 'db' | 'queues'>,
  notice: Omit<Notice, 'at' | 'userId'>,
): Promise<void> {
  const at = new Date().toISOString();
  for (const userId of await listAdministrators(db)) await queues.add('account-mails', { ...notice, userId, at });
}

/** Writes and sends one; nothing where no mail is set up, or nobody active has the account. @throws CallFailed */
export async function sendAccountMail(context: ExternalContext, mail: AccountMail): Promise<void> {
  const server = await mailServer(context);
  const account =
    mail.about === 'password_link'
      ? await findAccountByEmail(context.db, context.secrets.decrypt(mail.email, mailedAddressPurpose))
      : await findAccount(context.db, mail.userId);
  if (!server || !account?.isActive) return;
  const { user } = account;
  const words = accountMailTexts[user.language ?? 'en'];
  const { subject, text } = words[mail.about];
  const told = mail.about === 'password_link' ? null : await factsOf(context, mail, user.language ?? 'en');
  const { button, footer } = await endOf(context, mail, user);
  const layout: MailLayout = {
    title: subject,
    parts: [{ heading: subject, text }, ...(told ? [{ text: told }] : [])],
    button,
    footer: [{ text: footer }],
  };
  const from = fromAddress(server, fallbackFrom(context.publicUrl));
  await sendMail(server, context.external, {
    messageId: `<account.${randomToken(12)}@${from.slice(from.lastIndexOf('@') + 1)}>`,
    from: { name: teamName(server), address: from },
    to: { name: '', address: user.email },
    subject,
    text: mailText(layout),
    html: mailHtml(layout),
    headers: { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' },
  });
}

/** What a mail leads to, and its last line. */
async function endOf(
  context: Pick<Context, 'db' | 'publicUrl'>,
  { about }: AccountMail,
  { id, language }: User,
): Promise<{ button: NonNullable<MailLayout['button']>; footer: string }> {
  const words = accountMailTexts[language ?? 'en'];
  const settings = `${context.publicUrl}/settings`;
  switch (about) {
    case 'password_link':
      return {
        button: { label: words.choosePassword, url: (await newPasswordLink(context, id)).url },
        footer: words.notAsked,
      };
    case 'address_held':
    case 'admin_ended':
      return { button: { label: words.openAuditLog, url: `${settings}?tab=audit` }, footer: words.youAdminister };
    case 'password_changed':
    case 'factor_changed':
    case 'factor_reset':
    case 'new_device':
      return { button: { label: words.openProfile, url: `${settings}?tab=profile` }, footer: words.notYou };
  }
}

/** When, and from where and with what, or whose account by whom: as it was noted. */
async function factsOf({ db }: Pick<Context, 'db'>, mail: Told | Notice, language: string): Promise<string> {
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' });
  const facts = 'of' in mail ? [(await findUser(db, mail.of))?.name, mail.by] : [mail.address, mail.agent];
  return [`${time.format(new Date(mail.at))} UTC`, ...facts].filter((fact) => fact).join('\n');
}
