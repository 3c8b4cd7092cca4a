/** People who write to the bot, and the conversations that come of it. */
import type { Message, VisitorProfile } from '@parley/contracts/entities';
import { visitorProfile } from '@parley/core/visitors/profile';
import { messagesAfter } from '@parley/db/messages/read';
import { type Installation, until } from './installation.ts';
import { overseer } from '@parley/core/testing';

/** Limits are for machines that are busy. */
export const seconds = 120;

let customers = 700;
/** A person nobody has seen before. */
export const newCustomer = () => ({
  id: (customers += 1),
  first_name: 'Jane',
  last_name: 'Doe',
  username: `jane${customers}`,
});

export interface Chat {
  id: number;
  conversationId: string;
  messages(): Promise<Message[]>;
  /** Resolves when there are `count` messages. */
  of(count: number): Promise<Message[]>;
  profile(): Promise<VisitorProfile>;
}

/** The conversation of a person, once it is there. */
export async function chatOf(on: Installation, id: number): Promise<Chat> {
  const { db } = on.context;
  const conversationId = await until(
    async () => {
      const found = await db
        .selectFrom('channelSessions')
        .innerJoin('conversations', 'conversations.visitorId', 'channelSessions.visitorId')
        .select('conversations.id')
        .where('address', '=', String(id))
        .executeTakeFirst();
      return found?.id;
    },
    'the conversation',
    seconds,
  );
  const messages = () => messagesAfter(db, conversationId, 0, 200);
  return {
    id,
    conversationId,
    messages,
    of: (count) =>
      until(async () => ((await messages()).length >= count ? messages() : null), `${count} messages`, seconds),
    profile: () => visitorProfile(on.context, overseer, conversationId),
  };
}
