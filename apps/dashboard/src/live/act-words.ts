import { type Act, type ChangingActKind, changingActKinds, mailKinds } from '@parley/contracts/conversations/acts';
import { acts } from '../i18n/en/acts.ts';
import { common } from '../i18n/en/common.ts';
import { ownership } from '../i18n/en/ownership.ts';
import { undoWords } from '../i18n/en/undo.ts';
import { listed } from '../i18n/language.ts';
import { upcomingTime } from '../ui/times.ts';
import { priorityName } from '../ui/priority-words.ts';

/** An act that changed the conversation. */
export type Change = Act & { kind: ChangingActKind };

const kinds: ReadonlySet<string> = new Set(changingActKinds);
export const isChange = (act: Act): act is Change => kinds.has(act.kind);

/** Activity of a tool call by the assistant. */
export type ToolAct = Act & { kind: 'tool_called' };
export const isToolAct = (act: Act): act is ToolAct => act.kind === 'tool_called';

/** Activity of a mail: that it arrived and was not posted, or that it is a message now. */
export type MailAct = Act & { kind: (typeof mailKinds)[number] };
const mails: ReadonlySet<string> = new Set(mailKinds);
export const isMailAct = (act: Act): act is MailAct => mails.has(act.kind);

/** The sender of a mail as it names them, which proves nothing. */
const senderOf = ({ after: { mail } }: MailAct): string =>
  mail?.senderName || mail?.senderAddress || acts('mailUnknownSender');

function mailWordsOf(act: MailAct): string {
  const sender = senderOf(act);
  if (act.kind === 'mail_added')
    return act.cause.by === 'representative'
      ? acts('mailAdded', { who: act.actorName ?? common('somebody'), sender })
      : acts('mailPosted', { sender });
  const reason = act.after.mail?.reason;
  if (reason === 'bounce') return acts('mailBounced');
  return acts(reason === 'auto_reply' ? 'mailAutoReplied' : 'mailAnswered', { who: sender });
}

/**
 * Returns a tool call with its arguments and outcome: "The assistant called cancel_order(order: 1042): done in 80 ms".
 */
function toolWords({ after: { tool } }: ToolAct): string {
  const { name = '', arguments: args = {}, bound = [], state, milliseconds } = tool ?? {};
  const given = Object.entries(args).map(([key, value]) => `${key}: ${String(value)}`);
  const call = `${name}(${[...given, ...bound.map((key) => `${key}: …`)].join(', ')})`;
  const took = { milliseconds: milliseconds ?? 0 };
  const outcome =
    state === 'done'
      ? acts('toolDone', took)
      : state === 'declined'
        ? acts('toolDeclined')
        : state === 'unsure'
          ? acts('toolUnsure')
          : acts('toolFailed', took);
  return acts('calledTool', { call, outcome });
}

/**
 * Returns an activity as a sentence without its full stop: "Ada Byron assigned it to Ben Cole"; for an undo also what
 * it undid.
 */
export function actWords(act: Change | ToolAct | MailAct, undid?: { what: Change; isRedo: boolean }): string {
  if (isToolAct(act)) return toolWords(act);
  if (isMailAct(act)) return mailWordsOf(act);
  const { cause } = act;
  if (undid) {
    const named = { who: act.actorName ?? common('somebody'), what: actWords(undid.what) };
    return undid.isRedo ? undoWords('whoRedid', named) : undoWords('whoUndid', named);
  }
  return cause.by === 'representative' ? byPerson(act, cause.userId) : byItself(act);
}

function byPerson({ kind, actorName, before, after }: Change, userId: string): string {
  const who = actorName ?? common('somebody');
  // Done together with an activity that contains more.
  const assignee = after.representative;
  switch (kind) {
    case 'taken_over':
      return acts('tookOver', { who });
    case 'assigned':
      if (after.assignedRepresentativeId === userId) return acts('took', { who });
      if (typeof assignee === 'string') return acts('assigned', { who, assignee });
      if (after.team) return acts('assigned', { who, assignee: ownership('teamNamed', { name: after.team }) });
      if (before.team) return acts('leftTeam', { who, team: before.team });
      return before.representative ? acts('tookFrom', { who, before: before.representative }) : acts('left', { who });
    case 'handed_off':
      return assignee ? acts('askedForPersonAssigned', { who, assignee }) : acts('askedForPerson', { who });
    case 'handed_back':
      return assignee ? acts('handedBackAssigned', { who, assignee }) : acts('handedBack', { who });
    case 'closed':
      return assignee ? acts('closedAssigned', { who, assignee }) : acts('closed', { who });
    case 'reopened':
      return assignee ? acts('reopenedAssigned', { who, assignee }) : acts('reopened', { who });
    case 'identified':
      return acts('identified', { who });
    case 'snoozed':
      return after.snoozedUntil
        ? acts('snoozed', { who, time: upcomingTime(after.snoozedUntil) })
        : acts('unsnoozed', { who });
    case 'unsnoozed':
      return acts('unsnoozed', { who });
    case 'prioritised':
      return acts('prioritised', { who, priority: priorityName(after.priority ?? 'normal') });
    case 'tagged':
      return tagWords(who, before.tags ?? [], after.tags ?? []);
    case 'described':
      return acts('described', { who });
    case 'marked_spam':
      return acts('markedSpam', { who });
    case 'unmarked_spam':
      return acts('unmarkedSpam', { who });
    case 'merged':
      return acts(after.mergedInto ? 'merged' : 'tookIn', { who });
    case 'unmerged':
      return acts('unmerged', { who });
    case 'undone':
      return acts('undone', { who });
  }
}

function byItself({ kind, cause, after }: Change): string {
  const assignee = after.representative;
  switch (kind) {
    case 'handed_off':
      if (cause.by === 'customer')
        return assignee ? acts('customerAskedAssigned', { assignee }) : acts('customerAsked');
      if (cause.by === 'rule') return assignee ? acts('nobodyAnsweredAssigned', { assignee }) : acts('nobodyAnswered');
      return assignee ? acts('assistantCalledAssigned', { assignee }) : acts('assistantCalled');
    case 'closed':
      return acts('closedByItself');
    case 'undone':
      return acts('undone', { who: common('somebody') });
    case 'reopened':
      return assignee ? acts('customerReopenedAssigned', { assignee }) : acts('customerReopened');
    case 'identified':
      return acts('customerIs', {
        customer: listed([after.customerName, after.customerEmail].filter((each) => typeof each === 'string')),
      });
    case 'assigned':
    case 'taken_over':
      return assignee ? acts('assignedTo', { assignee }) : acts('assignedToNobody');
    case 'handed_back':
      return acts('handedBackByItself');
    case 'unsnoozed':
      return cause.by === 'customer' ? acts('customerWoke') : acts('snoozeOver');
    case 'described':
      return acts('describedByItself');
    case 'snoozed':
    case 'prioritised':
    case 'tagged':
    case 'marked_spam':
    case 'unmarked_spam':
    case 'merged':
    case 'unmerged':
      return acts('changedByItself');
  }
}

function tagWords(who: string, before: readonly string[], after: readonly string[]): string {
  const added = after.filter((tag) => !before.includes(tag));
  const removed = before.filter((tag) => !after.includes(tag));
  if (removed.length === 0) return acts('tagged', { who, tags: listed(added) });
  if (added.length === 0) return acts('untagged', { who, tags: listed(removed) });
  return acts('retagged', { who, added: listed(added), removed: listed(removed) });
}
