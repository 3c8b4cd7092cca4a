/** What the team is told of, once each, by every channel that tells it. */
export const noticeKinds = ['new_conversation', 'hand_off', 'unanswered'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
