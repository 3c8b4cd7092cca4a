/** Messages between processes over Redis pub/sub. A lost one costs freshness, never data. */
import * as Type from 'typebox';
import type { ConversationVersion } from './conversations/conversation-state.ts';
import { ServerFrame } from './frames.ts';
import { Id, Nullable, OneOf } from './schema.ts';
import type { Moved } from './permissions/scope.ts';

/** Channel names without the installation's prefix. */
export const liveChannels = {
  conversation: (conversationId: string) => `conversation:${conversationId}`,
  /** Frames for every signed-in representative. */
  inbox: 'inbox',
  /** Messages between processes. */
  control: 'control',
} as const;

/** Returns the Redis channel of socket frames, one for all: a turn is one message. Undefined for `control`. */
export const broadcastChannel = (channel: string): string | undefined =>
  channel === liveChannels.control ? undefined : 'live';

const Scope = Type.Object({
  websiteId: Nullable(Id),
  assignedRepresentativeId: Nullable(Id),
  teamId: Type.Optional(Nullable(Id)),
});

/** A frame for the sockets of one channel, serialised once by the publisher's side of each node. */
export const Broadcast = Type.Object({
  audience: OneOf(['everyone', 'staff', 'customer', 'person']),
  /** With `person`: user who receives it on all sockets. */
  userId: Type.Optional(Id),
  /** The socket it came from, which needs no echo. */
  exceptSocket: Type.Optional(Type.String()),
  frame: ServerFrame,
  /** Scope of the conversation if the frame contains only its id, for users who see only some conversations. */
  scope: Type.Optional(Scope),
  /** Previous assignee, if the assignment changed. */
  formerRepresentativeId: Type.Optional(Nullable(Id)),
  /** Previous team, if it changed. */
  formerTeamId: Type.Optional(Nullable(Id)),
});
export type Broadcast = Type.Static<typeof Broadcast>;

/** Data that a gateway needs to pass a frame on. */
export interface BroadcastHead {
  audience: Broadcast['audience'];
  userId: string | undefined;
  exceptSocket: string | undefined;
  type: ServerFrame['type'];
  /** The conversation the frame is about, if it is about one. */
  conversationId: string | undefined;
  /** Epoch milliseconds: storing time of a message, publishing time of everything else. */
  sentAt: number;
  /** Number of messages and activities of the conversation; undefined for frames that carry no conversation. */
  state: ConversationVersion | undefined;
  /** Scope of the conversation; undefined for frames about none. */
  scope: Moved | undefined;
}

/** A broadcast with the frame's text as sockets get it. */
export interface PackedBroadcast extends BroadcastHead {
  text: string;
}

const absent = '-';

/**
 * A broadcast as it travels: one line about the frame, then the frame. A gateway passes the frame's text on as it is,
 * so an event is serialised once, by its publisher, however many nodes and sockets it reaches.
 */
export function packBroadcast(broadcast: Broadcast): string {
  const { audience, userId = absent, exceptSocket = absent, frame } = broadcast;
  const conversationId =
    'conversationId' in frame ? frame.conversationId : 'conversation' in frame ? frame.conversation.id : undefined;
  const sentAt = frame.type === 'new_message' ? Date.parse(frame.message.createdAt) : Date.now();
  const recipient = audience === 'person' ? `person:${userId}` : audience;
  const scope = packScope(broadcast);
  const { lastSeq, lastActivityNo = 0 } = frame.type === 'conversation_updated' ? frame.conversation : {};
  const state = lastSeq === undefined ? '' : ` ${lastSeq} ${lastActivityNo}`;
  return `${recipient}${scope} ${exceptSocket} ${frame.type} ${conversationId ?? absent} ${sentAt}${state}\n${JSON.stringify(frame)}`;
}

