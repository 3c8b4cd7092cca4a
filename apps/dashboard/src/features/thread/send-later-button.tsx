import { Button } from '@chakra-ui/react';
import { CalendarClock } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useCommands } from '../../commands/commands.ts';
import { scheduledWords } from '../../i18n/en/scheduled.ts';
import type { Later } from '../../domain/scheduled/scheduled.ts';
import { lazyPart } from '../../loading/part.tsx';

const SendLater = lazyPart(() => import('./send-later.tsx'));

/** Shows the button beside Send for a message that is sent at a later time. */
export function SendLaterButton({ disabled, onSend }: { disabled: boolean; onSend: (later: Later) => void }) {
  const [isChoosing, setChoosing] = useState(false);
  const choose = () => !disabled && setChoosing(true);
  useCommands([
    { id: 'send-later', label: scheduledWords('sendLater'), group: 'Conversation', keys: 'alt+Enter', run: choose },
  ]);
  return (
    <>
      <Button
        size="xs"
        variant="ghost"
        data-later
        disabled={disabled}
        aria-label={scheduledWords('sendLater')}
        title={scheduledWords('sendLater')}
        data-command="send-later"
        onClick={choose}
      >
        <CalendarClock size={15} aria-hidden />
      </Button>
      <Suspense>{isChoosing && <SendLater onSend={onSend} onClose={() => setChoosing(false)} />}</Suspense>
    </>
  );
}
