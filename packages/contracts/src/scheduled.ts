/** Messages of the team that wait on the server: for a time that their author chose, or for a few seconds in which they can be taken back. */
import * as Type from 'typebox';
import { Attachment } from './attachments.ts';
import { Macro } from './canned-replies.ts';
import { Original } from './copilot.ts';
import { sendDelaySecondsMax } from './limits.ts';
import { Id, Nullable, OneOf, Timestamp } from './schema.ts';

/** `stopped`: its time came and it could not be sent; its author decides. */
export const scheduledStates = ['waiting', 'stopped'] as const;

/** How often it was changed, which tells one state from another. */
export const ScheduledRevision = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

export const SendDelay = Type.Integer({ minimum: 0, maximum: sendDelaySecondsMax });

export const ScheduledMessage = Type.Object(
  {
    id: Id,
    conversationId: Id,
    /** Of the message that it becomes. */
    clientMessageId: Id,
    authorId: Id,
    authorName: Type.String({ examples: ['Ada Byron'] }),
    /** Empty where it brings files alone. */
    content: Type.String({ examples: ['Your parcel should have come by now. Has it?'] }),
    attachments: Type.Optional(Type.Array(Attachment)),
    /** What is done together with it. */
    macro: Nullable(Macro),
    /** What its author wrote, where `content` is its translation. */
    original: Type.Optional(Original),
    sendAt: Timestamp,
    /** Of one that is held back for so many seconds before it goes; 0 for one with a time of its own. */
    delaySeconds: SendDelay,
    /** It goes only if nobody has written in the meantime. */
    onlyIfQuiet: Type.Boolean(),
    state: OneOf(scheduledStates),
    /** Why it was stopped: the code and the sentence of a problem. */
    code: Nullable(Type.String({ examples: ['conversation_closed'] })),
    reason: Nullable(Type.String()),
    revision: ScheduledRevision,
    createdAt: Timestamp,
    /** Whose conversation it is, for names and colours that stay with a visitor. */
    visitorId: Nullable(Id),
    customerName: Nullable(Type.String()),
    customerEmail: Nullable(Type.String()),
  },
  { $id: 'ScheduledMessage' },
);
export type ScheduledMessage = Type.Static<typeof ScheduledMessage>;
