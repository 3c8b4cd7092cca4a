/**
 * Delivers messages of the team and the assistant to customers through their channel, in the order they were written.
 */
import { buttonsOf, type MessageBlocks, type MessageButton } from '@parley/contracts/messages/blocks';
import type { SentTemplate } from '@parley/contracts/messages/message-templates';
import { mailTexts } from '@parley/contracts/i18n/catalogues/mails';
import type { Attachment } from '@parley/contracts/messages/attachments';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { Message } from '@parley/contracts/entities';
import { languageOf } from '@parley/contracts/text/languages';
import { localize, type LocalizedText } from '@parley/contracts/i18n/server-texts';
import { Seq } from '@parley/contracts/schema';
import { type ChannelSession, channelSessionOf, setReachable } from '@parley/db/channels/sessions';
import { referenceOf, sentPieces } from '@parley/db/channels/sends';
import { continuationsInto } from '@parley/db/conversations/continuation';
import type { ConversationState } from '@parley/db/conversations/read';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import { findMessage, messagesAfter } from '@parley/db/messages/read';
import { findRating } from '@parley/db/ratings/ratings';
import { findVisitor } from '@parley/db/visitors/visitors';
import * as Type from 'typebox';
import { detectLanguage } from '../../text/language.ts';
import { type PlannedDelivery, planned, summaryOf } from '../../deliveries/notices.ts';
import { hour, minute } from '../../deliveries/retry-policy.ts';
import { siblingId } from '../../deliveries/sibling-id.ts';
import { bytesOfFile, waitForFiles } from '../../files/outgoing.ts';
import { CallFailed } from '../../external/answer.ts';
import type { ExternalContext } from '../../external/services.ts';
import { type Mark, marksOf, marksWithin } from '../../text/marks.ts';
import { messageWords, wordsWithBlocks } from '../../text/message-words.ts';
import { Notice, type PayloadOf, RatingRequest } from '../../deliveries/payload.ts';
import { type Always, type Delivering, type Delivers, delivering } from '../../deliveries/descriptor.ts';
import { ratingUrl } from '../../ratings/links.ts';
import { type Question, questionFor } from '../../ratings/question.ts';
import { switchedOff } from '../../deliveries/refusals.ts';
import { piecesOf } from '../../messages/pieces.ts';
import { textsOf } from '../../messages/delivered-text.ts';
import { sendOnce } from './send-once.ts';

/** Part of a message. `signature` names the author if it differs from the previous one. */
const Answer = Type.Object({
  kind: Type.Literal('answer'),
  seq: Seq,
  signature: Type.String(),
  from: Type.Integer(),
  to: Type.Integer(),
  /** Range of the message's files, its end exclusive; the text is their caption. */
  files: Type.Optional(Type.Tuple([Type.Integer(), Type.Integer()])),
  /** The channel's id of the message that it quotes. */
  replyTo: Type.Optional(Type.String()),
});
type Answer = Type.Static<typeof Answer>;
/** A message that the team's reactions to have changed. */
const Reacted = Type.Object({ kind: Type.Literal('reaction'), seq: Seq });
type Reacted = Type.Static<typeof Reacted>;
/** A message that was changed, or removed, after it was sent. */
const Revision = Type.Object({ kind: Type.Literal('revision'), seq: Seq });
type Revision = Type.Static<typeof Revision>;
/** Text outside of every conversation. */
const Words = Type.Object({ kind: Type.Literal('words'), text: Type.String() });

/** The customer wants nothing more from us. */
export class CustomerUnreachable extends CallFailed {}

