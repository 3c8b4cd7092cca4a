import { type Priority, priorities } from '@parley/contracts/conversations/conversation-fields';
import { pickers } from '../../i18n/en/pickers.ts';
import { fittingOptions, Picker } from '../../ui/picker.tsx';
import { PriorityMark } from './priority-mark.tsx';
import { priorityName } from '../../ui/priority-words.ts';

interface PriorityPickerProps {
  /** The present one; null of many conversations. */
  chosen: Priority | null;
  onChoose: (priority: Priority) => void;
  onClose: () => void;
}

/** The four steps, the most urgent first. */
export default function PriorityPicker({ chosen, onChoose, onClose }: PriorityPickerProps) {
  const steps = priorities.toReversed().map((id) => ({
    id,
    label: priorityName(id),
    icon: <PriorityMark priority={id} />,
    isChosen: chosen === id,
  }));
  return (
    <Picker
      title={pickers('priority')}
      placeholder={pickers('choosePriority')}
      options={(typed) => fittingOptions(steps, typed)}
      onChoose={(id) => {
        const priority = priorities.find((each) => each === id);
        if (priority) onChoose(priority);
      }}
      onClose={onClose}
      nothing={pickers('noneFits')}
    />
  );
}
