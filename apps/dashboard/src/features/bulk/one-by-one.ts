/** Keys of a selection that start no batch: changes for the user alone, and those that no selection takes. */
import type { Command } from '../../commands/commands.ts';
import { blockWords } from '../../i18n/en/block.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { merging } from '../../i18n/en/merging.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { views } from '../../i18n/en/views.ts';
import { useFollowingAll } from '../../live/following.ts';
import { toast } from '../../ui/toast/toasts.ts';

export interface OneByOne {
  ids: ReadonlySet<string>;
  /** More is selected than `ids`. */
  isAll: boolean;
  onUnread: (ids: readonly string[]) => void;
}

function refuse(action: string): void {
  toast({ title: views('oneAtATime'), description: views('oneAtATimeHint', { action: action.replace('…', '') }) });
}

/** Returns the commands, so that none of their keys changes the open conversation instead of the selected ones. */
export function useOneByOne({ ids, isAll, onUnread }: OneByOne): Command[] {
  const { areFollowing, toggle } = useFollowingAll(ids);
  const group = 'Selection';
  const markUnread = ownership('markUnread');
  const follow = areFollowing ? ownership('unfollow') : ownership('follow');
  const unread = () => (isAll ? refuse(markUnread) : onUnread([...ids]));
  const single = [
    ['#', inbox('deleteConversation')],
    ['Shift+S', blockWords('markSpam')],
    ['Shift+M', merging('mergeInto')],
    ['Shift+A', ownership('assignWithNote')],
  ] as const;
  return [
    { id: 'bulk:unread', label: markUnread, group, keys: 'u', run: unread },
    { id: 'bulk:follow', label: follow, group, keys: 'Shift+F', run: () => (isAll ? refuse(follow) : toggle()) },
    ...single.map(
      ([keys, label]): Command => ({ id: `bulk:${keys}`, label, group, keys, hidden: true, run: () => refuse(label) }),
    ),
  ];
}
