import type { ServerFrame } from '@parley/contracts/frames';
import { notifications } from '../../i18n/en/notifications.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { routingWords } from '../../i18n/en/routing.ts';
import { customerLabel } from '../../ui/person.ts';

export interface ColleagueNotice {
  /** Activity that it is about: the note, if there is one. */
  activityNo: number;
  conversationId: string;
  title: string;
  description: string;
}

/** Returns the notice for a colleague's action: a mention, an assignment, a note where the user follows. */
export function colleagueNotice(frame: ServerFrame, me: string, followedToo: boolean): ColleagueNotice | undefined {
  if (frame.type === 'assigned') {
    const { conversation, activity, note } = frame;
    const title =
      activity.cause.by === 'rule'
        ? routingWords('assignedYou')
        : ownership('assignedYou', { who: activity.actorName ?? notifications('colleague') });
    return {
      activityNo: (note ?? activity).activityNo,
      conversationId: conversation.id,
      title,
      description: note?.body ?? customerLabel(conversation),
    };
  }
  const isMention = frame.type === 'mentioned';
  if (!isMention && !(frame.type === 'note_followed' && followedToo)) return undefined;
  if (!frame.userIds.includes(me)) return undefined;
  const who = frame.activity.actorName ?? notifications('colleague');
  const title = isMention ? notifications('mentionedYou', { who }) : ownership('noteIn', { who });
  return {
    activityNo: frame.activity.activityNo,
    conversationId: frame.activity.conversationId,
    title,
    description: frame.activity.body ?? '',
  };
}
