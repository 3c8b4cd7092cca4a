/** How a team's waiting conversations are assigned. */
import * as Type from 'typebox';
import { Availability } from '../entities.ts';
import { Filter } from '../filter/filter.ts';
import { LocalizedText } from '../i18n/localized-text.ts';
import { allOptional, Id, Nullable, OneOf, Strict } from '../schema.ts';
import { alertAtWaitingMax, returnAfterMinutesMax } from './limits.ts';

/** By hand, in turn, or to the member with the most room. */
export const routingModes = ['manual', 'round_robin', 'balanced'] as const;

const fields = {
  mode: OneOf(routingModes),
  /** Prefer the assignee of the customer's previous conversation, or who covers for them. */
  keepsOwner: Type.Boolean(),
  /** Prefer users who speak the customer's language. */
  matchesLanguages: Type.Boolean(),
  /** Prefer users with a skill that is a tag of the conversation. */
  matchesSkills: Type.Boolean(),
  /** Conversations that are assigned before others. */
  first: Nullable(Filter),
  /** Assign to offline users where no other has room. */
  alsoOffline: Type.Boolean(),
  /** Unanswered for so long while the assignee is offline, a conversation is taken back; null for never. */
  returnAfterMinutes: Nullable(Type.Integer({ minimum: 1, maximum: returnAfterMinutesMax })),
  /** The team's leads are told when so many conversations wait; null for never. */
  alertAtWaiting: Nullable(Type.Integer({ minimum: 1, maximum: alertAtWaitingMax })),
};

export const Routing = Type.Object(fields, { $id: 'Routing' });
export type Routing = Type.Static<typeof Routing>;

/** Fields that a caller leaves out keep their value. */
export const RoutingChange = Strict(allOptional(fields));
export type RoutingChange = Type.Static<typeof RoutingChange>;

export const defaultRouting: Routing = {
  mode: 'manual',
  keepsOwner: true,
  matchesLanguages: true,
  matchesSkills: true,
  first: null,
  alsoOffline: false,
  returnAfterMinutes: 10,
  alertAtWaiting: 10,
};

/** Member of a team with what counts when a conversation is assigned. */
export const RoutingMember = Type.Object({
  userId: Id,
  name: Type.String(),
  availability: Availability,
  /** A conversation counts 1 while the customer waits, 0.25 while the team waits for the customer, snoozed 0. */
  load: Type.Number({ minimum: 0 }),
  capacity: Type.Integer({ minimum: 0 }),
});
export type RoutingMember = Type.Static<typeof RoutingMember>;

/** State of a team's routing, and who would be assigned the next conversation. */
export const RoutingPreview = Type.Object(
  {
    /** Conversations that wait for an assignee. */
    waiting: Type.Integer({ minimum: 0 }),
    members: Type.Array(RoutingMember),
    /** Null if nobody would be. */
    next: Nullable(Type.Object({ userId: Id, because: Type.String(), becauseLocalized: LocalizedText })),
    /** Why nobody would be; null if a member is. */
    nobody: Nullable(OneOf(['manual', 'nobody_available', 'nobody_has_room'] as const)),
  },
  { $id: 'RoutingPreview' },
);
export type RoutingPreview = Type.Static<typeof RoutingPreview>;
