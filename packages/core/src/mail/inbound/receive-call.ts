/** Mails that a provider hands over by calling us. */
import { findMailbox } from '@parley/db/mail/mailboxes';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { MailWebhookProvider } from '@parley/contracts/channels/mailboxes';
import { Problem } from '@parley/contracts/problems';
import type { ExternalContext } from '../../external/services.ts';
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
  const secret = receiving.kind === 'webhook' ? receiving.secret : '';
  if (provider === 'mailgun') {
    const mail = await readMailgun(context, call, secret);
    if (!mail) return;
    await store(context, mailboxId, mail);
    await useUpToken(context, mail.token);
    return;
  }
  const mail = provider === 'postmark' ? await readPostmark(call, secret) : await readSes(context, call, secret);
  if (mail) await store(context, mailboxId, mail);
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