export interface Answering {
  id: CustomerChannel;
  name: string;
  /** UTF-16 units of one message to an address. */
  longestMessage: (context: ExternalContext, address: string) => Promise<number>;
  /** Deliveries at once in one process. */
  concurrency: number;
  /**
   * Whether it is switched on for an address, and whether it was ever set up: messages written while it is off are shown
   * as not sent.
   */
  isOn: (context: ExternalContext, address: string) => Promise<boolean>;
  isSetUp: (context: ExternalContext) => Promise<boolean>;
  /** Set if the receiver recognises what it gets twice, by the delivery's id. */
  isRepeatable?: true;
  /** Names the receiver of an address, for channels with many. */
  receiverOf?: (address: string) => string;
  /** Whether a refusal is tried again all the same. */
  retriesRefusal?: Delivering['retriesRefusal'];
  /**
   * Sends a message and returns the channel's id of it, of the first where it becomes several.
   * @throws CustomerUnreachable, UnknownOutcome, CallFailed, OutboundError
   */
  send: (context: ExternalContext, address: string, message: OutgoingMessage) => Promise<string>;
  /**
   * Edits a sent message, or with null removes it. Repeating it changes nothing.
   * @throws CallFailed, OutboundError
   */
  revise: (
    context: ExternalContext,
    address: string,
    externalId: string,
    message: RevisedText | null,
    delivery: Delivered,
  ) => Promise<void>;
  /**
   * Shows the team's reactions to a message, these and no others; channels without it show none.
   * @throws CallFailed, OutboundError
   */
  react?: (
    context: ExternalContext,
    address: string,
    externalId: string,
    emoji: readonly string[],
    delivery: Delivered,
  ) => Promise<void>;
  /** Asks how satisfied the customer is; throws as `send`. Channels without it ask by a message with a link. */
  askRating?: (context: ExternalContext, address: string, asked: AskedByChannel) => Promise<string>;
  /** Sends a notice to the team; throws as `send`. */
  notifyTeam?: (context: ExternalContext, notice: PayloadOf<'notice'>) => Promise<string>;
  /** Set if buttons can be pressed; other channels get their labels as text. */
  buttons?: true;
  /** File support; channels without it get the names. */
  files?: {
    /** Maximum length of a caption, in UTF-16 units. */
    longestCaption: number;
    /** Ready files of the same group go together. */
    groupOf: (file: Attachment) => string;
    /** Set if links to them are sent: their bytes aren't read. */
    byLink?: true;
  };
}

/** Question, and the page for programs without buttons. */
export interface AskedByChannel {
  ratingId: string;
  question: Question;
  url: string;
  delivery: Delivered;
}

/** A text with buttons below it, for channels that have them. */
export interface RevisedText extends FormattedText {
  buttons?: readonly MessageButton[] | undefined;
}

export interface FormattedText {
  text: string;
  /** Ranges of the text that are formatted. */
  marks: readonly Mark[];
}

/** The delivery that a call is made for; its id is equal at every attempt. */
export type Delivered = Pick<ClaimedDelivery, 'id' | 'createdAt' | 'conversationId'>;

export interface OutgoingMessage extends RevisedText {
  delivery: Delivered;
  /** Approved template that the message is, with its values. */
  template?: SentTemplate | undefined;
  /** Files of one group; the text is their caption. */
  files: readonly OutgoingFile[];
  /** The channel's id of the message that it quotes. */
  replyTo?: string | undefined;
}

export interface OutgoingFile {
  attachment: Attachment;
  bytes: Uint8Array;
}

