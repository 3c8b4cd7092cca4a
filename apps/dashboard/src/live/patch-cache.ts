/** Changes of the query cache for each live event. */
import type { Activity } from '@parley/contracts/conversations/activities';
import { isOlder } from '@parley/contracts/conversations/conversation-state';
import type { Conversation, Representative, User } from '@parley/contracts/entities';
import type { SignedInUser } from '@parley/contracts/users/sign-in';
import type { ServerFrame, ServerFrameOf } from '@parley/contracts/frames';
import type { Rights } from '@parley/contracts/permissions/rights';
import { listCannedReplies } from '@parley/contracts/routes/canned-replies';
import { listDeliveries } from '@parley/contracts/routes/integrations';
import { listInboundMails, listMailboxNames } from '@parley/contracts/routes/mail';
import { getOverview, getStats, getWallboard } from '@parley/contracts/routes/overview';
import { getAssistantState } from '@parley/contracts/routes/answers';
import { getCopilot } from '@parley/contracts/routes/copilot';
import { listSlaPolicies } from '@parley/contracts/routes/sla';
import { listBanners, listProactive } from '@parley/contracts/routes/proactive';
import { listRules } from '@parley/contracts/routes/rules';
import { listSchedules } from '@parley/contracts/routes/schedules';
import { getSettings } from '@parley/contracts/routes/settings';
import { listWebsites } from '@parley/contracts/routes/websites';
import { currentUser } from '@parley/contracts/routes/auth';
import { listAbsences } from '@parley/contracts/routes/absences';
import { listShifts } from '@parley/contracts/routes/shifts';
import { listRoles } from '@parley/contracts/routes/roles';
import { listTeams } from '@parley/contracts/routes/teams';
import { mayUndo, withRights } from '../auth/rights.ts';
import {
  countUnread,
  getConversation,
  getVisitorProfile,
  listConversations,
} from '@parley/contracts/routes/conversations';
import { listReminders } from '@parley/contracts/routes/reminders';
import { listSentMails } from '@parley/contracts/routes/mail';
import { listScheduled, listScheduledOf } from '@parley/contracts/routes/scheduled';
import { listMentions } from '@parley/contracts/routes/notes';
import { listMuted, listNotifications, readNotificationSettings } from '@parley/contracts/routes/notifications';
import { getHandOff } from '@parley/contracts/routes/answers';
import { getBulkMessage, listBulkMessages, listBulkRecipients } from '@parley/contracts/routes/bulk-messages';
import { getBatch } from '@parley/contracts/routes/bulk';
import { mayNameAttribute } from '@parley/contracts/filter/filter-fields';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { countViews, listViews } from '@parley/contracts/routes/views';
import type { QueryClient, QueryFilters } from '@tanstack/react-query';
import { keyOf } from '../api/read.ts';
import { activitiesOf, newestActivityNo, rememberActivity, rememberNewestActivity } from './activities-cache.ts';
import {
  cachedConversation,
  catchUpFirstReads,
  catchUpLists,
  catchUpOpened,
  forgetAllConversations,
  forgetConversation,
  rememberConversation,
} from './conversation-cache.ts';
import { noteDone } from './done.ts';
import { applyToFollowing } from './following.ts';
import { statistics, refreshStatistics } from './statistics.ts';
import { moveCounts } from './view-counts.ts';
import { asksFor, asReadBy } from './unread.ts';

/**
 * Equal to `keyOf` for `listTags`, `listAttributes`, `listContacts`, `listTranslated`, `listReviews` and
 * `listScorecards`: the first script has no room
 * for their schemas.
 */
const tagsKey = ['/api/tags'];
const attributesKey = ['/api/attributes'];
const contactsKey = ['/api/contacts'];
const translatedKey = ['/api/translated'];
const reviewsKey = ['/api/reviews'];
const scorecardsKey = ['/api/scorecards'];
const topicsKey = ['/api/topics'];
const formsKey = ['/api/forms'];
const liveVisitorsKey = ['/api/live-visitors'];

/** Lists that cannot be read are caught up with the next connection, and show their error themselves. */
const leftForTheNextConnection = (): void => undefined;

/** Statistics that no event carries are read again at most this often. */
const statisticsEveryMs = 1_000;
/** Milliseconds after a change until the counts kept here are compared with the server's. */
const compareAfterMs = 10_000;

export interface CachePatcher {
  apply(frame: ServerFrame): void;
  /** Fetches what an interruption may have hidden. */
  catchUp(): void;
  /** Fetches what happened between the first reads, which begin with the page, and the first opening of the channel. */
  catchUpFirstReads(): void;
  close(): void;
}

