/** Describes where a mail came to: a mailbox, or the first one, which the Email tab describes. */
import { behaviourOf, type MailboxBehaviour } from '@parley/contracts/channels/mailbox-behaviour';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import type { Settings } from '@parley/contracts/settings/settings';
import { findMailbox } from '@parley/db/mail/mailboxes';
import { listTeams } from '@parley/db/roles/teams';
import { findWebsite } from '@parley/db/websites/websites';
import type { Context } from '../context.ts';
import type { ExternalContext } from '../external/services.ts';

export interface Inbox extends MailboxBehaviour, Pick<Mailbox, 'websiteId' | 'teamId' | 'opensConversations'> {
  /** Null for the first one. */
  id: string | null;
}

/** Returns where a mail came to. A mailbox that was removed in the meantime counts as the first one. */
export async function inboxOf(context: Pick<Context, 'db' | 'settings'>, mailboxId: string | null): Promise<Inbox> {
  const mailbox = mailboxId === null ? undefined : await findMailbox(context.db, mailboxId);
  if (mailbox) return mailbox;
  const { emailConfig } = await context.settings.read();
  const { newMailWebsiteId: websiteId, newMailTeamId: teamId, newMailOpens: opensConversations } = emailConfig;
  // Either may have been deleted since.
  const hasWebsite = websiteId !== null && (await findWebsite(context.db, websiteId)) !== undefined;
  const hasTeam = teamId !== null && (await listTeams(context.db, teamId)).length > 0;
  return {
    ...behaviourOf(emailConfig),
    id: null,
    websiteId: hasWebsite ? websiteId : null,
    teamId: hasTeam ? teamId : null,
    opensConversations,
  };
}

/** Parts of a template as stored. */
export type TemplateFields = Pick<MailboxBehaviour, 'legalText' | 'logoUrl' | 'mailColour' | 'mailFooter'>;

/** Sender of the mails of a conversation. */
export interface SendingAs {
  /** The Email tab's settings, with the mailbox's sender in place of its own. */
  email: Settings['emailConfig'];
  /** Mailbox with reply addresses that lead back to the conversation; null where answers are matched by their references. */
  replyMailbox: string | null;
  signature: string;
  template: TemplateFields;
}

/** Returns whom a conversation's mails come from. */
export async function sendingAs(
  context: Pick<ExternalContext, 'db' | 'settings' | 'external'>,
  mailboxId: string | null,
): Promise<SendingAs> {
  const { emailConfig } = await context.settings.read();
  const stored = mailboxId === null ? undefined : await findMailbox(context.db, mailboxId);
  const { signature, legalText, logoUrl, mailColour, mailFooter } = stored ?? emailConfig;
  const own = { signature, template: { legalText, logoUrl, mailColour, mailFooter } };
  if (!stored) return { email: emailConfig, replyMailbox: context.external.replyAddress, ...own };
  const email = { ...emailConfig, fromEmail: stored.address, fromName: stored.senderName || emailConfig.fromName };
  return { email, replyMailbox: null, ...own };
}
