import { IconButton, Menu } from '@chakra-ui/react';
import { AlarmClock, ChevronDown, CircleCheck } from 'lucide-react';
import { useState } from 'react';
import { keyCaps } from '../../commands/keyboard.ts';
import { thread } from '../../i18n/en/thread.ts';
import { MenuAt } from '../../ui/menu-at.tsx';

/** Changes of the conversation when a reply is sent. */
export type SendAnd = 'close' | 'snooze';

/** Shows Send and close beside Send, and a menu that sends the reply and closes or snoozes the conversation. */
export function SendAndButton({ disabled, onSend }: { disabled: boolean; onSend: (also: SendAnd) => void }) {
  const [button, setButton] = useState<HTMLElement | null>(null);
  return (
    <>
      <IconButton
        size="xs"
        variant="outline"
        hideBelow="md"
        disabled={disabled}
        aria-label={thread('sendAndClose')}
        title={thread('sendAndClose')}
        aria-keyshortcuts="mod+Enter"
        onClick={() => onSend('close')}
      >
        <CircleCheck size={15} aria-hidden />
      </IconButton>
      <IconButton
        size="xs"
        variant="outline"
        disabled={disabled}
        aria-label={thread('sendAnd')}
        title={thread('sendAnd')}
        aria-haspopup="menu"
        onClick={({ currentTarget }) => setButton(currentTarget)}
      >
        <ChevronDown size={15} aria-hidden />
      </IconButton>
      {button && (
        <MenuAt button={button} onClose={() => setButton(null)}>
          <Menu.Item value="close" onClick={() => onSend('close')}>
            <CircleCheck size={15} aria-hidden />
            {thread('sendAndClose')}
            <Menu.ItemCommand>{keyCaps('mod+Enter').join(' ')}</Menu.ItemCommand>
          </Menu.Item>
          <Menu.Item value="snooze" onClick={() => onSend('snooze')}>
            <AlarmClock size={15} aria-hidden />
            {thread('sendAndSnooze')}
            <Menu.ItemCommand>{keyCaps('mod+Shift+Enter').join(' ')}</Menu.ItemCommand>
          </Menu.Item>
        </MenuAt>
      )}
    </>
  );
}
