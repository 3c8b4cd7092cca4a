import {
  type Activity,
  type ChangingActivityKind,
  changingActivityKinds,
  mailKinds,
  originKinds,
} from '@parley/contracts/conversations/activities';
import { activities } from '../i18n/en/activities.ts';
import { common } from '../i18n/en/common.ts';
import { labels } from '../i18n/en/labels.ts';
import { ownership } from '../i18n/en/ownership.ts';
import { ratingWords } from '../i18n/en/ratings.ts';
import { undoWords } from '../i18n/en/undo.ts';
import { listed } from '../i18n/language.ts';
import { t } from '../i18n/server-text.ts';
import { upcomingTime } from '../ui/times.ts';
import { dueName } from '../ui/due-words.ts';
import { priorityName } from '../ui/priority-words.ts';

/** An activity that changed the conversation. */
export type Change = Activity & { kind: ChangingActivityKind };

const kinds: ReadonlySet<string> = new Set(changingActivityKinds);
export const isChange = (activity: Activity): activity is Change => kinds.has(activity.kind);

/** Activity of a tool call by the assistant. */
export type ToolActivity = Activity & { kind: 'tool_called' };
export const isToolActivity = (activity: Activity): activity is ToolActivity => activity.kind === 'tool_called';

/** Activity of a rule that left no other trace in the thread than this. */
export type RuleActivity = Activity & { kind: 'rule_ran' };
export const isRuleActivity = (activity: Activity): activity is RuleActivity => activity.kind === 'rule_ran';

/** Activity of a mail: that it arrived and was not posted, or that it is a message now. */
export type MailActivity = Activity & { kind: (typeof mailKinds)[number] };
const mails: ReadonlySet<string> = new Set(mailKinds);
export const isMailActivity = (activity: Activity): activity is MailActivity => mails.has(activity.kind);

/** Activity of how the conversation began. */
export type OriginActivity = Activity & { kind: (typeof originKinds)[number] };
const origins: ReadonlySet<string> = new Set(originKinds);
export const isOriginActivity = (activity: Activity): activity is OriginActivity => origins.has(activity.kind);

/** The sender of a mail as it names them, which proves nothing. */
const senderOf = ({ after: { mail } }: MailActivity): string =>
  mail?.senderName || mail?.senderAddress || activities('mailUnknownSender');

function mailWordsOf(activity: MailActivity): string {
  const sender = senderOf(activity);
  if (activity.kind === 'mail_added')
    return activity.cause.by === 'representative'
      ? activities('mailAdded', { who: activity.actorName ?? common('someone'), sender })
      : activities('mailPosted', { sender });
  const reason = activity.after.mail?.reason;
  if (reason === 'bounce') return activities('mailBounced');
  return activities(reason === 'auto_reply' ? 'mailAutoReplied' : 'mailAnswered', { who: sender });
}

/**
 * Returns a tool call with its arguments and outcome: "The assistant called cancel_order(order: 1042): done in 80 ms".
 */
function toolWords({ after: { tool } }: ToolActivity): string {
  const { name = '', arguments: args = {}, bound = [], state, milliseconds } = tool ?? {};
  const given = Object.entries(args).map(([key, value]) => `${key}: ${String(value)}`);
  const call = `${name}(${[...given, ...bound.map((key) => `${key}: …`)].join(', ')})`;
  const took = { milliseconds: milliseconds ?? 0 };
  const outcome =
    state === 'done'
      ? activities('toolDone', took)
      : state === 'declined'
        ? activities('toolDeclined')
        : state === 'unsure'
          ? activities('toolUnsure')
          : activities('toolFailed', took);
  return activities('calledTool', { call, outcome });
}

/**
 * Returns an activity as a sentence without its full stop: "Ada Byron assigned it to Ben Cole"; for an undo also what
 * it undid.
 */
export function activityWords(
  activity: Change | ToolActivity | MailActivity | OriginActivity | RuleActivity,
  undid?: { what: Change; isRedo: boolean },
): string {
  if (isToolActivity(activity)) return toolWords(activity);
  if (isMailActivity(activity)) return mailWordsOf(activity);
  if (isOriginActivity(activity)) return activities('started', { who: activity.actorName ?? common('someone') });
  if (isRuleActivity(activity)) return ruleLine(activity);
  const { cause } = activity;
  if (undid) {
    const named = { who: activity.actorName ?? common('someone'), what: activityWords(undid.what) };
    return undid.isRedo ? undoWords('whoRedid', named) : undoWords('whoUndid', named);
  }
  const what =
    cause.by === 'automation'
      ? ruleLine(activity)
      : cause.by === 'representative'
        ? byPerson(activity, cause.userId)
        : byItself(activity);
  const { leftEmpty } = activity.after;
  return leftEmpty ? activities('leftEmpty', { what, names: listed(leftEmpty) }) : what;
}

