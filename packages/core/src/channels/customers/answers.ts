/** What the team and the assistant write goes to customers by the channel they came by, in the order it was written. */
import type { Attachment } from '@parley/contracts/attachments';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import type { Message } from '@parley/contracts/entities';
import { languageOf } from '@parley/contracts/languages';
import { say, type Saying } from '@parley/contracts/sayings';
import { Seq } from '@parley/contracts/schema';
import type { Settings } from '@parley/contracts/settings';
import { type ChannelSession, channelSessionOf, setReachable } from '@parley/db/channels/sessions';
import { sentPieces } from '@parley/db/channels/sends';
import { continuationsInto } from '@parley/db/conversations/continuation';
import type { ConversationState } from '@parley/db/conversations/read';
import type { ClaimedDelivery } from '@parley/db/deliveries/deliveries';
import { findMessage, messagesAfter } from '@parley/db/messages/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import * as Type from 'typebox';
import { detectLanguage } from '../../ai/language.ts';
import { type PlannedDelivery, planned, summaryOf } from '../../deliveries/notices.ts';
import { hour, minute } from '../../deliveries/retry-policy.ts';
import { siblingId } from '../../deliveries/sibling-id.ts';
import { bytesOfFile, waitForFiles } from '../../files/outgoing.ts';
import { CallFailed } from '../../integrations/answer.ts';
import type { ExternalContext } from '../../integrations/external-services.ts';
import { digestTexts } from '../../mail/translations.ts';
import { messageWords } from '../../messages/words.ts';
import { Notice, type PayloadOf } from '../../deliveries/payload.ts';
import { type Always, type Delivers, delivering } from '../descriptor.ts';
import { switchedOff } from '../refusals.ts';
import { piecesOf } from './pieces.ts';
import { textsOf } from './revisions.ts';
import { sendOnce } from './send-once.ts';

/** A part of a message. `signature` says who writes, where that is somebody else than before. */
const Answer = Type.Object({
  kind: Type.Literal('answer'),
  seq: Seq,
  signature: Type.String(),
  from: Type.Integer(),
  to: Type.Integer(),
  /** Of its files those from the first of these places to before the second; what is said is their caption. */
  files: Type.Optional(Type.Tuple([Type.Integer(), Type.Integer()])),
});
type Answer = Type.Static<typeof Answer>;
/** A message that was changed, or removed, after it was sent. */
const Revision = Type.Object({ kind: Type.Literal('revision'), seq: Seq });
type Revision = Type.Static<typeof Revision>;
/** What is said outside of every conversation. */
const Words = Type.Object({ kind: Type.Literal('words'), text: Type.String() });

/** The customer wants nothing more from us. */
export class CustomerUnreachable extends CallFailed {}

export interface Answering {
  id: CustomerChannel;
  name: string;
  /** UTF-16 units of one message. */
  longestMessage: number;
  /** Deliveries at once in one process. */
  concurrency: number;
  /** Whether it is switched on, and whether it ever was set up: what is written while it is off shows as not sent. */
  isOn: (settings: Settings) => boolean;
  isSetUp: (settings: Settings) => boolean;
  /**
   * Sends a text as it is and answers what the channel calls the message.
   * @throws CustomerUnreachable, UnknownOutcome, CallFailed, OutboundError
   */
  send: (context: ExternalContext, address: string, text: string) => Promise<string>;
  /**
   * Makes a message that was sent say something else, or with null removes it. Doing it again changes nothing.
   * @throws CallFailed, OutboundError
   */
  revise: (context: ExternalContext, address: string, externalId: string, text: string | null) => Promise<void>;
  /** How the team is told by it; throws as `send`. */
  tellTeam?: (context: ExternalContext, notice: PayloadOf<'notice'>) => Promise<string>;
  /** How it takes files; one that takes none is told their names. */
  files?: {
    /** UTF-16 units of what goes with files. */
    longestCaption: number;
    /** Ready files of the same group go together. */
    groupOf: (file: Attachment) => string;
    /** Sends files of one group, and answers what the channel calls them; throws as `send`. */
    send: (
      context: ExternalContext,
      address: string,
      sent: { caption: string; files: readonly OutgoingFile[] },
    ) => Promise<string>;
  };
}

