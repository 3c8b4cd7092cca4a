import type { Message } from '@parley/contracts/entities';
import { Reply, SmilePlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { runCommand } from '../../../commands/commands.ts';
import { thread } from '../../../i18n/en/thread.ts';
import type { MessageAction } from '../message-actions.tsx';
import { quote } from '../quoting/quoting.ts';
import { Palette } from './palette.tsx';

interface Allowed {
  /** The customer sees reactions where they write. */
  mayReact: boolean;
  mayQuote: boolean;
}

/** Returns the actions that react to a message and quote it, and the emoji while one is chosen. */
export function useMessageTools(
  message: Message,
  { mayReact, mayQuote }: Allowed,
): { actions: readonly MessageAction[]; palette: ReactNode } {
  const [isChoosing, setChoosing] = useState(false);
  const opener = useRef<Element>(null);
  const close = () => {
    setChoosing(false);
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const choose = () => {
    opener.current = document.activeElement;
    setChoosing(!isChoosing);
  };
  const quoteIt = () => {
    quote(message.conversationId, message.id);
    runCommand('write');
  };
  return {
    actions: [
      ...(mayReact ? [{ id: 'react', label: thread('react'), icon: SmilePlus, run: choose, isOpen: isChoosing }] : []),
      ...(mayQuote ? [{ id: 'quote', label: thread('quote'), icon: Reply, run: quoteIt }] : []),
    ],
    palette: isChoosing && <Palette message={message} onClose={close} onLeave={() => setChoosing(false)} />,
  };
}