/** Returns the parts of a customer channel's descriptor that plan and deliver its answers. */
export function answering(channel: Answering): Pick<Always, 'follow' | 'followsAnswers'> & Delivers {
  const { id, name, concurrency, isOn, isSetUp, receiverOf, retriesRefusal } = channel;
  return {
    followsAnswers: isSetUp,

    async follow(context, { id: eventId, event }, state) {
      if (event.type === 'message.updated' && state) {
        const pieces = (await sentPieces(context.db, state.id, event.seq)).filter((piece) => piece.channel === id);
        const payload: Revision = { kind: 'revision', seq: event.seq };
        const subject = { eventId, state, title: localize('message_changed') };
        return [...new Set(pieces.map(({ address }) => address))].map((to) => planned(subject, id, to, payload));
      }
      if (event.type === 'message.reacted' && state && channel.react) {
        const payload: Reacted = { kind: 'reaction', seq: event.seq };
        const subject = { eventId, state, title: localize('reaction_to_customer') };
        const sessions = (await sessionsIn(context, state)).filter(({ channel: by }) => by === id);
        return sessions.map(({ address }) => planned(subject, id, address, payload));
      }
      if (event.type !== 'message.posted' || event.senderType === 'customer' || !state?.visitorId) return [];
      const sessions = (await sessionsIn(context, state)).filter(({ channel: by }) => by === id);
      const message = sessions.length > 0 && (await findMessage(context.db, state.id, event.seq));
      if (!message) return [];
      const signature = await signatureOf(context, { ...message, visitorId: state.visitorId });
      // Ids in sequence: deliveries between two events sort between them.
      const { replyTo } = message;
      const plans = sessions.map(async ({ address }) => {
        const parts = partsOf(channel, message, signature, await channel.longestMessage(context, address));
        const reference =
          replyTo && (await referenceOf(context.db, { channel: id, address }, { ...message, seq: replyTo.seq }));
        return parts.map(({ place, ...part }, index) => {
          const first = index === 0 ? { signature, ...(reference && { replyTo: reference }) } : { signature: '' };
          const subject = { eventId: siblingId(eventId, place), state, title: localize('answer_to_customer') };
          return planned(subject, id, address, { kind: 'answer', seq: event.seq, ...first, ...part } satisfies Answer);
        });
      });
      return (await Promise.all(plans)).flat();
    },

    delivery: delivering({
      concurrency,
      // Close to a day altogether.
      waits: [5, 30, 2 * minute, 10 * minute, hour, 4 * hour, 8 * hour, 8 * hour],
      inOrder: true,
      ...(receiverOf && { sharedByTargets: true, receiverOf }),
      ...(retriesRefusal && { retriesRefusal }),
      payload: Type.Union([Answer, Revision, Reacted, Words, Notice, RatingRequest]),
      async make(context, delivery, payload) {
        if (payload.kind !== 'notice' && !(await isOn(context, delivery.target))) throw switchedOff(name);
        if (payload.kind === 'revision') {
          await reviseAll(context, channel, delivery, payload);
          return { responseStatus: 200 };
        }
        if (payload.kind === 'reaction') {
          await showReactions(context, channel, delivery, payload);
          return { responseStatus: 200 };
        }
        if (payload.kind === 'rating') {
          await askRating(context, channel, delivery, payload);
          return { responseStatus: 200 };
        }
        if (payload.kind === 'notice') {
          await sendOnce(context, { deliveryId: delivery.id, receiver: name }, async () => {
            if (!channel.notifyTeam || !(await isOn(context, delivery.target))) throw switchedOff(name);
            return channel.notifyTeam(context, payload);
          });
          return { responseStatus: 200 };
        }
        const part = payload.kind === 'words' ? only(payload.text) : await partOf(context, channel, delivery, payload);
        const address = delivery.target;
        const replyTo = payload.kind === 'answer' ? payload.replyTo : undefined;
        try {
          const { isRepeatable = false } = channel;
          await sendOnce(context, { deliveryId: delivery.id, receiver: name, isRepeatable }, () =>
            channel.send(context, address, { ...part, replyTo, delivery }),
          );
        } catch (error) {
          if (error instanceof CustomerUnreachable) await setReachable(context.db, { channel: id, address }, false);
          throw error;
        }
        return { responseStatus: 200 };
      },
    }),
  };
}

/** Returns the sessions of the conversation's customer, and of customers with conversations merged into it. */
async function sessionsIn({ db }: ExternalContext, state: ConversationState): Promise<ChannelSession[]> {
  const continuations = state.mergedIds.length > 0 ? await continuationsInto(db, state.id) : [];
  const goingOn = continuations.flatMap(({ visitorId, firstSeq }) => (firstSeq === null ? [] : [visitorId]));
  const visitorIds = new Set([...(state.visitorId === null ? [] : [state.visitorId]), ...goingOn]);
  const sessions = await Promise.all([...visitorIds].map((visitorId) => channelSessionOf(db, visitorId)));
  return sessions.filter((session) => session !== undefined);
}

