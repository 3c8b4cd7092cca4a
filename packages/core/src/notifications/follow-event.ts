/** Decides from an event which users are notified of what. Runs once for each event; another run changes nothing. */
import { type Activity, type ChangeKind, type Cause, noteKinds } from '@parley/contracts/conversations/activities';
import type { Conversation } from '@parley/contracts/entities';
import type { DomainEvent, NotedEvent, NoteEvent, StoredEvent } from '@parley/contracts/events';
import type { Audience } from '@parley/db/notifications/audience';
import { findActivity } from '@parley/db/activities/read';
import { findShown } from '@parley/db/conversations/read';
import { followersOf } from '@parley/db/followers/followers';
import { findRoutedTeam } from '@parley/db/routing/routing';
import type { Context } from '../context.ts';
import { derivedId } from '../derived-id.ts';
import { type Notice, notify, withdrawWaiting } from './notify.ts';

/** Changes after which a conversation waits for nobody. */
const endsWaiting: ReadonlySet<ChangeKind> = new Set<ChangeKind>(['taken_over', 'closed', 'returned_to_assistant']);

/**
 * Returns whether users may be notified of an event. Without the conversation at hand the worker decides. Messages to
 * the assistant are left to `reactTo`, which has a job for each of them anyway.
 */
export function isNotified(
  event: DomainEvent | NoteEvent,
  conversation: Pick<Conversation, 'isAiAssisted'> | undefined,
): boolean {
  switch (event.type) {
    case 'message.posted':
      return event.senderType === 'customer' && !conversation?.isAiAssisted;
    case 'conversation.changed':
      return event.change in ofChange || endsWaiting.has(event.change);
    case 'conversation.noted':
      return noteKinds.some((kind) => kind === event.kind);
    case 'message.updated':
    case 'message.reacted':
    case 'conversation.deleted':
    case 'review.low':
      return false;
  }
}

/** Notifies the users whom an event concerns. */
export async function notifyOfEvent(context: Context, { id, event }: StoredEvent | NotedEvent): Promise<void> {
  const conversation = await findShown(context.db, event.conversationId);
  if (!conversation) return;
  if (event.type === 'message.posted')
    return notifyAll(context, id, conversation, await ofMessage(context, event, conversation));
  if (event.type === 'conversation.noted')
    return notifyAll(context, id, conversation, await ofNote(context, event, conversation));
  if (event.type !== 'conversation.changed') return;
  const activity = await findActivity(context.db, conversation.id, event.activityNo);
  if (!activity || activity.kind === 'undone') return;
  if (endsWaiting.has(event.change) || typeof activity.after.assignedRepresentativeId === 'string')
    await withdrawWaiting(context, {
      conversationId: conversation.id,
      takenBy: conversation.assignedRepresentativeId,
    });
  await notifyAll(
    context,
    id,
    conversation,
    (await ofChange[event.change]?.({ context, activity, conversation })) ?? [],
  );
}

type Decided = Omit<Notice, 'eventId' | 'conversationId'>;

async function notifyAll(
  context: Context,
  eventId: string,
  { id: conversationId }: Conversation,
  decided: readonly Decided[],
): Promise<void> {
  for (const each of decided)
    await notify(context, { ...each, conversationId, eventId: derivedId(eventId, 'notification', each.kind) });
}

const only = (userId: string): Audience => ({ userIds: [userId] });

/** Returns whom a conversation waits for: its assignee, else its team, else everyone who may see it. */
const responsible = ({ assignedRepresentativeId, teamId }: Conversation): Audience => {
  if (assignedRepresentativeId !== null) return only(assignedRepresentativeId);
  return teamId ? { teamId } : 'everyone';
};

/** The user who caused it; null for the customer, the assistant and rules. */
const actorOf = (cause: Cause): string | null => (cause.by === 'representative' ? cause.userId : null);

