import type { Conversation } from '@parley/contracts/entities';
import { useConversationActions } from '../../live/conversation-actions.ts';
import AssignPicker from './assign-picker.tsx';

/** Assigns one conversation of a list to a user or a team. */
export function AssignConversation({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
  const actions = useConversationActions(conversation);
  const { assignedRepresentativeId, teamId } = conversation;
  return (
    <AssignPicker
      assigned={assignedRepresentativeId}
      teamId={teamId}
      onAssign={actions.assign}
      onAssignTeam={actions.assignTeam}
      onUnassign={assignedRepresentativeId === null && !actions.isPending ? undefined : actions.unassign}
      onLeaveTeam={teamId === undefined ? undefined : () => actions.assignTeam(null)}
      onClose={onClose}
    />
  );
}
