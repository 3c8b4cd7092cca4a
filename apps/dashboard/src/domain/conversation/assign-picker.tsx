import { listRepresentatives } from '@parley/contracts/routes/users';
import { StickyNote, UserMinus, UsersRound } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { ownership } from '../../i18n/en/ownership.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { thread } from '../../i18n/en/thread.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { fittingOptions, Picker, type PickerOption } from '../../ui/picker.tsx';
import { useTeams } from '../users/use-teams.ts';
import { assignable, loadWords } from './assignable.ts';

interface Choice extends PickerOption {
  run: () => void;
}

interface AssignPickerProps {
  /** Id of the present assignee. */
  assigned?: string | null;
  teamId?: string | undefined;
  onAssign: (member: { id: string; name: string }) => void;
  onAssignTeam: (team: { id: string; name: string }) => void;
  /** Offered where it is assigned to a representative. */
  onUnassign?: (() => void) | undefined;
  /** Offered where a team has it. */
  onLeaveTeam?: (() => void) | undefined;
  onWithNote?: (() => void) | undefined;
  onClose: () => void;
}

/**
 * Picks the new assignee of a conversation: a representative, listed with status and load, a team, nobody, or with a
 * note.
 */
export default function AssignPicker(props: AssignPickerProps) {
  const { assigned, teamId, onAssign, onAssignTeam, onUnassign, onLeaveTeam, onWithNote, onClose } = props;
  const me = useMe();
  const { data } = useRead(listRepresentatives, {});
  const teams = useTeams();
  const choices: Choice[] = [
    ...assignable(data).map((member) => ({
      id: member.id,
      label: member.id === me.id ? thread('personYou', { name: member.name }) : member.name,
      keywords: member.email,
      icon: <Avatar name={member.name} imageUrl={member.profileImageUrl} size="xs" status={member.availability} />,
      detail: loadWords(member),
      isChosen: member.id === assigned,
      run: () => onAssign(member),
    })),
    ...teams.map((team) => ({
      id: team.id,
      label: ownership('teamNamed', { name: team.name }),
      keywords: team.name,
      icon: <UsersRound size={15} aria-hidden />,
      detail: rolesWords('memberCount', { count: team.memberIds.length }),
      isChosen: team.id === teamId,
      run: () => onAssignTeam(team),
    })),
  ];
  const others = [
    { id: 'no-team', label: ownership('leaveTeam'), icon: <UserMinus size={15} aria-hidden />, run: onLeaveTeam },
    { id: 'nobody', label: thread('unassign'), icon: <UserMinus size={15} aria-hidden />, run: onUnassign },
    { id: 'with-note', label: ownership('withNote'), icon: <StickyNote size={15} aria-hidden />, run: onWithNote },
  ];
  for (const { run, ...option } of others) if (run) choices.push({ ...option, run });
  return (
    <Picker
      title={thread('assignTo')}
      placeholder={ownership('searchTeam')}
      options={(typed) => fittingOptions(choices, typed)}
      onChoose={(id) => choices.find((each) => each.id === id)?.run()}
      onClose={onClose}
      nothing={ownership('nobodyFound')}
    />
  );
}
