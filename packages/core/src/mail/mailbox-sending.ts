/** Sends mails from mailboxes: by their own server, with password or OAuth 2, or by that of the Email tab. */
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import { findMailbox } from '@parley/db/mail/mailboxes';
import type { SendMailOptions } from 'nodemailer';
import type { ExternalContext } from '../external/services.ts';
import { LoginRefused, type MailServer, sendBy, sendMail } from '../mailer/smtp.ts';
import { withSecrets } from './mailboxes.ts';
import { mailboxAccessToken } from './oauth/tokens.ts';

/**
 * Sends a mail from a mailbox and returns its server's final reply. Without a mailbox, or after it was removed, by the
 * server of the Email tab.
 *
 * @throws CallFailed with the server's reply, ConsentNeeded
 */
export async function sendFromMailbox(
  context: ExternalContext,
  mailboxId: string | null,
  mail: SendMailOptions,
): Promise<string> {
  const stored = mailboxId === null ? undefined : await findMailbox(context.db, mailboxId);
  const mailbox = stored && withSecrets(context.secrets, stored);
  const sending = mailbox?.sending ?? { kind: 'installation' };
  if (!mailbox || sending.kind === 'installation')
    return sendMail((await context.settings.read()).emailConfig, context.external, mail);
  if (sending.kind === 'smtp') return sendBy(withPassword(sending), context.external, mail);
  const token = await mailboxAccessToken(context, mailbox.id);
  return sendBy(withToken(sending, token), context.external, mail).catch(async (error: unknown) => {
    if (!(error instanceof LoginRefused)) throw error;
    // A token may have been revoked before its time: another one shows whether consent has ended.
    const another = await mailboxAccessToken(context, mailbox.id, { rejected: token });
    return sendBy(withToken(sending, another), context.external, mail);
  });
}

type Smtp = Extract<Mailbox['sending'], { kind: 'smtp' }>;
type SmtpOauth = Extract<Mailbox['sending'], { kind: 'smtp_oauth' }>;

const withPassword = ({ host, port, secure, allowPlaintext, user, password }: Smtp): MailServer => ({
  host,
  port,
  secure,
  allowPlaintext,
  login: user === '' ? null : { user, pass: password },
});

const withToken = ({ host, port, secure, user }: SmtpOauth, accessToken: string): MailServer => ({
  host,
  port,
  secure,
  // A token never crosses the internet in the clear.
  allowPlaintext: 'private',
  login: { user, accessToken },
});
