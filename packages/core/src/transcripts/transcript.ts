/** Writes transcripts of conversations: the messages, without notes or activities of the team. */
import { transcriptTexts } from '@parley/contracts/i18n/catalogues/transcripts';
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { Message } from '@parley/contracts/entities';
import { unknownSender } from '@parley/contracts/messages/unknown-sender';
import { messagesPerPageMax } from '@parley/contracts/messages/limits';
import { transcriptMailMessagesMax } from '@parley/contracts/conversations/limits';
import { fieldProblem, Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { TranscriptFormat } from '@parley/contracts/routes/transcripts';
import { type ConversationState, conversationState } from '@parley/db/conversations/read';
import { messagesAfter } from '@parley/db/messages/read';
import { isBlocked } from '@parley/db/visitors/contacts';
import { isOfVisitor } from '@parley/db/visitors/conversations';
import { findVisitor } from '@parley/db/visitors/visitors';
import { quotedBy, wordsWithSources } from '../text/message-words.ts';
import { detectLanguage } from '../text/language.ts';
import type { StaffCaller, VisitorCaller } from '../callers.ts';
import { missingForMail } from '../mailer/smtp.ts';
import type { Context } from '../context.ts';
import { recordAudit } from '../audit/record.ts';
import { deliverAll } from '../deliveries/enqueue.ts';
import { summaryOf } from '../deliveries/notices.ts';
import type { PayloadOf } from '../deliveries/payload.ts';
import { derivedId } from '../derived-id.ts';
import { deliveredFileLink } from '../files/links.ts';
import type { ExternalContext } from '../external/services.ts';
import { CallFailed } from '../external/answer.ts';
import { teamName } from '../mailer/sender.ts';
import { countUnprovenMail } from '../mailer/unproven-mail-limits.ts';
import { blocked } from '../permissions/blocked.ts';
import { linkEnd, sizeWords } from '../mailer/file-texts.ts';
import { type MailFile, type MailLayout, type MailPart, mailHtml, mailText } from '../mailer/html.ts';
import { requesterOf } from '../permissions/requester.ts';
import { assertMay } from '../permissions/permissions.ts';

const unknown = () => new Problem('not_found', localize('no_such_conversation'));

/** Transcript in parts, with the language of its fixed texts. */
export interface Transcript {
  layout: MailLayout;
  language: string;
}

export interface ReadingTranscript {
  /** Messages up to this one are left out. */
  afterSeq?: number;
  untilSeq?: number;
  timeZone?: string | undefined;
  /** The mail that it is for: files are led to by links of that mail. Without one they are named. */
  linksOf?: string;
  /** Files of the mail that it is for, if some are attached. */
  files?: { filesOf: (message: Message) => MailFile[] };
}

/**
 * Returns the messages up to `untilSeq`, each with author and time in `timeZone`, by default the customer's own if it
 * is known. Removed messages are marked as such.
 */
export async function readTranscript(
  context: Pick<Context, 'db' | 'settings' | 'secrets' | 'publicUrl'>,
  state: ConversationState,
  { afterSeq = 0, untilSeq = state.lastSeq, timeZone, linksOf, files }: ReadingTranscript = {},
): Promise<Transcript> {
  const [{ emailConfig }, visitor] = await Promise.all([
    context.settings.read(),
    state.visitorId === null ? undefined : findVisitor(context.db, state.visitorId),
  ]);
  const messages: Message[] = [];
  for (let after = afterSeq; after < untilSeq; after = messages.at(-1)?.seq ?? untilSeq) {
    const limit = Math.min(messagesPerPageMax, untilSeq - after);
    const page = await messagesAfter(context.db, state.id, after, limit);
    messages.push(...page);
    if (page.length < limit) break;
  }
  const written = messages.map(({ content }) => content).join('\n');
  const language = detectLanguage(written.slice(0, 5_000), visitor?.locale);
  const t = transcriptTexts(language);
  const zone = timeZone ?? visitor?.timeZone ?? 'UTC';
  const time = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short', timeZone: zone });
  const team = teamName(emailConfig);
  const title = t('title', { team: state.websiteDomain ?? team });
  const nameOf = ({ senderType, senderName }: Message): string =>
    senderType === 'ai'
      ? t('assistant')
      : senderType === 'customer'
        ? senderName === unknownSender
          ? t('unknownSender')
          : (senderName ?? state.customerName ?? t('customer'))
        : (senderName ?? team);
  const { ends, until } = linkEnd(language, zone);
  const fileOf = (file: Attachment): MailFile[] => {
    if (file.state === 'refused') return [];
    const { id, name, alt, size } = file;
    const note = sizeWords(size, language);
    if (linksOf === undefined) return [{ id, name: `${name}, ${note}`, alt }];
    const url = `${context.publicUrl}${deliveredFileLink(context, { fileId: id, deliveryId: linksOf, ends })}`;
    return [{ id, name, alt, link: { note, until, url } }];
  };
  const parts = messages
    .filter(({ movedTo }) => movedTo === undefined)
    .map((message): MailPart => {
      const edited = message.editedAt ? ` · ${t('edited')}` : '';
      return {
        heading: `${nameOf(message)} · ${time.format(new Date(message.createdAt))}${edited}`,
        ...(!message.removedAt && quotedBy(message)),
        text: message.removedAt ? `(${t('removed')})` : wordsWithSources(message),
        ...(message.markdown !== undefined && { markdown: message.markdown }),
        files: message.removedAt ? [] : (files?.filesOf(message) ?? (message.attachments ?? []).flatMap(fileOf)),
      };
    });
  const head: MailPart = { heading: title, text: state.subject === null ? zone : `${state.subject}\n${zone}` };
  return { layout: { title, parts: [head, ...parts], footer: [] }, language };
}

/** The transcript as a file. @throws Problem `not_found` */
export async function transcriptFile(
  context: Pick<Context, 'db' | 'settings' | 'secrets' | 'publicUrl'>,
  caller: StaffCaller,
  conversationId: string,
  { format, timeZone }: { format: TranscriptFormat; timeZone?: string | undefined },
): Promise<{ name: string; type: string; content: string }> {
  await assertMay(context, caller, 'conversations.read', { conversationId });
  const state = await conversationState(context.db, conversationId);
  if (!state || state.hidden) throw unknown();
  const { layout } = await readTranscript(context, state, { timeZone });
  const name = `conversation-${conversationId}.${format === 'html' ? 'html' : 'txt'}`;
  return format === 'html'
    ? { name, type: 'text/html; charset=utf-8', content: mailHtml(layout) }
    : { name, type: 'text/plain; charset=utf-8', content: `${mailText(layout)}\n` };
}

/**
 * Has the transcript mailed, as it is when it goes, up to the newest message of now: to the customer's address unless
 * another is given. Under one `clientRequestId` it is sent once.
 *
 * @throws Problem `not_found`, `not_configured`, `invalid` when there is no address, `too_large` for a conversation that is
 * too long for a mail
 */
export async function mailTranscript(
  context: ExternalContext,
  caller: StaffCaller,
  conversationId: string,
  { to, clientRequestId }: { to?: string; clientRequestId: string },
): Promise<{ to: string }> {
  await assertMay(context, caller, 'conversations.reply', { conversationId });
  const state = await stateForMail(context, conversationId);
  const target = to?.trim() ?? state.customerEmail;
  if (!target) throw fieldProblem('invalid', 'to', localize('no_address'));
  await enqueue(context, state, { target, clientRequestId, askedBy: requesterOf(caller) });
  await recordAudit(context, caller, {
    action: 'transcript.mailed',
    subject: { type: 'conversation', id: conversationId },
    // The address is left out so that erasing can find all copies: the log of deliveries has it.
    details: { toCustomer: target === state.customerEmail },
  });
  return { to: target };
}

/**
 * Has the transcript of a visitor's own conversation mailed to the address that they have left. Under one
 * `clientRequestId` it is sent once; mails to an unproven address are limited.
 *
 * @throws Problem `not_found`, `blocked`, `not_configured`, `invalid` without an address, `too_large`, `rate_limited`
 */
export async function mailOwnTranscript(
  context: ExternalContext,
  { visitorId }: VisitorCaller,
  conversationId: string,
  { clientRequestId }: { clientRequestId: string },
): Promise<{ to: string }> {
  if (!(await isOfVisitor(context.db, visitorId, conversationId))) throw unknown();
  if (await isBlocked(context.db, visitorId)) throw blocked();
  const state = await stateForMail(context, conversationId);
  const visitor = await findVisitor(context.db, visitorId);
  const target = visitor?.email;
  if (!target) throw fieldProblem('invalid', 'to', localize('no_address'));
  if (!visitor.emailVerified)
    await countUnprovenMail(context, { address: target, visitorId, network: visitor.emailNetwork }).catch(
      (error: unknown) => {
        if (error instanceof CallFailed) throw new Problem('rate_limited', 'Too many mails. Try again later.');
        throw error;
      },
    );
  await enqueue(context, state, { target, clientRequestId });
  return { to: target };
}

/** @throws Problem `not_found`, `not_configured`, `too_large` for a conversation that is too long for a mail */
async function stateForMail(context: ExternalContext, conversationId: string): Promise<ConversationState> {
  const state = await conversationState(context.db, conversationId);
  if (!state || state.hidden) throw unknown();
  const { emailConfig } = await context.settings.read();
  const missing = missingForMail(emailConfig, context.external);
  if (missing !== null) throw new Problem('not_configured', missing);
  if (state.lastSeq > transcriptMailMessagesMax)
    throw new Problem('too_large', localize('transcript_too_long', { max: transcriptMailMessagesMax }));
  return state;
}

async function enqueue(
  context: ExternalContext,
  { id: conversationId, lastSeq }: ConversationState,
  {
    target,
    clientRequestId,
    askedBy,
  }: { target: string; clientRequestId: string } & Pick<PayloadOf<'transcript'>, 'askedBy'>,
): Promise<void> {
  const payload: PayloadOf<'transcript'> = {
    kind: 'transcript',
    untilSeq: lastSeq,
    ...(askedBy && { askedBy }),
  };
  const eventId = derivedId(conversationId, clientRequestId, 'transcript');
  await deliverAll(context, [
    { channel: 'email', eventId, target, ...summaryOf(localize('transcript')), conversationId, payload },
  ]);
}