async function ofMessage(
  context: Context,
  { senderType, seq, opened, activityNo }: Extract<DomainEvent, { type: 'message.posted' }>,
  conversation: Conversation,
): Promise<Decided[]> {
  const { assignedRepresentativeId: assignee, status, snoozedUntil, isAiAssisted } = conversation;
  if (senderType !== 'customer' || status === 'closed') return [];
  const common = { actorId: null, seq, unlessReadSeq: seq };
  const followers = (await followersOf(context.db, conversation.id)).map(({ userId }) => userId);
  const others = followers.filter((userId) => userId !== assignee);
  const followed: Decided[] = others.length > 0 ? [{ ...common, kind: 'followed', audience: { userIds: others } }] : [];
  if (isAiAssisted || snoozedUntil !== null) return followed;
  if (assignee !== null) return [...followed, { ...common, kind: 'message', audience: only(assignee) }];
  const beginsToWait = opened || activityNo !== undefined;
  if (!beginsToWait || (await isRouted(context, conversation))) return followed;
  return [{ ...common, kind: 'waiting', audience: responsible(conversation) }, ...followed];
}

/** Whether a team's routing assigns the conversation, so that nobody has to look for it. */
async function isRouted({ db }: Context, { teamId }: Conversation): Promise<boolean> {
  const team = teamId ? await findRoutedTeam(db, teamId) : undefined;
  return team !== undefined && team.routing.mode !== 'manual';
}

async function ofNote(
  context: Context,
  { kind, noteActivityNo, mentioned }: NoteEvent,
  conversation: Conversation,
): Promise<Decided[]> {
  const note = await findActivity(context.db, conversation.id, noteActivityNo);
  if (!note) return [];
  const common = { actorId: actorOf(note.cause), activityNo: noteActivityNo };
  const mention: Decided[] =
    mentioned.length > 0 ? [{ ...common, kind: 'mention', audience: { userIds: mentioned } }] : [];
  if (kind !== 'noted') return mention;
  const followers = (await followersOf(context.db, conversation.id)).map(({ userId }) => userId);
  return [...mention, { ...common, kind: 'followed', audience: { userIds: followers }, except: mentioned }];
}

interface Change {
  context: Context;
  activity: Activity;
  conversation: Conversation;
}

type Decide = (change: Change) => Decided[] | Promise<Decided[]>;

const commonOf = ({ activity: { cause, activityNo } }: Change) => ({ actorId: actorOf(cause), activityNo });

/** Notifies the users for whom a due time counts. */
const ofDue =
  (isBreach: boolean): Decide =>
  (change) => {
    const { due } = change.activity.after;
    if (!due) return [];
    const kind = isBreach ? 'sla_breached' : due.kind === 'promise' ? 'promise_due' : 'sla_warned';
    const audience = responsible(change.conversation);
    return [{ ...commonOf(change), kind, audience, details: { due: due.kind, at: due.at } }];
  };

/** Decides by kind of change; what is not here notifies nobody. */
const ofChange: Partial<Record<ChangeKind, Decide>> = {
  async assigned(change) {
    const { activity, conversation, context } = change;
    const assignee = activity.after.assignedRepresentativeId;
    if (typeof assignee !== 'string') return [];
    const note = await noteWith(context, activity);
    return [{ ...commonOf(change), ...note, kind: 'assigned', audience: only(assignee), seq: conversation.lastSeq }];
  },
  async handed_off(change) {
    const { context, conversation } = change;
    if (await isRouted(context, conversation)) return [];
    const audience = responsible(conversation);
    return [{ ...commonOf(change), kind: 'hand_off', audience, seq: conversation.lastSeq }];
  },
  unsnoozed(change) {
    const { activity, conversation } = change;
    const userId = conversation.assignedRepresentativeId ?? activity.before.snoozedBy;
    if (activity.cause.by !== 'rule' || !userId) return [];
    return [{ ...commonOf(change), kind: 'snooze_over', audience: only(userId) }];
  },
  sla_warned: ofDue(false),
  sla_breached: ofDue(true),
  rated(change) {
    const { rated } = change.activity.after;
    const { assignedRepresentativeId: assignee, teamId, isToFollowUp } = change.conversation;
    if (!rated || !isToFollowUp) return [];
    const leads: Audience | undefined = teamId ? { teamId, onlyLeads: true } : undefined;
    const audience = assignee === null ? leads : only(assignee);
    return audience ? [{ ...commonOf(change), kind: 'low_rating', audience, details: { score: rated.score } }] : [];
  },
};

/** Returns the note that a colleague wrote together with an assignment. */
async function noteWith({ db }: Context, { conversationId, activityNo, cause }: Activity) {
  const next = await findActivity(db, conversationId, activityNo + 1);
  const isTheirs = next?.kind === 'noted' && actorOf(next.cause) !== null && actorOf(next.cause) === actorOf(cause);
  return isTheirs ? { activityNo: next.activityNo } : {};
}
