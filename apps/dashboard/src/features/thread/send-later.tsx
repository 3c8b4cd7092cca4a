import { useState } from 'react';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { TimePicker } from '../../domain/snooze/time-picker.tsx';
import type { Later } from '../../domain/scheduled/scheduled.ts';

/** Picks when a message is sent, and whether it is sent whatever happens before. */
export default function SendLater({ onSend, onClose }: { onSend: (later: Later) => void; onClose: () => void }) {
  const [onlyIfQuiet, setOnlyIfQuiet] = useState(false);
  return (
    <TimePicker
      title={scheduledWords('sendLaterTitle')}
      onTake={(at) => onSend({ sendAt: at.toISOString(), onlyIfQuiet })}
      onClose={onClose}
    >
      <SwitchField
        label={scheduledWords('onlyIfQuiet')}
        hint={scheduledWords('onlyIfQuietHint')}
        checked={onlyIfQuiet}
        onChange={setOnlyIfQuiet}
      />
    </TimePicker>
  );
}
