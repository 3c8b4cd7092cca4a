/** Publishes events as frames to their audiences. */
import { type Activity, staffChangeKinds } from '@parley/contracts/conversations/activities';
import type { Conversation, Message } from '@parley/contracts/entities';
import type { DomainEvent, NoteEvent } from '@parley/contracts/events';
import type { UnreadByUser } from '@parley/contracts/conversations/reads';
import { findActivity } from '@parley/db/activities/read';
import type { ConversationScope } from '@parley/contracts/permissions/scope';
import { findConversationScopes } from '@parley/db/conversations/scopes';
import { findConversation } from '@parley/db/conversations/read';
import { findMessage } from '@parley/db/messages/read';
import { readUnreadByUser } from '@parley/db/reads/unread';
import type { Context } from '../context.ts';
import { publishContinuedMessage, publishContinuedState } from './continued.ts';
import { visitorConversationState } from './visitor-conversation.ts';
import { type About, broadcastToConversation, broadcastToInbox } from '../live/broadcast.ts';

/** Entities that the caller has at hand, so that publishing doesn't read them again. */
export interface KnownEntities {
  message?: Message;
  /** The list entity: no messages, `lastMessage` set. */
  conversation?: Conversation;
  /** Unread messages of the conversation, by user. */
  unread?: UnreadByUser;
  /** Activity of the event; for an edited note, the note as it is now. */
  activity?: Activity;
  /** Scope of a deleted conversation. */
  scope?: ConversationScope;
  /**
   * True if the team's inbox gets no frame: for a conversation kept out of every list, or one of many announced
   * together.
   */
  hidden?: boolean;
}

/** Publishes an event's frames. A conversation deleted in the meantime is not announced. */
export async function publishEvent(
  context: Context,
  event: DomainEvent | NoteEvent,
  known: KnownEntities = {},
): Promise<void> {
  const { conversationId } = event;
  if (event.type === 'conversation.deleted') {
    const frame = { type: 'conversation_deleted', conversationId } as const;
    await Promise.all([
      broadcastToConversation(context, conversationId, frame),
      known.hidden ? undefined : broadcastToInbox(context, frame, known.scope && { scope: known.scope }),
    ]);
    return;
  }

  if (event.type === 'conversation.noted') return publishNote(context, event, known.activity);
  // Frames of reactions and reviews are published with the change itself.
  if (event.type === 'message.reacted' || event.type === 'review.low') return;

  const conversation = known.conversation ?? (await findConversation(context.db, conversationId));
  if (!conversation) return;
  if (event.type === 'message.updated') return publishUpdate(context, event, conversation, known);

  const unread = known.unread ?? (await readUnreadByUser(context.db, conversationId));
  const inList = { conversation, ...(unread ? { unread } : {}) };

  if (event.type === 'message.posted') {
    const message = known.message ?? (await findMessage(context.db, conversationId, event.seq));
    if (!message) return;
    await Promise.all([
      broadcastToConversation(
        context,
        conversationId,
        { type: 'new_message', conversationId, message },
        { scope: conversation },
      ),
      publishContinuedMessage(context, conversation, 'new_message', message),
      publishActivity(context, event, known.activity, conversation),
      known.hidden
        ? undefined
        : broadcastToInbox(context, {
            type: event.opened ? 'conversation_created' : 'conversation_updated',
            ...inList,
          }),
    ]);
    return;
  }

  if (staffChangeKinds.has(event.change)) return publishToStaff(context, event, inList, known.activity);

  const [state, changed] = await Promise.all([
    visitorConversationState(context, conversation),
    activityOf(context, event, known.activity),
  ]);
  await Promise.all([
    broadcastToInbox(context, { type: 'conversation_updated', ...inList }, formerScope(changed)),
    publishActivity(context, event, changed, conversation),
    broadcastToConversation(
      context,
      conversationId,
      { type: 'conversation_state', conversationId, conversation: state },
      { audience: 'customer' },
    ),
    publishContinuedState(context, conversation, state),
    event.change === 'handed_off'
      ? broadcastToInbox(
          context,
          {
            type: 'person_needed',
            conversationId,
            summary: conversation.handOffSummary,
            reason: conversation.handOffReason,
          },
          { scope: conversation },
        )
      : undefined,
  ]);
}

