/** Conversations as threads in another program: Slack, Microsoft Teams. */
import * as Type from 'typebox';
import { Id, Strict } from '../schema.ts';
import { Guarded } from '../settings/secret-fields.ts';

/** Channels with deliveries that are messages of threads. */
export const threadProducts = ['slack', 'msteams'] as const;
export type ThreadProductId = (typeof threadProducts)[number];

const Ids = (description: string) => Type.Array(Id, { maxItems: 500, uniqueItems: true, description });

/** A channel there, by the pattern of its ids, and the conversations that become threads in it. */
const ThreadChannel = (pattern: string, id: string, name: string) =>
  Strict({
    channelId: Type.String({ pattern, examples: [id] }),
    name: Type.String({ maxLength: 200, examples: [name] }),
    websiteIds: Ids('Websites with conversations that come here; all without one'),
    teamIds: Ids('Teams with conversations that come here; all without one'),
  });
export type ThreadChannel = Type.Static<ReturnType<typeof ThreadChannel>>;

/** The first that fits a conversation is its channel; others have no thread. */
export const ThreadChannels = (pattern: string, id: string, name: string) =>
  Guarded(Type.Array(ThreadChannel(pattern, id, name), { maxItems: 50 }));
