/**
 * Kinds of notifications for users: the one list for the server, which decides and stores them, for the ways by which
 * they go out, and for the settings. Their texts are in `i18n/catalogues/notifications.ts`.
 */

/** Ways by which a notification reaches its user, in the order in which they follow each other. */
export const notificationWays = ['app', 'push', 'mail'] as const;
export type NotificationWay = (typeof notificationWays)[number];

interface KindDescriptor {
  /** Ways that are on unless the user chose others. */
  ways: readonly NotificationWay[];
  /** May go out in quiet hours, if its user allows that. */
  isUrgent?: true;
  /** Also sent about a conversation that its user has muted. */
  ignoresMute?: true;
  /** Deleted for the others once a colleague has taken the conversation. */
  endsWhenTaken?: true;
  /** About a conversation: only users who may see it get one. */
  isOfConversation: boolean;
}

/** In the order in which the settings list them. */
export const notificationKinds = {
  assigned: { isOfConversation: true, ways: ['app', 'push', 'mail'], ignoresMute: true },
  message: { isOfConversation: true, ways: ['app', 'push', 'mail'] },
  waiting: { isOfConversation: true, ways: ['app', 'push'], endsWhenTaken: true },
  hand_off: { isOfConversation: true, ways: ['app', 'push'], endsWhenTaken: true },
  mention: { isOfConversation: true, ways: ['app', 'push', 'mail'], ignoresMute: true },
  followed: { isOfConversation: true, ways: ['app'] },
  sla_warned: { isOfConversation: true, ways: ['app', 'push'] },
  sla_breached: { isOfConversation: true, ways: ['app', 'push'], isUrgent: true },
  promise_due: { isOfConversation: true, ways: ['app', 'push'], isUrgent: true },
  snooze_over: { isOfConversation: true, ways: ['app', 'push'], ignoresMute: true },
  reminder: { isOfConversation: true, ways: ['app', 'push'], ignoresMute: true },
  low_rating: { isOfConversation: true, ways: ['app'] },
  scheduled_failed: { isOfConversation: true, ways: ['app', 'push', 'mail'], ignoresMute: true },
  team_waiting: { isOfConversation: false, ways: ['app', 'push', 'mail'] },
  hand_over: { isOfConversation: false, ways: ['app', 'mail'] },
  rule_paused: { isOfConversation: false, ways: ['app', 'mail'] },
  rule_stopped: { isOfConversation: false, ways: ['app', 'mail'] },
  new_device: { isOfConversation: false, ways: ['app', 'push'], isUrgent: true },
} as const satisfies Record<string, KindDescriptor>;

export type NotificationKind = keyof typeof notificationKinds;
export const notificationKindNames = Object.keys(notificationKinds) as NotificationKind[];

export const describeKind = (kind: NotificationKind): KindDescriptor => notificationKinds[kind];

/** Ways of each kind that a user has chosen; kinds that are left out have their defaults. */
export type ChosenWays = Partial<Record<NotificationKind, readonly NotificationWay[]>>;

/** Returns the ways of a kind for a user. */
export const waysOf = (kind: NotificationKind, chosen: ChosenWays): readonly NotificationWay[] =>
  chosen[kind] ?? describeKind(kind).ways;
