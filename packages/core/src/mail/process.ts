/** Understanding a mail that has been received: whose it is, and what it says to which conversation. */
import type { IgnoredReason } from '@parley/contracts/inbound-mail';
import { conversationState, type ConversationState } from '@parley/db/conversations/read';
import { findInboundMail, type InboundResult, recordInboundResult } from '@parley/db/mail/inbound';
import { findConversationByMailToken, findMailThread, rememberMail } from '@parley/db/mail/threads';
import { isBlocked } from '@parley/db/visitors/contacts';
import { publishChange } from '../events/publish-change.ts';
import type { Context } from '../context.ts';
import { markRead } from '../conversations/receipts.ts';
import { transition } from '../conversations/transition.ts';
import { derivedId } from '../derived-id.ts';
import { announceIncoming, keepIncoming } from '../files/incoming.ts';
import { withoutCode } from '../ai/tools/typed-code.ts';
import type { ExternalContext } from '../integrations/external-services.ts';
import { tokenFromAddresses, tokenFromReferences } from './reply-address.ts';
import { proveByAnswer } from './proof.ts';
import type { MailReader } from './reader.ts';
import { type CustomerDraft, postOn } from '../visitors/post-on.ts';
import type { MailReading, ReadFile } from './reading.ts';
import { withNames } from './reply-text.ts';
import { tokenFromSubject } from './subject.ts';

export interface ReadingMeans {
  reader: MailReader;
  /** The name of the receiving server, see `authentication.ts`; null when none is believed. */
  authservId: string | null;
}

/** Understands a stored mail: posts it as the customer's message, or notes why not. Doing it again changes nothing. */
export async function processInboundMail(
  context: ExternalContext,
  id: string,
  { reader, authservId }: ReadingMeans,
): Promise<InboundResult | null> {
  const stored = await findInboundMail(context.db, id);
  if (!stored || stored.status !== 'stored') return null;
  const read = await reader.read({ raw: stored.raw, authservId });
  const result: InboundResult =
    'reading' in read
      ? await understand(context, read.reading, { id, source: stored.source, envelopeTo: stored.envelopeTo })
      : { status: 'failed', reason: read.unread };
  await recordInboundResult(context.db, id, result);
  await publishChange(context, { frame: { type: 'inbound_mails_updated' } });
  return result;
}

interface Origin {
  id: string;
  source: 'imap' | 'smtp';
  envelopeTo: string[];
}

const ignored = (reason: IgnoredReason): InboundResult => ({ status: 'ignored', reason });

async function understand(context: ExternalContext, mail: MailReading, origin: Origin): Promise<InboundResult> {
  if (mail.machine) return ignored(mail.machine);
  const match = await matchConversation(context, mail, origin.envelopeTo);
  if (!match) return ignored('no_conversation');
  const { state, by } = match;
  if (!mail.from || mail.from.address !== state.customerEmail?.toLowerCase()) return ignored('not_the_customer');
  if (await isBlocked(context.db, state.visitorId)) return ignored('blocked');
  // Only a mailbox's own server is believed about senders. What came to our own door was checked by nobody.
  const verdict = origin.source === 'imap' ? mail.verdict : 'unknown';
  if (verdict === 'fail') return ignored('forged_sender');
  // The subject's tag can be guessed: without proof of the sender it opens nothing.
  if (by === 'subject' && verdict !== 'pass') return ignored('unverified_sender');
  if (mail.written === '' && mail.files.length === 0) return ignored('empty');
  const files = mail.files.map((file, index) => ({ ...file, id: derivedId(origin.id, 'file', index) }));
  const result = await post(context, state, { mail, files, inboundMailId: origin.id });
  const { references } = mail;
  await proveByAnswer(context, {
    conversationId: state.id,
    address: mail.from.address,
    references,
    isAuthenticated: verdict === 'pass',
  });
  // Kept, and checked, while the message is read already.
  for (const { id, bytes, isWhole } of files) await keepIncoming(context, id, isWhole ? bytes : null);
  return result;
}

/** Reply address, then References, then the subject's tag. */
async function matchConversation(
  context: Context,
  mail: MailReading,
  envelopeTo: readonly string[],
): Promise<{ state: ConversationState; by: 'address' | 'references' | 'subject' } | undefined> {
  const find = async (token: string | null): Promise<ConversationState | undefined> => {
    const found = token === null ? undefined : await findConversationByMailToken(context.db, token);
    return found && conversationState(context.db, found.id);
  };
  const byAddress = await find(tokenFromAddresses(context.secrets, [...envelopeTo, ...mail.recipients]));
  if (byAddress) return { state: byAddress, by: 'address' };
  const byReference = await find(tokenFromReferences(context.secrets, mail.references));
  if (byReference) return { state: byReference, by: 'references' };
  const thread = await findMailThread(context.db, mail.references.slice(-50));
  const known = thread && (await conversationState(context.db, thread.conversationId));
  // A mail of the customer's own in References can be made up by whoever has read it: no better than a subject.
  if (known) return { state: known, by: thread.direction === 'out' ? 'references' : 'subject' };
  const { emailConfig } = await context.settings.read();
  const bySubject = await find(tokenFromSubject(emailConfig, mail.subject));
  return bySubject && { state: bySubject, by: 'subject' };
}

async function post(
  context: ExternalContext,
  state: ConversationState,
  { mail, files, inboundMailId }: { mail: MailReading; files: (ReadFile & { id: string })[]; inboundMailId: string },
): Promise<InboundResult> {
  const { aiConfig } = await context.settings.read();
  const attachments = await announceIncoming(
    context,
    state.visitorId,
    files.map(({ id, givenName, alt, bytes }) => ({ id, name: givenName, alt, size: bytes.length })),
  );
  const isTaken = new Set(attachments.map(({ id }) => id));
  const leftOut = files.flatMap(({ id, name }) => (isTaken.has(id) ? [] : [name]));
  const name = state.customerName ?? (mail.from?.name || null);
  const sender = { type: 'customer', visitorId: state.visitorId, name } as const;
  const draft: CustomerDraft = {
    content: withNames(await withoutCode(context, state.mergedInto ?? state.id, mail.written), [
      ...leftOut,
      ...mail.furtherNames,
    ]),
    ...(attachments.length > 0 && { attachments }),
    clientMessageId: derivedId(inboundMailId, 'inbound mail'),
    via: 'email',
    reopenAs: aiConfig.enabled ? 'assisted' : 'waiting',
  };
  const { message } = (await postOn(context, state, sender, draft)).posted;
  // Who goes on by mail is answered by mail.
  if (message.conversationId !== state.id && state.customerEmail !== null)
    await giveAddress(context, message.conversationId, state.customerEmail);
  if (mail.messageId) {
    const { address } = mail.from ?? { address: null };
    await rememberMail(context.db, {
      messageId: mail.messageId,
      conversationId: message.conversationId,
      seq: message.seq,
      direction: 'in',
      address,
    });
  }
  // Who answers a mail has read what was in it.
  if (state.emailedUntilSeq > state.customerReadSeq)
    await markRead(context, state.id, { side: 'customer' }, state.emailedUntilSeq);
  return { status: 'posted', conversationId: message.conversationId, messageSeq: message.seq };
}

/** To a conversation that has none. */
async function giveAddress(context: Context, conversationId: string, email: string): Promise<void> {
  const into = await conversationState(context.db, conversationId);
  if (into?.customerEmail !== null) return;
  await transition(context, conversationId, [{ type: 'identify', email }], { cause: { by: 'customer' } });
}