/** Returns all that a rule did in one line: "Rule: VIP first — assigned to Billing, added VIP". */
function ruleLine({ cause, before, after }: Activity): string {
  const [were, are] = [before.tags ?? [], after.tags ?? []];
  const added = are.filter((tag) => !were.includes(tag));
  const removed = were.filter((tag) => !are.includes(tag));
  const joined = (after.participants ?? []).slice(before.participants?.length ?? 0);
  const assignee = after.representative ?? after.team;
  const isUnassigned = after.assignedRepresentativeId === null && !after.isAiAssisted && !after.team;
  const done = after.ruleActions ?? [];
  const parts = [
    after.isAiAssisted === true && activities('didReturn'),
    after.status === 'waiting' && activities('didHandOff'),
    after.status === 'active' && before.status === 'closed' && activities('didReopen'),
    after.status === 'closed' && activities('didClose'),
    assignee ? activities('didAssign', { assignee }) : isUnassigned && activities('didUnassign'),
    after.priority && activities('didPriority', { priority: priorityName(after.priority) }),
    added.length > 0 && activities('didTag', { tags: listed(added) }),
    removed.length > 0 && activities('didUntag', { tags: listed(removed) }),
    after.attributes && activities('didDescribe'),
    after.snoozedUntil && activities('didSnooze', { time: upcomingTime(after.snoozedUntil) }),
    joined.length > 0 &&
      activities('didParticipants', { names: listed(joined.map(({ name, address }) => name ?? address)) }),
    done.includes('message') && activities('didMessage'),
    done.some((type) => type === 'note' || type === 'notify' || type === 'notify_lead') && activities('didNote'),
    done.includes('webhook') && activities('didWebhook'),
  ].filter((part) => typeof part === 'string');
  const name = cause.by === 'automation' ? cause.name : '';
  return activities('ruleDid', { name, what: parts.length > 0 ? listed(parts) : activities('didSomething') });
}

function byPerson(activity: Change, userId: string): string {
  const { kind, actorName, before, after } = activity;
  const who = actorName ?? common('someone');
  // Done together with an activity that contains more.
  const assignee = after.representative;
  switch (kind) {
    case 'taken_over':
      return activities('tookOver', { who });
    case 'assigned':
      if (after.assignedRepresentativeId === userId) return activities('took', { who });
      if (typeof assignee === 'string') return activities('assigned', { who, assignee });
      if (after.team) return activities('assigned', { who, assignee: ownership('teamNamed', { name: after.team }) });
      if (before.team) return activities('leftTeam', { who, team: before.team });
      return before.representative
        ? activities('tookFrom', { who, before: before.representative })
        : activities('left', { who });
    case 'handed_off':
      return assignee ? activities('askedForPersonAssigned', { who, assignee }) : activities('askedForPerson', { who });
    case 'returned_to_assistant':
      return assignee
        ? activities('returnedToAssistantAssigned', { who, assignee })
        : activities('returnedToAssistant', { who });
    case 'closed':
      return assignee ? activities('closedAssigned', { who, assignee }) : activities('closed', { who });
    case 'reopened':
      return assignee ? activities('reopenedAssigned', { who, assignee }) : activities('reopened', { who });
    case 'identified':
      return activities('identified', { who });
    case 'snoozed':
      return after.snoozedUntil
        ? activities('snoozed', { who, time: upcomingTime(after.snoozedUntil) })
        : activities('unsnoozed', { who });
    case 'unsnoozed':
      return activities('unsnoozed', { who });
    case 'prioritised':
      return activities('prioritised', { who, priority: priorityName(after.priority ?? 'normal') });
    case 'retitled':
      return after.subject ? activities('retitled', { who, subject: after.subject }) : activities('untitled', { who });
    case 'participants_changed':
      return participantWords(activity, who);
    case 'related_changed':
      return activities((after.relatedIds?.length ?? 0) > (before.relatedIds?.length ?? 0) ? 'linked' : 'unlinked', {
        who,
      });
    case 'tagged':
      return tagWords(who, before.tags ?? [], after.tags ?? []);
    case 'described':
      return activities('described', { who });
    case 'marked_spam':
      return activities('markedSpam', { who });
    case 'unmarked_spam':
      return activities('unmarkedSpam', { who });
    case 'merged':
      return activities(after.mergedInto ? 'merged' : 'tookIn', { who });
    case 'unmerged':
      return activities('unmerged', { who });
    case 'split':
      return activities('split', { who, count: after.split?.seqs.length ?? 0 });
    case 'split_off':
      return activities('splitOff', { who });
    case 'undone':
      return activities('undone', { who });
    case 'followed_up':
      return activities(after.isToFollowUp ? 'toFollowUpAgain' : 'followedUp', { who });
    case 'sla_warned':
    case 'sla_breached':
      return dueWords(activity);
    case 'rated':
      return ratedWords(activity);
  }
}