/** Each part as it is to be now; those that nothing is left for go. */
async function reviseAll(
  context: ExternalContext,
  channel: Answering,
  delivery: ClaimedDelivery,
  { seq }: Revision,
): Promise<void> {
  const { conversationId, target } = delivery;
  const { id, longestMessage, revise } = channel;
  const message = conversationId === null ? undefined : await findMessage(context.db, conversationId, seq);
  if (!message) throw new CallFailed(localize('conversation_gone'), { transient: false });
  // The customer has it where they got it; it is in another conversation of the team's now.
  if (message.movedTo) return;
  const sent = await sentPieces(context.db, message.conversationId, seq);
  const pieces = sent.filter((piece) => piece.channel === id && piece.address === target);
  const texts = message.removedAt
    ? []
    : textsOf(pieces, messageWords(shownBy(channel, message)), await longestMessage(context, target));
  const marks = marksOf(message);
  for (const [index, { externalId }] of pieces.entries()) {
    if (externalId === null) continue;
    const piece = texts[index];
    const { text = '', range = [0, 0], before = 0 } = piece ?? {};
    // Those of the message are below its last text.
    const buttons = index === texts.length - 1 ? pressable(channel, message) : {};
    const revised = piece ? { text, marks: marksWithin(marks, range, before), ...buttons } : null;
    await revise(context, target, externalId, revised, delivery);
  }
}

/** Shows the team's present reactions to a message; the customer's own are there already. */
async function showReactions(
  context: ExternalContext,
  { id, react }: Answering,
  delivery: ClaimedDelivery,
  { seq }: Reacted,
): Promise<void> {
  const { db } = context;
  const { conversationId, target: address } = delivery;
  const message = conversationId === null ? undefined : await findMessage(db, conversationId, seq);
  if (!message) throw new CallFailed(localize('conversation_gone'), { transient: false });
  const reference = await referenceOf(db, { channel: id, address }, message);
  const ofTeam = (message.reactions ?? []).filter(({ senderType }) => senderType !== 'customer');
  if (reference !== undefined)
    await react?.(context, address, reference, [...new Set(ofTeam.map(({ emoji }) => emoji))], delivery);
}

/** Asks the customer how satisfied they are, once. */
async function askRating(
  context: ExternalContext,
  channel: Answering,
  delivery: ClaimedDelivery,
  { ratingId }: PayloadOf<'rating'>,
): Promise<void> {
  const rating = await findRating(context.db, ratingId);
  if (!rating) throw new CallFailed(localize('conversation_gone'), { transient: false });
  const question = await questionFor(context, rating.visitorId);
  const url = ratingUrl(context, ratingId);
  const { name, isRepeatable = false } = channel;
  await sendOnce(context, { deliveryId: delivery.id, receiver: name, isRepeatable }, () =>
    channel.askRating
      ? channel.askRating(context, delivery.target, { ratingId, question, url, delivery })
      : channel.send(context, delivery.target, { ...only(`${question.text}\n${url}`), delivery }),
  );
}

/** Content of one delivery, and its place among the message's deliveries. */
type Part = Pick<Answer, 'from' | 'to' | 'files'> & { place: number };

/** Splits a message: the text into pieces that fit, and the files into groups, the first with the text if it fits. */
function partsOf(channel: Answering, message: Message, signature: string, longestMessage: number): Part[] {
  const { files } = channel;
  const { attachments = [] } = message;
  const content = wordsWithBlocks(shownBy(channel, message));
  const before = signature === '' ? 0 : signature.length + 1;
  const pieces = (text: string): Part[] =>
    piecesOf(text, longestMessage, longestMessage - before).map(([from, to], place) => ({ place, from, to }));
  if (!files || attachments.length === 0) return pieces(messageWords(shownBy(channel, message)));
  const isCaption = !message.blocks && content.length + before <= Math.min(files.longestCaption, longestMessage);
  const texts = isCaption ? [] : pieces(content);
  const groups = groupsOf(attachments, files.groupOf).map((group, index): Part => {
    const to = isCaption && index === 0 ? content.length : 0;
    // Numbered by the group's first file, so that a place stays the same however the files are grouped.
    return { place: texts.length + group[0], from: 0, to, files: group };
  });
  return [...texts, ...groups];
}

/** A message without the buttons that are sent as such. */
const shownBy = ({ buttons }: Answering, message: Message): Message =>
  buttons && message.blocks ? { ...message, blocks: withoutButtons(message.blocks) } : message;

const withoutButtons = ({ cards }: MessageBlocks): MessageBlocks =>
  cards ? { cards: cards.map(({ buttons: _sentAsSuch, ...card }) => card) } : {};

/** Returns the buttons of a message, and its form as one. */
function pressable({ buttons }: Answering, { blocks }: Message): { buttons?: MessageButton[] } {
  if (!buttons || !blocks) return {};
  const { form } = blocks;
  const page = form?.link ? [{ id: 'form', label: form.title, url: form.link }] : [];
  return { buttons: [...buttonsOf(blocks), ...page] };
}

