/** Describes where a mail came to: a mailbox, or the first one, which the Email tab describes. */
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import type { Settings } from '@parley/contracts/settings/settings';
import { findMailbox } from '@parley/db/mail/mailboxes';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';
import { withSecrets } from './mailboxes.ts';

export type Inbox = Pick<
  Mailbox,
  | 'websiteId'
  | 'teamId'
  | 'opensConversations'
  | 'assistant'
  | 'assistantDelaySeconds'
  | 'autoReply'
  | 'autoReplyText'
  | 'signature'
> & {
  /** Null for the first one. */
  id: string | null;
};

/** Returns where a mail came to. A mailbox that was removed in the meantime counts as the first one. */
export async function inboxOf(context: Pick<Context, 'db' | 'settings'>, mailboxId: string | null): Promise<Inbox> {
  const mailbox = mailboxId === null ? undefined : await findMailbox(context.db, mailboxId);
  if (mailbox) return mailbox;
  const { emailConfig } = await context.settings.read();
  return {
    id: null,
    websiteId: emailConfig.newMailWebsiteId,
    teamId: emailConfig.newMailTeamId,
    opensConversations: emailConfig.newMailOpens,
    assistant: false,
    assistantDelaySeconds: 0,
    autoReply: 'off',
    autoReplyText: '',
    signature: '',
  };
}

/** Connection and sender for the mails of a conversation. */
export interface SendingAs {
  /** The Email tab's settings, with the mailbox's server and sender in their place. */
  email: Settings['emailConfig'];
  /** Mailbox whose reply addresses lead back to the conversation; null where answers are matched by their references. */
  replyMailbox: string | null;
  signature: string;
}

/** Returns what a conversation's mails are sent with. */
export async function sendingAs(
  context: Pick<ExternalContext, 'db' | 'settings' | 'external' | 'secrets'>,
  mailboxId: string | null,
): Promise<SendingAs> {
  const { emailConfig } = await context.settings.read();
  const stored = mailboxId === null ? undefined : await findMailbox(context.db, mailboxId);
  if (!stored) return { email: emailConfig, replyMailbox: context.external.replyAddress, signature: '' };
  const { sending, address, senderName, signature } = withSecrets(context.secrets, stored);
  const sender = { fromEmail: address, fromName: senderName || emailConfig.fromName };
  const server =
    sending.kind === 'smtp'
      ? {
          enabled: true,
          useInternalEmail: false,
          smtpHost: sending.host,
          smtpPort: sending.port,
          smtpUser: sending.user,
          smtpPassword: sending.password,
          smtpSecure: sending.secure,
          smtpAllowPlaintext: sending.allowPlaintext,
        }
      : {};
  return { email: { ...emailConfig, ...sender, ...server }, replyMailbox: null, signature };
}
