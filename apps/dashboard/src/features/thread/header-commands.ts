import type { Representative } from '@parley/contracts/entities';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { merging } from '../../i18n/en/merging.ts';
import { ownership } from '../../i18n/en/ownership.ts';
import { thread } from '../../i18n/en/thread.ts';
import { transcripts } from '../../i18n/en/transcripts.ts';
import type { useConversationActions } from '../../live/conversation-actions.ts';
import type { useFollowing } from '../../live/following.ts';
import type { useMuted } from '../../live/muted.ts';
import { notifications } from '../../i18n/en/notifications.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { useTeams } from '../../domain/users/use-teams.ts';
import { assignable } from '../../domain/conversation/assignable.ts';
import type { Offered } from '../../domain/conversation/offered.ts';

/** Actions that need more input before they run. */
export type Asking = 'assign' | 'assign with note' | 'merge' | 'split' | 'transcript' | 'recipients' | 'forward';

interface HeaderCommands {
  offered: Offered;
  actions: ReturnType<typeof useConversationActions>;
  following: ReturnType<typeof useFollowing>;
  muted: ReturnType<typeof useMuted>;
  isClosed: boolean;
  ask: (what: Asking) => void;
}

const nobody: readonly Pick<Representative, 'id' | 'name'>[] = [];

/** Picks what the commands show of the team; the other fields change with every conversation that is assigned. */
const names = (team: readonly Representative[]) => assignable(team).map(({ id, name }) => ({ id, name }));

/** Registers the commands of the thread's header, by key and in the command bar. */
export function useHeaderCommands({ offered, actions, following, muted, isClosed, ask }: HeaderCommands): void {
  const { may, giveUp } = offered;
  const { visitorPanel } = usePreferences();
  const { data: team = nobody } = useQuery({ ...read(listRepresentatives, {}), select: names });
  const teams = useTeams();
  const group = 'Conversation' as const;
  useCommands([
    ...(offered.canTakeOver
      ? [{ id: 'take-over', label: thread('takeOver'), group, keys: 't', run: actions.takeOver }]
      : []),
    ...(giveUp ? [{ id: 'return-to-assistant', label: giveUp.label, group, keys: 'b', run: giveUp.run }] : []),
    ...(offered.canClose
      ? [
          isClosed
            ? { id: 'reopen', label: thread('reopenConversation'), group, keys: 'e', run: actions.reopen }
            : { id: 'close', label: thread('closeConversation'), group, keys: 'e', run: actions.close },
        ]
      : []),
    ...(offered.isMergeable
      ? [{ id: 'merge', label: merging('mergeInto'), group, keys: 'Shift+M', run: () => ask('merge') }]
      : []),
    ...(offered.isMergeable
      ? [{ id: 'split', label: merging('split'), group, keys: 'Shift+X', run: () => ask('split') }]
      : []),
    ...(may.assign
      ? [
          { id: 'assign', label: thread('assignTo'), group, keys: 'a', hidden: true, run: () => ask('assign') },
          {
            id: 'assign:note',
            label: ownership('assignWithNote'),
            group,
            keys: 'Shift+A',
            run: () => ask('assign with note'),
          },
        ]
      : []),
    ...(offered.hasEmails
      ? [{ id: 'recipients', label: thread('addRecipients'), group, run: () => ask('recipients') }]
      : []),
    ...(offered.mayForward
      ? [{ id: 'forward', label: thread('forwardConversation'), group, run: () => ask('forward') }]
      : []),
    { id: 'transcript', label: transcripts('transcript'), group, keys: 'p t', run: () => ask('transcript') },
    {
      id: 'follow',
      label: following.isFollowing ? ownership('unfollow') : ownership('follow'),
      group,
      keys: 'Shift+F',
      run: following.toggle,
    },
    {
      id: 'mute',
      label: notifications(muted.isMuted ? 'unmute' : 'mute'),
      group,
      run: muted.toggle,
    },
    ...(may.assign ? team : []).map((member) => ({
      id: `assign:${member.id}`,
      label: thread('assignToName', { name: member.name }),
      group,
      run: () => actions.assign(member),
    })),
    ...(may.assign ? teams : []).map((each) => ({
      id: `assign:team:${each.id}`,
      label: ownership('assignToTeam', { name: each.name }),
      group,
      run: () => actions.assignTeam(each),
    })),
    {
      id: 'visitor',
      label: visitorPanel ? thread('hideVisitor') : thread('showVisitor'),
      group,
      keys: 'i',
      run: () => setPreference('visitorPanel', !visitorPanel),
    },
  ]);
}
