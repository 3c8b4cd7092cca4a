import { type Act, type ChangeKind, changeKinds } from '@parley/contracts/acts';

/** An act that changed the conversation. */
export type Change = Act & { kind: ChangeKind };

const kinds: ReadonlySet<string> = new Set(changeKinds);
export const isChange = (act: Act): act is Change => kinds.has(act.kind);

/** What happened, in a sentence without its end: "Ada Byron assigned it to Ben Cole". */
export function actWords(act: Change): string {
  const { cause, after } = act;
  const assignee = after.representative;
  // Done together with something that says more.
  const alsoAssigned = act.kind !== 'assigned' && act.kind !== 'taken_over' && assignee;
  const main = cause.by === 'representative' ? byPerson(act, cause.userId) : byItself(act);
  return alsoAssigned ? `${main} and assigned it to ${assignee}` : main;
}

function byPerson({ kind, actorName, before, after }: Change, userId: string): string {
  const who = actorName ?? 'Somebody';
  switch (kind) {
    case 'taken_over':
      return `${who} took over`;
    case 'assigned':
      if (after.assignedRepresentativeId === userId) return `${who} took it`;
      if (typeof after.representative === 'string') return `${who} assigned it to ${after.representative}`;
      return before.representative ? `${who} took it from ${before.representative}` : `${who} left it to nobody`;
    case 'handed_off':
      return `${who} asked for a person`;
    case 'handed_back':
      return `${who} handed it back to AI`;
    case 'closed':
      return `${who} closed the conversation`;
    case 'reopened':
      return `${who} reopened the conversation`;
    case 'identified':
      return `${who} said who the customer is`;
    case 'snoozed':
      return `${who} snoozed it`;
    case 'unsnoozed':
      return `${who} ended the snooze`;
    case 'prioritised':
      return `${who} set the priority to ${after.priority}`;
    case 'tagged':
      return `${who} changed the tags`;
    case 'described':
      return `${who} changed what is known of it`;
  }
}

function byItself({ kind, cause, after }: Change): string {
  switch (kind) {
    case 'handed_off':
      if (cause.by === 'customer') return 'The customer asked for a person';
      return cause.by === 'rule' ? 'A person was called, because nobody answered' : 'The assistant called a person';
    case 'closed':
      return 'Closed, because nobody wrote any more';
    case 'reopened':
      return 'The customer’s message reopened the conversation';
    case 'identified':
      return `The customer is ${[after.customerName, after.customerEmail].filter(Boolean).join(', ')}`;
    case 'assigned':
    case 'taken_over':
      return after.representative ? `Assigned to ${after.representative}` : 'Assigned to nobody';
    case 'handed_back':
      return 'Handed back to AI';
    case 'unsnoozed':
      return cause.by === 'customer'
        ? 'The customer’s message ended the snooze'
        : 'The time to come back to it has come';
    case 'snoozed':
      return 'Snoozed';
    case 'prioritised':
      return `Priority set to ${after.priority}`;
    case 'tagged':
      return 'Tags changed';
    case 'described':
      return 'The website said more of it';
  }
}
