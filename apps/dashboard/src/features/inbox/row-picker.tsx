import type { Conversation } from '@parley/contracts/entities';
import { AssignConversation } from '../../domain/conversation/assign-conversation.tsx';
import SnoozePicker from '../../domain/snooze/snooze-picker.tsx';
import { useChangeLabels } from '../../domain/tags/change-labels.ts';

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