/** Groups neighbouring files; a file that isn't ready is sent separately. */
function groupsOf(files: readonly Attachment[], groupOf: (file: Attachment) => string): [from: number, to: number][] {
  const groups: [from: number, to: number][] = [];
  let last: string | null = null;
  for (const [index, file] of files.entries()) {
    const group = file.state === 'ready' ? groupOf(file) : null;
    const open = groups.at(-1);
    if (open && group !== null && group === last) open[1] = index + 1;
    else groups.push([index, index + 1]);
    last = group;
  }
  return groups;
}

type AnswerParts = Omit<OutgoingMessage, 'replyTo' | 'delivery'>;

const only = (text: string): AnswerParts => ({ text, marks: [], files: [] });

/** @throws CallFailed, passing, while files of it are being checked and there is time */
async function partOf(
  context: ExternalContext,
  channel: Answering,
  { conversationId, attempts }: ClaimedDelivery,
  { seq, signature, from, to, files }: Answer,
): Promise<AnswerParts> {
  const message = conversationId === null ? undefined : await findMessage(context.db, conversationId, seq);
  if (!message) throw new CallFailed(localize('conversation_gone'), { transient: false });
  const sent = channel.files && files ? (message.attachments ?? []).slice(...files) : [];
  waitForFiles([{ attachments: sent }], { attempts });
  const outgoing: OutgoingFile[] = [];
  for (const attachment of sent) {
    const isReady = attachment.state === 'ready';
    const read = channel.files?.byLink ? new Uint8Array() : undefined;
    const bytes = isReady ? (read ?? (await bytesOfFile(context, attachment.id))) : undefined;
    if (bytes) outgoing.push({ attachment, bytes });
  }
  const isGone = ({ id }: Attachment): boolean => outgoing.every(({ attachment }) => attachment.id !== id);
  const shown = shownBy(channel, message);
  const part = files ? message.content.slice(from, to) : messageWords(shown).slice(from, to);
  const isLast = !files && to >= wordsWithBlocks(shown).length;
  // Files that couldn't be sent are named.
  const lines = [signature, part, ...sent.filter(isGone).map(({ name }) => `[${name}]`)];
  const marks = marksWithin(marksOf(message), [from, to], signature === '' ? 0 : signature.length + 1);
  return {
    text: lines.filter((line) => line !== '').join('\n'),
    marks,
    files: outgoing,
    ...(isLast && pressable(channel, message)),
    template: message.blocks?.template,
  };
}

/** Number of earlier messages searched for the previous author. */
const lookBack = 50;

/**
 * Returns a line with the author, for the first of several messages by them; empty if the customer knows it already. A
 * translated message is marked each time.
 */
async function signatureOf(
  { db }: ExternalContext,
  message: {
    conversationId: string;
    seq: number;
    senderType: string;
    senderId: string | null;
    senderName: string | null;
    content: string;
    original?: Message['original'];
    visitorId: string;
  },
): Promise<string> {
  const { conversationId, seq, senderType, senderId, senderName, content, original, visitorId } = message;
  if (original) return `${senderName ?? ''} (${mailTexts(languageOf(original.sentIn) ?? 'en')('translated')}):`.trim();
  const from = Math.max(0, seq - 1 - lookBack);
  const before = await messagesAfter(db, conversationId, from, seq - 1 - from);
  const last = before.findLast((each) => each.seq < seq && each.senderType !== 'customer');
  if (last?.senderType === senderType && last.senderId === senderId) return '';
  if (senderType === 'representative') return senderName === null ? '' : `${senderName}:`;
  const visitor = await findVisitor(db, visitorId);
  return `${mailTexts(detectLanguage(content, visitor?.locale))('assistant')}:`;
}

/** Plans a text for the sender of an event, outside of every conversation, once per event. */
export const words = (
  channel: CustomerChannel,
  { eventId, address, text, about }: { eventId: string; address: string; text: string; about: LocalizedText },
): PlannedDelivery => ({
  channel,
  eventId,
  target: address,
  ...summaryOf(about),
  conversationId: null,
  payload: { kind: 'words', text },
});
