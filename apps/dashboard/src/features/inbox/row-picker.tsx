import type { Conversation } from '@parley/contracts/entities';
import AssignPicker from '../../domain/conversation/assign-picker.tsx';
import SnoozePicker from '../../domain/snooze/snooze-picker.tsx';
import { useChangeLabels } from '../../domain/tags/change-labels.ts';
import { useConversationActions } from '../../live/conversation-actions.ts';

interface RowPickerProps {
  conversation: Conversation;
  kind: 'snooze' | 'assign';
  onClose: () => void;
}

/** Snoozes or assigns the conversation of a row, whichever one is open. */
export default function RowPicker({ conversation, kind, onClose }: RowPickerProps) {
  const change = useChangeLabels(conversation);
  if (kind === 'assign') return <AssignConversation conversation={conversation} onClose={onClose} />;
  return (
    <SnoozePicker
      conversation={conversation}
      onSnooze={(chosen, done) => change({ ...chosen, expectedSnoozedUntil: conversation.snoozedUntil }, done)}
      onClose={onClose}
    />
  );
}

/** Assigns the conversation to a user or a team. */
function AssignConversation({ conversation, onClose }: { conversation: Conversation; onClose: () => void }) {
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
