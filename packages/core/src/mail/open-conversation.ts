/** Opens a conversation by a mail that answers nothing. */
import { aiConfigOn } from '@parley/contracts/assistant/settings';
import type { IgnoredReason } from '@parley/contracts/channels/inbound-mail';
import { localize } from '@parley/contracts/i18n/server-texts';
import { conversationState } from '@parley/db/conversations/read';
import { ensureDelivery } from '@parley/db/deliveries/deliveries';
import type { InboundResult } from '@parley/db/mail/inbound';
import { claimAutoReply, isOwnerBlocked, openedLastHour, visitorOfSender } from '@parley/db/mail/senders';
import { resubscribe } from '@parley/db/mail/unsubscribes';
import { isBlocked } from '@parley/db/visitors/contacts';
import type { Mailbox } from 'postal-mime';
import { ownAddresses } from '../conversations/participants.ts';
import { enqueueDelivery } from '../deliveries/enqueue.ts';
import { summaryOf } from '../deliveries/notices.ts';
import { derivedId } from '../derived-id.ts';
import type { ExternalContext } from '../external/services.ts';
import { detectLanguage } from '../text/language.ts';
import type { Authentication } from './authentication.ts';
import { autoReplyOf } from './auto-reply.ts';
import type { AutomatedMail } from './automated-mail.ts';
import { type Inbox, inboxOf } from './inbox.ts';
import { firstMailboxAddresses } from './mailboxes.ts';
import { postMail } from './post-mail.ts';
import type { MailReading } from './reading.ts';
import { wholeText } from './reply-text.ts';

/** More mails of one sender in an hour are no conversations. */
const opensPerHour = 20;

export interface OpeningMail {
  inboundMailId: string;
  mailboxId: string | null;
  mail: MailReading;
  from: Mailbox | null;
  authentication: Authentication;
  machine: AutomatedMail | null;
}

const ignored = (reason: IgnoredReason): InboundResult => ({ status: 'ignored', reason });

/**
 * Opens a conversation under the mail's own id, so that processing it again opens no other one. Mail that a filter found
 * to be spam opens one in the spam list.
 */
export async function openConversation(context: ExternalContext, opening: OpeningMail): Promise<InboundResult> {
  const { inboundMailId, machine } = opening;
  const inbox = await inboxOf(context, opening.mailboxId);
  if (!inbox.opensConversations) return ignored(machine ?? 'no_conversation');
  if (machine !== null) return ignored(machine);
  const sender = await senderOf(context, opening);
  if (typeof sender === 'string') return ignored(sender);
  const mail = withText(opening.mail);
  if (mail.written.text === '' && mail.files.length === 0) return ignored('empty');
  const { address, name, isProven } = sender;
  if (await isOwnerBlocked(context.db, address)) return ignored('blocked');
  const isRepeated = (await conversationState(context.db, inboundMailId)) !== undefined;
  if (!isRepeated && (await openedLastHour(context.db, address)) >= opensPerHour) return ignored('too_many');

  const language = detectLanguage(`${mail.subject}\n${mail.written.text}`);
  const { websiteId } = inbox;
  const visitorId = await visitorOfSender(context.db, { address, name, websiteId, isProven, locale: language });
  if (await isBlocked(context.db, visitorId)) return ignored('blocked');
  const isUnanswered = mail.refusesAutoReply || mail.isFoundSpam;
  const { aiConfig } = await context.settings.read();
  const isAiAssisted = inbox.assistant && isProven && !isUnanswered && aiConfigOn(aiConfig, websiteId).enabled;
  const { conversationId, seq } = await postMail(context, {
    inboundMailId,
    mail,
    visitorId,
    name,
    address,
    target: {
      opens: {
        id: inboundMailId,
        visitorId,
        channel: 'email',
        websiteId,
        teamId: inbox.teamId,
        mailboxId: inbox.id,
        subject: mail.subject || null,
        customerEmail: address,
        provenEmail: isProven ? address : null,
        customerName: name,
        status: isAiAssisted ? 'active' : 'waiting',
        isAiAssisted,
        isSpam: mail.isFoundSpam,
      },
    },
    isUnanswered,
  });
  if (isProven) await resubscribe(context.db, address);
  if (!isUnanswered && !isAiAssisted) await confirm(context, inbox, { conversationId, inboundMailId, address });
  return { status: 'posted', conversationId, messageSeq: seq };
}

/** The sender of a mail, or why it has none that can be answered. */
async function senderOf(
  context: ExternalContext,
  { mail, from, authentication }: OpeningMail,
): Promise<{ address: string; name: string | null; isProven: boolean } | IgnoredReason> {
  if (!from) return 'no_sender';
  const own = new Set([...(await firstMailboxAddresses(context)), ...(await ownAddresses(context))]);
  if (!own.has(from.address))
    return { address: from.address, name: from.name || null, isProven: authentication === 'pass' };
  // Forms of websites write from the team's own address and name the customer whom to reply to.
  const { replyTo } = mail;
  if (!replyTo || own.has(replyTo.address)) return 'loop';
  return { address: replyTo.address, name: replyTo.name || null, isProven: false };
}

/** The mail with a text to post: of a forwarded mail the whole of it, and the subject of one without text. */
function withText(mail: MailReading): MailReading {
  if (mail.written.text !== '') return mail;
  const whole = wholeText(mail.text).trim();
  const text = whole || (mail.files.length === 0 ? mail.subject : '');
  return { ...mail, written: { ...mail.written, text, folded: null, isSignature: false } };
}

/** Plans the automatic reply: at most one a day to an address, whatever it writes to. */
async function confirm(
  context: ExternalContext,
  inbox: Inbox,
  { conversationId, inboundMailId, address }: { conversationId: string; inboundMailId: string; address: string },
): Promise<void> {
  if ((await autoReplyOf(context, inbox)) === null) return;
  // Claimed and planned together: killed in between, neither has happened.
  const delivery = await context.db.transaction().execute(async (transaction) => {
    if (!(await claimAutoReply(transaction, address))) return undefined;
    return ensureDelivery(transaction, {
      channel: 'email',
      eventId: derivedId(inboundMailId, 'automatic reply'),
      target: address,
      ...summaryOf(localize('automatic_reply')),
      conversationId,
      payload: { kind: 'auto_reply' },
    });
  });
  if (delivery) await enqueueDelivery(context, delivery);
}