/** Handlers of all frames: a frame without one does not compile. */
type FrameHandlers = { [T in ServerFrame['type']]: (frame: ServerFrameOf<T>) => void };

/** For frames that change nothing here: threads, drafts, notices and presence listen to the channel themselves. */
const notCached = (): void => undefined;

/** Calls the function of the frame's type. A newer server may send a frame that this page does not know. */
function handleWith<T extends ServerFrame['type']>(
  handlers: FrameHandlers,
  frame: { type: T } & ServerFrameOf<T>,
): void {
  if (Object.hasOwn(handlers, frame.type)) handlers[frame.type](frame);
}

/** Keeps the cache true for the signed-in user. */
export function createCachePatcher(client: QueryClient, user: Pick<User, 'id' | 'createdAt'>): CachePatcher {
  const me = user.id;
  const planned = new Map<string, ReturnType<typeof setTimeout>>();

  /** Reads again what is on screen; the rest when it is next shown. */
  const refresh = (queryKey: readonly unknown[]) => void client.invalidateQueries({ queryKey });

  function plan(queryKey: readonly unknown[], afterMs = statisticsEveryMs): void {
    const name = `${afterMs} ${JSON.stringify(queryKey)}`;
    if (planned.has(name)) return;
    planned.set(
      name,
      setTimeout(() => {
        planned.delete(name);
        refresh(queryKey);
      }, afterMs),
    );
  }

  function statisticsChanged(): void {
    for (const queryKey of statistics) plan(queryKey);
  }

  /** Moves the counts of views; if the former state of the conversation is not known, the server counts them. */
  function viewsRecounted(before: Conversation | null | undefined, after: Conversation | null): void {
    if (before === undefined) plan(keyOf(countViews));
    else moveCounts(client, before, after, me);
    plan(keyOf(countViews), compareAfterMs);
  }

  /**
   * Recounts the unread conversations if the change concerns them. An event that a read has already covered changes
   * nothing.
   */
  function unreadMayHaveChanged(before: Conversation | undefined, after: Conversation): void {
    if (before && asksFor(before, me) !== asksFor(after, me)) plan(keyOf(countUnread));
    plan(keyOf(countUnread), compareAfterMs);
  }

  function conversationChanged(received: Conversation, isNew: boolean): void {
    const before = cachedConversation(client, received.id);
    // In an older state that arrives late, only the unread count may be new.
    const conversation =
      before && isOlder(received, before) ? { ...before, unreadCount: received.unreadCount } : received;
    viewsRecounted(before ?? (isNew ? null : undefined), conversation);
    rememberConversation(client, conversation, me);
    plan(contactsKey);
    const moved =
      before?.status !== conversation.status ||
      before.assignedRepresentativeId !== conversation.assignedRepresentativeId ||
      before.snoozedUntil !== conversation.snoozedUntil;
    if (moved) statisticsChanged();
    else if (before.lastSeq !== conversation.lastSeq) {
      plan(keyOf(getStats));
      plan(keyOf(getOverview));
      plan(keyOf(getWallboard));
    }
    if (before && before.handOffReason !== conversation.handOffReason) refresh(handOffOf(conversation.id));
    unreadMayHaveChanged(before, conversation);
    // A customer who gives a name or an address in the middle of a conversation is known from then on.
    if (
      before?.customerEmail !== conversation.customerEmail ||
      before.customerName !== conversation.customerName ||
      before.companyId !== conversation.companyId
    )
      refresh(keyOf(getVisitorProfile, { params: { id: conversation.id } }));
  }

  /** Removes a merged or deleted tag from the conversations. */
  function tagsChanged(): void {
    refresh(tagsKey);
    catchUpLists(client).catch(leftForTheNextConnection);
    catchUpOpened(client);
  }

  /** Reads the lists and views that compare attributes again: one that they name may have been deleted. */
  function attributesDeclared(): void {
    refresh(attributesKey);
    refresh(keyOf(listViews));
    plan(keyOf(countViews));
    void client.resetQueries({
      queryKey: keyOf(listConversations),
      predicate: ({ queryKey }) => mayNameAttribute(JSON.stringify(queryKey)),
    });
  }

  /** Reads a part of all threads, or of one, again: attributes or visitor. */
  function readThreadsAnew(part: 'attributes' | 'visitor', conversationId?: string): void {
    const filters: QueryFilters = {
      queryKey: keyOf(listConversations),
      predicate: ({ queryKey }) => queryKey[2] === part && (conversationId ?? queryKey[1]) === queryKey[1],
    };
    // A first answer that is under way may be from before, and invalidating alone would wait for that very answer.
    void client.cancelQueries(filters).then(() => client.invalidateQueries(filters));
  }

  /**
   * After a merge, another contact may be all that remains: every list and page of contacts and the visitors are read
   * again.
   */
  function contactsChanged(): void {
    refresh(contactsKey);
    readThreadsAnew('visitor');
  }

  function happened(activity: Activity): void {
    if (activity.after.attributes) readThreadsAnew('attributes');
    rememberActivity(client, activity);
    if (activity.cause.by !== 'representative' || activity.cause.userId !== me) return;
    const now = client.getQueryData<SignedInUser | null>(keyOf(currentUser));
    if (!now || mayUndo(now, activity)) noteDone(activity);
  }

  function joined(conversationId: string, lastActivityNo: number): void {
    const known = newestActivityNo(client, conversationId);
    if (!rememberNewestActivity(client, conversationId, lastActivityNo)) return;
    // Activities that were not announced may have changed attributes, also since these began to be read.
    const readAnew = () => readThreadsAnew('attributes', conversationId);
    client.fetchQuery(activitiesOf(conversationId)).then((activities) => {
      if (activities.some(({ activityNo, after }) => activityNo > known && after.attributes)) readAnew();
    }, readAnew);
  }

  function userChanged(changed: User): void {
    client.setQueryData<SignedInUser | null>(keyOf(currentUser), (known) =>
      known?.id === changed.id ? withRights(changed, known) : known,
    );
    const listed = client
      .getQueryData<Representative[]>(keyOf(listRepresentatives))
      ?.find(({ id }) => id === changed.id);
    // The frame doesn't contain which address waits for its confirmation.
    if (listed && (listed.unconfirmedEmail !== undefined || listed.email !== changed.email))
      refresh(keyOf(listRepresentatives));
    client.setQueryData<Representative[]>(keyOf(listRepresentatives), (known) =>
      known?.some(({ id }) => id === changed.id)
        ? known.map((each) => (each.id === changed.id ? { ...each, ...changed } : each))
        : known,
    );
    statisticsChanged();
  }

  function remindersChanged(userId: string): void {
    if (userId === me) refresh(keyOf(listReminders));
  }

  function rightsChanged(rights: Rights): void {
    client.setQueryData<SignedInUser | null>(keyOf(currentUser), (known) => (known ? { ...known, rights } : known));
    // Whatever was read was read with other rights.
    void client.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== keyOf(currentUser)[0] });
  }

  const handlers: FrameHandlers = {
    absences_updated() {
      refresh(keyOf(listAbsences));
      refresh(keyOf(listShifts));
      refresh(keyOf(listRepresentatives));
    },
    activity: ({ activity }) => happened(activity),
    ai_delta: notCached,
    attachment_updated: notCached,
    attributes_updated: ({ contactId }) => {
      if (contactId === null) attributesDeclared();
      readThreadsAnew('attributes');
      if (contactId !== null) refresh([...contactsKey, contactId]);
    },
    availability_updated({ userId, availability }) {
      client.setQueryData<Representative[]>(keyOf(listRepresentatives), (known) =>
        known?.map((each) => (each.id === userId ? { ...each, availability } : each)),
      );
      statisticsChanged();
    },
    batch_updated({ batch }) {
      if (batch.actorId === me) client.setQueryData(keyOf(getBatch, { params: { id: batch.id } }), batch);
    },
    bulk_message_updated({ bulkMessageId }) {
      refresh(keyOf(listBulkMessages));
      for (const route of [getBulkMessage, listBulkRecipients])
        refresh(keyOf(route, { params: { id: bulkMessageId } }));
    },
    canned_replies_updated({ ownerId }) {
      if ((ownerId ?? me) === me) refresh(keyOf(listCannedReplies));
    },
    contact_updated: contactsChanged,
    conversation_created: (frame) => conversationChanged(asReadBy(user, frame), true),
    conversation_deleted({ conversationId }) {
      viewsRecounted(cachedConversation(client, conversationId), null);
      forgetConversation(client, conversationId);
      statisticsChanged();
    },
    conversation_left({ conversationId }) {
      forgetConversation(client, conversationId);
      plan(keyOf(countViews));
      statisticsChanged();
    },
    conversation_state: notCached,
    conversation_updated: (frame) => conversationChanged(asReadBy(user, frame), false),
    conversations_deleted() {
      forgetAllConversations(client);
      statisticsChanged();
      plan(keyOf(countViews));
    },
    delivered: notCached,
    delivery_updated: () => plan(keyOf(listDeliveries)),
    draft: notCached,
    error: notCached,
    following: notCached,
    hand_off_corrected: ({ conversationId }) => refresh(handOffOf(conversationId)),
    inbound_mails_updated: () => plan(keyOf(listInboundMails)),
    mailboxes_updated: () => refresh(keyOf(listMailboxNames).slice(0, 1)),
    joined: ({ conversationId, lastActivityNo = 0 }) => joined(conversationId, lastActivityNo),
    mentioned({ userIds }) {
      if (userIds.includes(me)) refresh(keyOf(listMentions));
    },
    mentions_read({ userId }) {
      if (userId === me) refresh(keyOf(listMentions));
    },
    message_ack: notCached,
    muted: () => refresh(keyOf(listMuted)),
    notifications_changed: () => refresh(keyOf(listNotifications)),
    message_reactions: notCached,
    message_updated: notCached,
    new_message: notCached,
    person_needed: notCached,
    pong: notCached,
    presence: notCached,
    progress: ({ task, done, total }) => void client.setQueryData(progressKey(task), { done, total }),
    read: notCached,
    reminders_updated: ({ userId }) => remindersChanged(userId),
    representative_updated: ({ representative }) => userChanged(representative),
    resume: notCached,
    rights_updated: ({ rights }) => rightsChanged(rights),
    roles_updated() {
      refresh(keyOf(listRoles));
      refresh(keyOf(listTeams));
      // Views are for teams.
      refresh(keyOf(listViews));
    },
    topics_updated: () => refresh(topicsKey),
    forms_updated: () => refresh(formsKey),
    reviews_updated() {
      refresh(reviewsKey);
      refresh(scorecardsKey);
    },
    sla_policies_updated: () => refresh(keyOf(listSlaPolicies)),
    schedules_updated: () => refresh(keyOf(listSchedules)),
    rules_updated: () => refresh(keyOf(listRules)),
    proactive_updated() {
      refresh(keyOf(listProactive));
      refresh(keyOf(listBanners));
    },
    scheduled_updated({ conversationId, userId }) {
      refresh(keyOf(listScheduledOf, { params: { id: conversationId } }));
      if (userId === me) refresh(keyOf(listScheduled));
    },
    sent_mails_updated({ conversationId }) {
      refresh(keyOf(listSentMails, { params: { id: conversationId } }));
    },
    settings_updated({ section }) {
      if (section === 'notifications') return refresh(keyOf(readNotificationSettings));
      refresh(keyOf(getSettings));
      refresh(keyOf(getCopilot));
      if (section === 'businessHours') refresh(keyOf(listSchedules));
      if (section === 'representativesMay') refresh(keyOf(listRoles));
      refresh(keyOf(getAssistantState));
    },
    tags_updated: tagsChanged,
    translation_chosen: () => refresh(translatedKey),
    typing: notCached,
    viewers: notCached,
    views_updated({ userId }) {
      if (userId === null || userId === me) refresh(keyOf(listViews));
    },
    live_visitors_updated: () => refresh(liveVisitorsKey),
    websites_updated() {
      refresh(keyOf(listWebsites));
      statisticsChanged();
    },
  };

  return {
    apply(frame) {
      applyToFollowing(client, frame, me);
      handleWith(handlers, frame);
    },
    catchUp() {
      // The statistics after the lists: a change that only the lists have seen makes no event count it.
      const count = () => refreshStatistics(client);
      // Lists that could not be read are caught up with the next connection; the statistics do not wait for it.
      catchUpLists(client).then(count, count);
      catchUpOpened(client);
      void client.invalidateQueries({ predicate: ({ queryKey }) => !caughtUpElsewhere.has(queryKey[0]) });
    },
    catchUpFirstReads() {
      catchUpFirstReads(client).catch(leftForTheNextConnection);
      refresh(keyOf(countUnread));
    },
    close() {
      for (const timer of planned.values()) clearTimeout(timer);
    },
  };
}

const handOffOf = (id: string) => keyOf(getHandOff, { params: { id } });

const progressRoot = 'progress';

/** Queries that stay valid through an interruption, or are caught up in an order of their own. */
const caughtUpElsewhere = new Set<unknown>([
  progressRoot,
  keyOf(getConversation, { params: { id: '' } })[0],
  ...statistics.map(([route]) => route),
]);

/** Returns the cache key for the progress of a long task. */
export const progressKey = (task: string) => [progressRoot, task] as const;
