/** Describes where a mail came to: a mailbox, or the first one, which the Email tab describes. */
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import type { Settings } from '@parley/contracts/settings/settings';
import { findMailbox } from '@parley/db/mail/mailboxes';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';

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

/** Sender of the mails of a conversation. */
export interface SendingAs {
  /** The Email tab's settings, with the mailbox's sender in place of its own. */
  email: Settings['emailConfig'];
  /** Mailbox with reply addresses that lead back to the conversation; null where answers are matched by their references. */
  replyMailbox: string | null;
  signature: string;
}

/** Returns whom a conversation's mails come from. */
export async function sendingAs(
  context: Pick<ExternalContext, 'db' | 'settings' | 'external'>,
  mailboxId: string | null,
): Promise<SendingAs> {
  const { emailConfig } = await context.settings.read();
  const stored = mailboxId === null ? undefined : await findMailbox(context.db, mailboxId);
  if (!stored) return { email: emailConfig, replyMailbox: context.external.replyAddress, signature: '' };
  const { address, senderName, signature } = stored;
  const email = { ...emailConfig, fromEmail: address, fromName: senderName || emailConfig.fromName };
  return { email, replyMailbox: null, signature };
}
