/** How frames are declared: their schema with the text and the examples of the documentation. */
import * as Type from 'typebox';
import { Message } from '../entities.ts';
import type { Permission } from '../permissions/permissions.ts';
import { Id, Strict } from '../schema.ts';
import { VisitorConversation } from '../visitors/widget.ts';

/** Documentation of a frame: the only source for developers who write their own client. */
interface Documentation {
  description: string;
  /** Users with sockets that send or receive the frame. */
  audience?: 'everyone' | 'staff' | 'visitors';
  /** Without their `type`. */
  examples: readonly object[];
}

const documented = (type: string, { description, audience = 'everyone', examples }: Documentation) => ({
  description,
  'x-audience': audience,
  examples: examples.map((example) => ({ type, ...example })),
});

/** Declares a frame that clients send; it refuses properties that it doesn’t name. */
export const asked = <const T extends string, P extends Type.TProperties>(
  type: T,
  properties: P,
  about: Documentation,
) => Strict({ type: Type.Literal(type), ...properties }, documented(type, about));

export const sides = ['customer', 'staff'] as const;
export type Side = (typeof sides)[number];

/**
 * Recipients of a frame in the team's inbox: users who see the conversation, who see a conversation of the contact, or
 * who have the permission (and see the scope, if the frame has one); `team` means every user.
 */
export type FrameSubject = 'conversation' | 'contact' | 'team' | Permission;

interface Sent extends Documentation {
  subject: FrameSubject;
}

/** Declares a frame that clients receive; they ignore properties that they don’t know. */
export const frame = <const T extends string, P extends Type.TProperties>(type: T, properties: P, about: Sent) =>
  Object.assign(Type.Object({ type: Type.Literal(type), ...properties }, documented(type, about)), {
    'x-subject': about.subject,
  });

/** State of a conversation for its visitor; messages are sent separately. */
export const ConversationState = Type.Object({
  ...VisitorConversation.properties,
  messages: Type.Array(Message, { maxItems: 0 }),
});

/** User who has the conversation open. */
export const Viewer = Type.Object({ userId: Id, name: Type.String(), isDrafting: Type.Boolean() });
