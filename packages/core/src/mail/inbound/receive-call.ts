/** Mails that a provider hands over by calling us. */
import { findMailbox, noteMailboxCheck } from '@parley/db/mail/mailboxes';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Mailbox, MailWebhookProvider } from '@parley/contracts/channels/mailboxes';
import { Problem } from '@parley/contracts/problems';
import type { ExternalContext } from '../../external/services.ts';
import { publishChange } from '../../live/publish-change.ts';
import { withSecrets } from '../mailboxes.ts';
import { mailMaxBytes } from '../parse.ts';
import { receiveMail } from '../receive.ts';
import type { ProviderCall, ProviderMail } from './call.ts';
import { readMailgun, useUpToken } from './mailgun.ts';
import { readPostmark } from './postmark.ts';
import { readSes } from './ses.ts';

/**
 * Stores the mail of a provider's call. Resolves once it can't be lost; until then the provider repeats the call, and
 * a repeated mail is stored once.
 *
 * @throws Problem `not_found` for a mailbox that receives otherwise, `signed_out`, `malformed`,
 * `unavailable`
 */
export async function receiveCall(
  context: ExternalContext,
  { mailboxId, provider }: { mailboxId: string; provider: MailWebhookProvider },
  call: ProviderCall,
): Promise<void> {
  const stored = await findMailbox(context.db, mailboxId);
  if (stored?.receiving.kind !== 'webhook' || stored.receiving.provider !== provider)
    throw new Problem('not_found', localize('no_such_mailbox'));
  const { receiving } = withSecrets(context.secrets, stored);
  if (receiving.kind !== 'webhook') return;
  const { secret } = receiving;
  if (provider === 'mailgun') {
    const mail = await readMailgun(context, call, secret);
    if (!mail) return;
    await store(context, mailboxId, mail);
    await useUpToken(context, mail.token);
    return;
  }
  const mail =
    provider === 'postmark'
      ? await readPostmark(call, secret)
      : await readSes(context, call, receiving).catch((error: unknown) => noteFailure(context, mailboxId, error));
  if (!mail) return;
  await store(context, mailboxId, mail);
  if (stored.failure) await noteState(context, mailboxId, null);
}

/** Shows on the mailbox why a mail can't be fetched. Throws the error again. */
async function noteFailure(context: ExternalContext, mailboxId: string, error: unknown): Promise<never> {
  const { message, localized } = error instanceof Problem && error.code === 'unavailable' ? error : {};
  if (message !== undefined) await noteState(context, mailboxId, { message, ...(localized && { localized }) });
  throw error;
}

async function noteState(context: ExternalContext, mailboxId: string, failure: Mailbox['failure']): Promise<void> {
  await noteMailboxCheck(context.db, mailboxId, failure);
  await publishChange(context, { frame: { type: 'mailboxes_updated' } });
}

async function store(context: ExternalContext, mailboxId: string, mail: ProviderMail): Promise<void> {
  const { raw, envelopeFrom, envelopeTo } = mail;
  // The beginning of a larger mail is stored, as from every other source.
  await receiveMail(context, {
    source: 'webhook',
    mailboxId,
    envelopeFrom,
    envelopeTo,
    raw: raw.subarray(0, mailMaxBytes),
  });
}
