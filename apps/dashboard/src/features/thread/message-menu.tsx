import { Menu } from '@chakra-ui/react';
import { Copy } from 'lucide-react';
import { thread } from '../../i18n/en/thread.ts';
import { ui } from '../../i18n/en/ui.ts';
import { copyText } from '../../ui/copy-text.ts';
import { MenuAt, type Point } from '../../ui/menu-at.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import type { MessageAction } from './message-actions.tsx';

interface MessageMenuProps {
  /** The message on the screen. */
  element: HTMLElement;
  point: Point;
  text: string;
  actions: readonly MessageAction[];
  onClose: () => void;
}

/** Shows what can be done with a message, by a right click or a long press. */
export default function MessageMenu({ element, point, text, actions, onClose }: MessageMenuProps) {
  const copy = () => {
    copyText(text).then(
      () => toast({ title: ui('copied') }),
      () => toast({ title: ui('copyFailed'), variant: 'destructive' }),
    );
  };
  return (
    <MenuAt button={element} point={point} label={thread('message')} onClose={onClose}>
      {actions.map(({ id, label, icon: Icon, run }) => (
        <Menu.Item key={id} value={id} onClick={run} {...(id === 'remove' && { color: 'fg.error' })}>
          <Icon size={15} aria-hidden />
          {label}
        </Menu.Item>
      ))}
      {text !== '' && (
        <Menu.Item value="copy" onClick={copy}>
          <Copy size={15} aria-hidden />
          {thread('copyText')}
        </Menu.Item>
      )}
    </MenuAt>
  );
}
