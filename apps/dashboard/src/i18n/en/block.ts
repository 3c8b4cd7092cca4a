import { catalogue } from '../catalogue.ts';

/** From whom the team wants to hear nothing more, and what it doesn’t want to see. */
export const blockWords = catalogue('block', {
  block: 'Block',
  unblock: 'Unblock',
  blockVisitor: 'Block visitor',
  blocked: 'Blocked',
  blockedHint: 'Nothing they send reaches you any more. They see that they can’t write.',
  unblocked: 'Unblocked',
  unblockedHint: 'They can write to you again.',
  spamList: 'Spam',
  showSpam: 'Show spam',
  markSpam: 'Mark as spam',
  markSpamAndBlock: 'Mark as spam and block',
  notSpam: 'Not spam',
  isSpam: 'This is spam: in no other list, and deleted after the usual days.',
  spam: 'Marked as spam',
  spamBlocked: 'Marked as spam and blocked',
  noSpam: 'Back in the lists',
  undo: 'Undo',
  blockedBy: 'Blocked by {who} {time}',
  blockedSince: 'Blocked {time}',
  nobodyBlocked: 'Nobody is blocked',
  nobodyBlockedHint: 'Whom you block is listed here until you let them write again.',
});
