/** Messages of the team that wait on the server: for their send time, or for seconds in which they can be undone. */
import * as Type from 'typebox';
import { Attachment } from '../messages/attachments.ts';
import { BlocksDraft } from '../messages/blocks.ts';
import { Macro } from '../messages/canned-replies.ts';
import { Original } from '../assistant/copilot.ts';
import { QuotedMessage } from '../entities.ts';
import { MessageRecipients } from './conversation-fields.ts';
import { sendDelaySecondsMax } from '../messages/limits.ts';
import { Id, Nullable, OneOf, Timestamp } from '../schema.ts';

/** `stopped`: its time came and it could not be sent; its author decides. */
export const scheduledStates = ['waiting', 'stopped'] as const;

/** Number of changes, to detect concurrent ones. */
export const ScheduledRevision = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const SendDelay = Type.Integer({ minimum: 0, maximum: sendDelaySecondsMax });

export const ScheduledMessage = Type.Object(
  {
    id: Id,
    conversationId: Id,
    /** Id that the sent message will have as its `clientMessageId`. */
    clientMessageId: Id,
    authorId: Id,
    authorName: Type.String({ examples: ['Ada Byron'] }),
    /** Empty where it brings files alone. */
    content: Type.String({ examples: ['Your parcel should have come by now. Has it?'] }),
    /** Text with formatting; absent if it has none. */
    markdown: Type.Optional(Type.String()),
    attachments: Type.Optional(Type.Array(Attachment)),
    /** Macro that runs when the message is sent. */
    macro: Nullable(Macro),
    /** Text that the author wrote, if `content` is its translation. */
    original: Type.Optional(Original),
    /** Message that it quotes. */
    replyTo: Type.Optional(QuotedMessage),
    /** Buttons, cards or a form below the text. */
    blocks: Type.Optional(BlocksDraft),
    /** Recipients of its mail beside the customer; absent for the participants of the conversation. */
    recipients: Type.Optional(MessageRecipients),
    sendAt: Timestamp,
    /** Seconds that the message is held back before it is sent; 0 if it has a send time of its own. */
    delaySeconds: SendDelay,
    /** Sent only if nobody writes in the meantime. */
    onlyIfQuiet: Type.Boolean(),
    state: OneOf(scheduledStates),
    /** Why it was stopped: the code and the sentence of a problem. */
    code: Nullable(Type.String({ examples: ['conversation_closed'] })),
    reason: Nullable(Type.String()),
    revision: ScheduledRevision,
    createdAt: Timestamp,
    /** Visitor of the conversation, for the names and colours that stay with them. */
    visitorId: Nullable(Id),
    customerName: Nullable(Type.String()),
    customerEmail: Nullable(Type.String()),
  },
  { $id: 'ScheduledMessage' },
);
export type ScheduledMessage = Type.Static<typeof ScheduledMessage>;
