/** What the team and the assistant write goes to customers by the channel they came by, in the order it was written. */
import { messageWords } from '../../messages/words.ts';
import type { CustomerChannel } from '@parley/contracts/channels/list';
import { say } from '@parley/contracts/sayings';
import { Seq } from '@parley/contracts/schema';
import type { Settings } from '@parley/contracts/settings';
import { type ChannelSession, channelSessionOf, setReachable } from '@parley/db/channels/sessions';
import { sentPieces } from '@parley/db/channels/sends';
import { continuationsInto } from '@parley/db/conversations/continuation';
import type { ConversationState } from '@parley/db/conversations/read';
import { findMessage, messagesAfter } from '@parley/db/messages/read';
import { findVisitor } from '@parley/db/visitors/visitors';
import * as Type from 'typebox';
import { detectLanguage } from '../../ai/language.ts';
import { type PlannedDelivery, planned, summaryOf } from '../../deliveries/notices.ts';
import { hour, minute } from '../../deliveries/retry-policy.ts';
import { siblingId } from '../../deliveries/sibling-id.ts';
import { CallFailed } from '../../integrations/answer.ts';
import type { ExternalContext } from '../../integrations/external-services.ts';
import { digestTexts } from '../../mail/translations.ts';
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
}

/** Of a channel that customers come by: how its answers follow, and how they are delivered. */
export function answering(channel: Answering): Pick<Always, 'follow' | 'followsAnswers'> & Delivers {
  const { id, name, longestMessage, concurrency, isOn, isSetUp } = channel;
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
      const first = longestMessage - (signature === '' ? 0 : signature.length + 1);
      // A place in the line for each: what comes between two events sorts between them.
      const pieces = piecesOf(messageWords(message), longestMessage, first);
      return pieces.flatMap(([from, to], index) => {
        const payload: Answer = { kind: 'answer', seq: event.seq, signature: index === 0 ? signature : '', from, to };
        const subject = { eventId: siblingId(eventId, index), state, title: say('answer_to_customer') };
        return sessions.map(({ address }) => planned(subject, id, address, payload));
      });
    },

    delivery: delivering({
      concurrency,
      // Close to a day altogether.
      waits: [5, 30, 2 * minute, 10 * minute, hour, 4 * hour, 8 * hour, 8 * hour],
      inOrder: true,
      payload: Type.Union([Answer, Revision, Words]),
      async make(context, delivery, payload) {
        if (!isOn(await context.settings.read())) throw switchedOff(name);
        if (payload.kind === 'revision') {
          await reviseAll(context, channel, delivery, payload);
          return { responseStatus: 200 };
        }
        const text = payload.kind === 'words' ? payload.text : await textOf(context, delivery.conversationId, payload);
        const address = delivery.target;
        try {
          await sendOnce(context, { deliveryId: delivery.id, receiver: name }, () =>
            channel.send(context, address, text),
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

async function textOf(
  { db }: ExternalContext,
  conversationId: string | null,
  { seq, signature, from, to }: Answer,
): Promise<string> {
  const message = conversationId === null ? undefined : await findMessage(db, conversationId, seq);
  if (!message) throw new CallFailed(say('conversation_gone'), { transient: false });
  const part = messageWords(message).slice(from, to);
  return signature === '' ? part : `${signature}\n${part}`;
}

/** So many messages before it are looked at for who wrote last. */
const lookBack = 50;

/** Who writes, in a line above the first message of theirs in a row; nothing where the customer knows it already. */
async function signatureOf(
  { db }: ExternalContext,
  message: {
    conversationId: string;
    seq: number;
    senderType: string;
    senderId: string | null;
    senderName: string | null;
    content: string;
    visitorId: string;
  },
): Promise<string> {
  const { conversationId, seq, senderType, senderId, senderName, content, visitorId } = message;
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
  { eventId, address, text }: { eventId: string; address: string; text: string },
): PlannedDelivery => ({
  channel,
  eventId,
  target: address,
  ...summaryOf(say('greeting')),
  conversationId: null,
  payload: { kind: 'words', text },
});