/** Returns the assignee and team before an activity, if it changed them. */
function formerScope(activity: Activity | undefined): About {
  const { assignedRepresentativeId, teamId } = activity?.before ?? {};
  return {
    ...(assignedRepresentativeId !== undefined && { formerRepresentativeId: assignedRepresentativeId }),
    ...(teamId !== undefined && { formerTeamId: teamId }),
  };
}

/** The message as it is now, to both sides; the lists show its beginning where it is the last. */
async function publishUpdate(
  context: Context,
  { conversationId, seq }: Extract<DomainEvent, { type: 'message.updated' }>,
  conversation: Conversation,
  known: KnownEntities,
): Promise<void> {
  const message = known.message ?? (await findMessage(context.db, conversationId, seq));
  if (!message) return;
  const isShownInLists = !known.hidden && conversation.lastSeq === seq;
  const unread = isShownInLists ? await readUnreadByUser(context.db, conversationId) : undefined;
  await Promise.all([
    broadcastToConversation(
      context,
      conversationId,
      { type: 'message_updated', conversationId, message },
      { scope: conversation },
    ),
    publishContinuedMessage(context, conversation, 'message_updated', message),
    isShownInLists
      ? broadcastToInbox(context, { type: 'conversation_updated', conversation, ...(unread ? { unread } : {}) })
      : undefined,
  ]);
}

/** Publishes the part of a change that customers don't see. */
async function publishToStaff(
  context: Context,
  event: Extract<DomainEvent, { type: 'conversation.changed' }>,
  inList: { conversation: Conversation; unread?: UnreadByUser },
  known: Activity | undefined,
): Promise<void> {
  const { conversation } = inList;
  const activity = await activityOf(context, event, known);
  await Promise.all([
    broadcastToInbox(context, { type: 'conversation_updated', ...inList }),
    publishActivity(context, event, activity, conversation),
  ]);
}

/** Publishes the activity, an edited note again, and a notification for newly mentioned users. */
async function publishNote(context: Context, event: NoteEvent, known: Activity | undefined): Promise<void> {
  const { conversationId, activityNo, noteActivityNo, mentioned } = event;
  const note = known ?? (await findActivity(context.db, conversationId, noteActivityNo));
  if (!note) return;
  const scope = (await findConversationScopes(context.db, [conversationId])).get(conversationId);
  if (!scope) return;
  if (noteActivityNo !== activityNo) await publishActivity(context, event, undefined, scope);
  await publishActivity(context, { conversationId, activityNo: noteActivityNo }, note, scope);
  if (mentioned.length > 0) {
    await broadcastToInbox(context, { type: 'mentioned', activity: note, userIds: mentioned }, { scope });
  }
  if (mentioned.length > 0 || event.kind === 'mail_received') {
    const [conversation, unread] = await Promise.all([
      findConversation(context.db, conversationId),
      readUnreadByUser(context.db, conversationId),
    ]);
    if (conversation && unread) await broadcastToInbox(context, { type: 'conversation_updated', conversation, unread });
  }
}

/** Returns the activity of an event, if it has one. */
async function activityOf(
  context: Context,
  { conversationId, activityNo }: { conversationId: string; activityNo?: number },
  known: Activity | undefined,
): Promise<Activity | undefined> {
  return known ?? (activityNo === undefined ? undefined : findActivity(context.db, conversationId, activityNo));
}

/** Publishes an activity to staff who may see the conversation. */
async function publishActivity(
  context: Context,
  event: { conversationId: string; activityNo?: number },
  known: Activity | undefined,
  scope: ConversationScope,
): Promise<Activity | undefined> {
  const { conversationId } = event;
  if (event.activityNo === undefined) return undefined;
  const activity = await activityOf(context, event, known);
  if (activity)
    await broadcastToConversation(
      context,
      conversationId,
      { type: 'activity', conversationId, activity },
      { audience: 'staff', scope },
    );
  return activity;
}
