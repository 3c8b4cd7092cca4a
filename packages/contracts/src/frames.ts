/** Frames of `/ws`: text frames, one JSON object each. */
import * as Type from 'typebox';
import { clientFrames } from './frames/client.ts';
import { connectionFrames } from './frames/connection.ts';
import { conversationFrames } from './frames/conversation.ts';
import type { FrameSubject } from './frames/frame.ts';
import { inboxFrames } from './frames/inbox.ts';
import { installationFrames } from './frames/installation.ts';
import { readerFrames } from './frames/reader.ts';
import type { ConversationScope } from './permissions/scope.ts';

export const ClientFrame = Type.Union([...clientFrames]);
export type ClientFrame = Type.Static<typeof ClientFrame>;

export const ServerFrame = Type.Union([
  ...conversationFrames,
  ...inboxFrames,
  ...readerFrames,
  ...installationFrames,
  ...connectionFrames,
]);
export type ServerFrame = Type.Static<typeof ServerFrame>;
export type ServerFrameOf<T extends ServerFrame['type']> = Extract<ServerFrame, { type: T }>;
export type ClientFrameOf<T extends ClientFrame['type']> = Extract<ClientFrame, { type: T }>;

const subjects: ReadonlyMap<string, FrameSubject> = new Map(
  ServerFrame.anyOf.map((schema) => [schema.properties.type.const, schema['x-subject']] as const),
);

/** Returns the recipients of a frame in the team's inbox, as its declaration names them. */
export function subjectOf(type: ServerFrame['type']): FrameSubject {
  const subject = subjects.get(type);
  if (!subject) throw new Error(`No frame is called ${type}.`);
  return subject;
}

/**
 * Whether a frame is only for users who see some conversations: a frame about a contact is sent once for users who see
 * everything, and again for the scope of each of the contact's conversations.
 */
export const isForPart = ({
  type,
  scope,
}: {
  type: ServerFrame['type'];
  scope: ConversationScope | undefined;
}): boolean => subjectOf(type) === 'contact' && scope !== undefined;
