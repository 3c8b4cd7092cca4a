/** Conversations that the team starts. */
import * as Type from 'typebox';
import { ConversationChannel } from './conversation-fields.ts';
import { Id, Nullable } from '../schema.ts';

/** Ways in which a contact can be written to first, the one that is used by default first. */
export const StartWays = Type.Array(
  Type.Object({
    channel: ConversationChannel,
    /** Website that the conversation will belong to. */
    websiteId: Nullable(Id),
    /** Address that mails go to; null for other channels. */
    email: Nullable(Type.String()),
  }),
  { $id: 'StartWays' },
);
export type StartWays = Type.Static<typeof StartWays>;
