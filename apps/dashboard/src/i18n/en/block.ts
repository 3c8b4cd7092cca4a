import { catalogue } from '../catalogue.ts';

/** Blocked contacts and spam. */
export const blockWords = catalogue('block', {
  block: 'Block',
  unblock: 'Unblock',
  blockVisitor: 'Block visitor',
  blocked: 'Blocked',
  blockedHint: 'You won’t receive their messages. They’re told that they can’t write.',
  unblocked: 'Unblocked',
  unblockedHint: 'They can write to you again.',
  spamList: 'Spam',
  showSpam: 'Show spam',
  markSpam: 'Mark as spam',
  markSpamAndBlock: 'Mark as spam and block',
  notSpam: 'Not spam',
  isSpam: 'Marked as spam. Hidden from all lists, and deleted with old conversations.',
  spam: 'Marked as spam',
  spamBlocked: 'Marked as spam and blocked',
  noSpam: 'Moved back to the inbox',
  undo: 'Undo',
  blockedBy: 'Blocked by {who} {time}',
  blockedSince: 'Blocked {time}',
  nobodyBlocked: 'Nobody is blocked',
  nobodyBlockedHint: 'People you block appear here.',
});