export interface OutgoingFile {
  attachment: Attachment;
  bytes: Uint8Array;
}

/** Of a channel that customers come by: how its answers follow, and how they are delivered. */
export function answering(channel: Answering): Pick<Always, 'follow' | 'followsAnswers'> & Delivers {
  const { id, name, concurrency, isOn, isSetUp } = channel;
  return {
    followsAnswers: async (context) => isSetUp(await context.settings.read()),

    async follow(context, { id: eventId, event }, state) {
      if (event.type === 'message.updated' && state) {
        const pieces = (await sentPieces(context.db, state.id, event.seq)).filter((piece) => piece.channel === id);
        const payload: Revision = { kind: 'revision', seq: event.seq };
        const subject = { eventId, state, title: say('message_changed') };
        return [...new Set(pieces.map(({ address }) => address))].map((to) => planned(subject, id, to, payload));
      }
      if (event.type !== 'message.posted' || event.senderType === 'customer' || !state?.visitorId) return [];
      const sessions = (await sessionsIn(context, state)).filter(({ channel: by }) => by === id);
      const message = sessions.length > 0 && (await findMessage(context.db, state.id, event.seq));
      if (!message) return [];
      const signature = await signatureOf(context, { ...message, visitorId: state.visitorId });
      // A place in the line for each: what comes between two events sorts between them.
      return partsOf(channel, message, signature).flatMap(({ place, ...part }, index) => {
        const payload: Answer = { kind: 'answer', seq: event.seq, signature: index === 0 ? signature : '', ...part };
        const subject = { eventId: siblingId(eventId, place), state, title: say('answer_to_customer') };
        return sessions.map(({ address }) => planned(subject, id, address, payload));
      });
    },

    delivery: delivering({
      concurrency,
      // Close to a day altogether.
      waits: [5, 30, 2 * minute, 10 * minute, hour, 4 * hour, 8 * hour, 8 * hour],
      inOrder: true,
      payload: Type.Union([Answer, Revision, Words, Notice]),
      async make(context, delivery, payload) {
        if (!isOn(await context.settings.read())) throw switchedOff(name);
        if (payload.kind === 'revision') {
          await reviseAll(context, channel, delivery, payload);
          return { responseStatus: 200 };
        }
        if (payload.kind === 'notice') {
          await sendOnce(context, { deliveryId: delivery.id, receiver: name }, async () => {
            if (!channel.tellTeam) throw switchedOff(name);
            return channel.tellTeam(context, payload);
          });
          return { responseStatus: 200 };
        }
        const said = payload.kind === 'words' ? only(payload.text) : await saidBy(context, channel, delivery, payload);
        const address = delivery.target;
        const { files } = channel;
        try {
          await sendOnce(context, { deliveryId: delivery.id, receiver: name }, () =>
            files && said.files.length > 0
              ? files.send(context, address, { caption: said.text, files: said.files })
              : channel.send(context, address, said.text),
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

/** By what its customer comes, and those who go on in it because theirs was merged into it. */
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
  { id, longestMessage, revise }: Answering,
  { conversationId, target }: { conversationId: string | null; target: string },
  { seq }: Revision,
): Promise<void> {
  const message = conversationId === null ? undefined : await findMessage(context.db, conversationId, seq);
  if (!message) throw new CallFailed(say('conversation_gone'), { transient: false });
  const sent = await sentPieces(context.db, message.conversationId, seq);
  const pieces = sent.filter(({ channel, address }) => channel === id && address === target);
  const texts = message.removedAt ? [] : textsOf(pieces, messageWords(message), longestMessage);
  for (const [index, { externalId }] of pieces.entries()) {
    if (externalId !== null) await revise(context, target, externalId, texts[index] ?? null);
  }
}

/** What one delivery takes of a message, and its place among those. */
type Part = Pick<Answer, 'from' | 'to' | 'files'> & { place: number };

/** How much is said at once: the text in pieces that fit, and the files in groups, the first with the text if that fits. */
function partsOf({ longestMessage, files }: Answering, message: Message, signature: string): Part[] {
  const { content, attachments = [] } = message;
  const before = signature === '' ? 0 : signature.length + 1;
  const pieces = (text: string): Part[] =>
    piecesOf(text, longestMessage, longestMessage - before).map(([from, to], place) => ({ place, from, to }));
  if (!files || attachments.length === 0) return pieces(messageWords(message));
  const isCaption = content.length + before <= files.longestCaption;
  const texts = isCaption ? [] : pieces(content);
  const groups = groupsOf(attachments, files.groupOf).map((group, index): Part => {
    const to = isCaption && index === 0 ? content.length : 0;
    // By the first file, whose place is the same in whichever groups they are planned.
    return { place: texts.length + group[0], from: 0, to, files: group };
  });
  return [...texts, ...groups];
}

/** Neighbours of one group together; what is not ready yet goes alone. */
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

interface Said {
  text: string;
  files: OutgoingFile[];
}

const only = (text: string): Said => ({ text, files: [] });

/** @throws CallFailed, passing, while files of it are being checked and there is time */
async function saidBy(
  context: ExternalContext,
  channel: Answering,
  { conversationId, attempts }: ClaimedDelivery,
  { seq, signature, from, to, files }: Answer,
): Promise<Said> {
  const message = conversationId === null ? undefined : await findMessage(context.db, conversationId, seq);
  if (!message) throw new CallFailed(say('conversation_gone'), { transient: false });
  const sent = channel.files && files ? (message.attachments ?? []).slice(...files) : [];
  waitForFiles([{ attachments: sent }], { attempts });
  const outgoing: OutgoingFile[] = [];
  for (const attachment of sent) {
    const bytes = attachment.state === 'ready' ? await bytesOfFile(context, attachment.id) : undefined;
    if (bytes) outgoing.push({ attachment, bytes });
  }
  const isGone = ({ id }: Attachment): boolean => outgoing.every(({ attachment }) => attachment.id !== id);
  const said = files ? message.content.slice(from, to) : messageWords(message).slice(from, to);
  // What did not get through is named.
  const lines = [signature, said, ...sent.filter(isGone).map(({ name }) => `[${name}]`)];
  return { text: lines.filter((line) => line !== '').join('\n'), files: outgoing };
}

/** So many messages before it are looked at for who wrote last. */
const lookBack = 50;

/**
 * Who writes, in a line above the first message of theirs in a row; nothing where the customer knows it already. One that
 * was translated says so each time.
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
  if (original) return `${senderName ?? ''} (${digestTexts[languageOf(original.sentIn) ?? 'en'].translated}):`.trim();
  const from = Math.max(0, seq - 1 - lookBack);
  const before = await messagesAfter(db, conversationId, from, seq - 1 - from);
  const last = before.findLast((each) => each.seq < seq && each.senderType !== 'customer');
  if (last?.senderType === senderType && last.senderId === senderId) return '';
  if (senderType === 'representative') return senderName === null ? '' : `${senderName}:`;
  const visitor = await findVisitor(db, visitorId);
  return `${digestTexts[detectLanguage(content, visitor?.locale)].assistant}:`;
}

/** Something said to whoever has written, outside of every conversation, once per event. */
export const words = (
  channel: CustomerChannel,
  { eventId, address, text, about }: { eventId: string; address: string; text: string; about: Saying },
): PlannedDelivery => ({
  channel,
  eventId,
  target: address,
  ...summaryOf(about),
  conversationId: null,
  payload: { kind: 'words', text },
});
