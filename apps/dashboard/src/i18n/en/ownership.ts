import { catalogue } from '../catalogue.ts';

/** Whose a conversation is, what of it one has read, and who follows it. */
export const ownership = catalogue('ownership', {
  tookOver: 'You took this conversation over',
  tookOverHint: 'The first reply makes it yours.',
  undone: 'Taking over undone',
  isTheirs: 'This is {name}’s conversation. You can write all the same.',
  assignedYou: '{who} assigned you a conversation',
  noteIn: '{who} wrote a note where you follow',
  markUnread: 'Mark unread',
  markedUnread: 'Marked unread',
  follow: 'Follow',
  unfollow: 'Unfollow',
  nowFollowing: 'You follow this conversation',
  noLongerFollowing: 'You no longer follow this conversation',
  searchTeam: 'Search the team',
  nobodyFound: 'Nobody found',
  load: { one: '{status} · {count} open', other: '{status} · {count} open' },
  withNote: 'Assign with a note…',
  assignWithNote: 'Assign with a note',
  assignee: 'Colleague',
  note: 'Note',
  notePlaceholder: 'What should they know? Only the team sees it.',
  assign: 'Assign',
  viewing: { one: '{names} has it open', other: '{names} have it open' },
  followedNotices: 'Conversations I follow',
  followedNoticesHint: 'When a customer or a colleague writes where you follow.',
});