function packScope({ audience, frame, scope, formerRepresentativeId, formerTeamId }: Broadcast): string {
  const known =
    scope ?? ('conversation' in frame && 'websiteId' in frame.conversation ? frame.conversation : undefined);
  if (!known) return '';
  const { websiteId, assignedRepresentativeId, teamId = null } = known;
  const ids = [websiteId, assignedRepresentativeId].map((id) => id ?? absent);
  // Unknown values are empty words, and those at the end are left out.
  const more = [formerRepresentativeId, teamId ?? undefined, formerTeamId].map((id) =>
    id === null ? absent : (id ?? ''),
  );
  while (more.at(-1) === '') more.pop();
  return [audience === 'person' ? '' : ':', ...ids, ...more].join(':');
}

function unpackScope([website, assignee, former = '', team = '', formerTeam = '']: readonly string[]):
  | Moved
  | undefined {
  if (website === undefined || assignee === undefined) return undefined;
  const idOf = (word: string): string | null => (word === absent || word === '' ? null : word);
  return {
    websiteId: idOf(website),
    assignedRepresentativeId: idOf(assignee),
    ...(team !== '' && { teamId: team }),
    ...(former !== '' && { formerRepresentativeId: idOf(former) }),
    ...(formerTeam !== '' && { formerTeamId: idOf(formerTeam) }),
  };
}

const audiences: ReadonlySet<string> = new Set([
  'everyone',
  'staff',
  'customer',
  'person',
] satisfies Broadcast['audience'][]);
const isAudience = (word: string | undefined): word is Broadcast['audience'] =>
  word !== undefined && audiences.has(word);

/** Returns undefined for a text that `packBroadcast` did not make. */
export function unpackBroadcast(packed: string): PackedBroadcast | undefined {
  const end = packed.indexOf('\n');
  const head = end < 0 ? undefined : unpackHead(packed.slice(0, end));
  return head && { ...head, text: packed.slice(end + 1) };
}

/** Parses the first line of a packed broadcast; returns undefined if it isn't one. */
export function unpackHead(line: string): BroadcastHead | undefined {
  const words = line.split(' ');
  const [recipient = '', exceptSocket, type, conversationId, sentAt, lastSeq, lastActivityNo] = words;
  const [audience, userId, ...scope] = recipient.split(':');
  if (sentAt === undefined || !isAudience(audience)) return undefined;
  return {
    audience,
    userId,
    exceptSocket: exceptSocket === absent ? undefined : exceptSocket,
    type: type as ServerFrame['type'],
    conversationId: conversationId === absent ? undefined : conversationId,
    sentAt: Number(sentAt),
    state: lastSeq === undefined ? undefined : { lastSeq: Number(lastSeq), lastActivityNo: Number(lastActivityNo) },
    scope: unpackScope(scope),
  };
}

export const Control = Type.Union([
  /** Closes this user's sockets and forgets cached sessions; `exceptSession` survives (after a password change). */
  Type.Object({
    type: Type.Literal('end_sessions'),
    userId: Id,
    exceptSession: Type.Optional(Type.String()),
  }),
  /** A user signed out of one session. */
  Type.Object({ type: Type.Literal('end_session'), sessionId: Type.String() }),
  /** A user proved their identity again in a session. */
  Type.Object({ type: Type.Literal('session_changed'), sessionId: Type.String() }),
  /** A visitor was erased or signed out, or logged out in the browser of one `session`. */
  Type.Object({ type: Type.Literal('end_visitor'), visitorId: Id, session: Type.Optional(Type.String()) }),
  /** The team has blocked these visitors, or lets them write again. */
  Type.Object({ type: Type.Literal('visitors_blocked'), visitorIds: Type.Array(Id), isBlocked: Type.Boolean() }),
  /** Permissions or scopes changed, for one user or several. */
  Type.Object({ type: Type.Literal('rights_changed') }),
  /** Cached copies are stale. */
  Type.Object({ type: Type.Literal('settings_changed') }),
  Type.Object({ type: Type.Literal('websites_changed') }),
  /** The team has begun a conversation with a visitor who has a page open. */
  Type.Object({ type: Type.Literal('visitor_invited'), visitId: Id, token: Type.String() }),
]);
export type Control = Type.Static<typeof Control>;
