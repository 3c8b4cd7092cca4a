/** Events that the team is notified of, once each through every channel with notifications. */
export const noticeKinds = ['new_conversation', 'hand_off', 'unanswered'] as const;
export type NoticeKind = (typeof noticeKinds)[number];