function byItself(activity: Change): string {
  const { kind, cause, after } = activity;
  const assignee = after.representative;
  switch (kind) {
    case 'handed_off':
      if (cause.by === 'customer')
        return assignee ? activities('customerAskedAssigned', { assignee }) : activities('customerAsked');
      if (cause.by === 'rule')
        return assignee ? activities('nobodyAnsweredAssigned', { assignee }) : activities('nobodyAnswered');
      return assignee ? activities('assistantCalledAssigned', { assignee }) : activities('assistantCalled');
    case 'closed':
      return activities(cause.by === 'customer' ? 'solvedByAnswer' : 'closedByItself');
    case 'undone':
      return activities('undone', { who: common('someone') });
    case 'reopened':
      return assignee ? activities('customerReopenedAssigned', { assignee }) : activities('customerReopened');
    case 'identified':
      return activities('customerIs', {
        customer: listed([after.customerName, after.customerEmail].filter((each) => typeof each === 'string')),
      });
    case 'assigned':
    case 'taken_over':
      if (after.reason) return routedWords(assignee, t(after.reason, activity.body ?? ''));
      return assignee ? activities('assignedTo', { assignee }) : activities('assignedToNobody');
    case 'returned_to_assistant':
      return activities('returnedToAssistantByItself');
    case 'unsnoozed':
      return cause.by === 'customer' ? activities('customerWoke') : activities('snoozeOver');
    case 'described':
      return activities('describedByItself');
    case 'participants_changed':
      return participantWords(activity);
    case 'sla_warned':
    case 'sla_breached':
      return dueWords(activity);
    case 'rated':
      return ratedWords(activity);
    case 'followed_up':
    case 'snoozed':
    case 'prioritised':
    case 'related_changed':
    case 'retitled':
    case 'tagged':
    case 'marked_spam':
    case 'unmarked_spam':
    case 'merged':
    case 'unmerged':
    case 'split':
    case 'split_off':
      return activities('changedByItself');
  }
}

/** `The customer rated the help 2 of 5: Took too long · “Two days!”` */
function ratedWords({ after: { rated } }: Change): string {
  const { score = 0, reasons = [], comment = '' } = rated ?? {};
  const more = [...reasons.map((reason) => ratingWords(reason)), ...(comment ? [`“${comment}”`] : [])].join(' · ');
  const words = activities('rated', { score });
  return more ? `${words}: ${more}` : words;
}

/** `First response: due Mon 23 Nov, 09:00 (VIP)`. */
function dueWords({ kind, after: { due }, createdAt }: Change): string {
  const at = { what: dueName(due?.kind ?? 'next_response'), time: upcomingTime(due?.at ?? createdAt) };
  const words = kind === 'sla_breached' ? labels('overdueSince', at) : labels('dueAt', at);
  return due?.policy ? `${words} (${due.policy})` : words;
}

/** "Assigned to Ben Cole: 2 of 6 open, idle for 14 min, speaks Polish" */
const routedWords = (assignee: string | null | undefined, reason: string): string =>
  assignee ? activities('routed', { assignee, reason }) : activities('routedBack', { reason });

/** Without `who`, a mail has named them. */
function participantWords({ before, after }: Change, who?: string): string {
  const [were, are] = [before.participants ?? [], after.participants ?? []];
  const namesOf = (some: typeof are, others: typeof are): string[] =>
    some.flatMap(({ name, address, kind }) =>
      others.some((each) => each.address === address && each.kind === kind) ? [] : [name ?? address],
    );
  const [added, removed] = [namesOf(are, were), namesOf(were, are)];
  if (who === undefined) return activities('joinedEmails', { names: listed(added) });
  const isChanged = (name: string): boolean => added.includes(name) && removed.includes(name);
  const left = removed.filter((name) => !isChanged(name));
  if (added.length === 0) return activities('removedFromEmails', { who, names: listed(left) });
  if (left.length === 0) return activities('addedToEmails', { who, names: listed(added) });
  return activities('changedEmails', { who, added: listed(added), removed: listed(left) });
}

function tagWords(who: string, before: readonly string[], after: readonly string[]): string {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (removed.length === 0) return activities('tagged', { who, tags: listed(added) });
  if (added.length === 0) return activities('untagged', { who, tags: listed(removed) });
  return activities('retagged', { who, added: listed(added), removed: listed(removed) });
}
