import type { ServerFrame } from '@parley/contracts/frames';
import { notifications } from '../../i18n/en/notifications.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { customerLabel } from '../../ui/person.ts';

export interface ColleagueNotice {
  /** Activity that it is about: the note, if there is one. */
  actNo: number;
  conversationId: string;
  title: string;
  description: string;
}

/** Returns the notice for a colleague's action: a mention, an assignment, a note where the user follows. */
export function colleagueNotice(frame: ServerFrame, me: string, followedToo: boolean): ColleagueNotice | undefined {
  if (frame.type === 'assigned') {
    const { conversation, act, note } = frame;
    const title = ownership('assignedYou', { who: act.actorName ?? notifications('colleague') });
    return {
      actNo: (note ?? act).actNo,
      conversationId: conversation.id,
      title,
      description: note?.body ?? customerLabel(conversation),
    };
  }
  const isMention = frame.type === 'mentioned';
  if (!isMention && !(frame.type === 'note_followed' && followedToo)) return undefined;
  if (!frame.userIds.includes(me)) return undefined;
  const who = frame.act.actorName ?? notifications('colleague');
  const title = isMention ? notifications('mentionedYou', { who }) : ownership('noteIn', { who });
  return { actNo: frame.act.actNo, conversationId: frame.act.conversationId, title, description: frame.act.body ?? '' };
}
