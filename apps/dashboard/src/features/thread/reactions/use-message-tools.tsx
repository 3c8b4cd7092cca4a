import type { Message } from '@parley/contracts/entities';
import { Reply, SmilePlus } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { runCommand } from '../../../commands/commands.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { quote } from '../quoting/quoting.ts';
import { Palette } from './palette.tsx';

interface Allowed {
  /** The customer sees reactions where they write. */
  mayReact: boolean;
  mayQuote: boolean;
}

/** Returns the buttons that react to a message and quote it, and the emoji while one is chosen. */
export function useMessageTools(
  message: Message,
  { mayReact, mayQuote }: Allowed,
): { buttons: ReactNode; palette: ReactNode } {
  const [isChoosing, setChoosing] = useState(false);
  const opener = useRef<HTMLButtonElement>(null);
  const close = () => {
    setChoosing(false);
    opener.current?.focus();
  };
  const quoteIt = () => {
    quote(message.conversationId, message.id);
    runCommand('write');
  };
  return {
    buttons: (
      <>
        {mayReact && (
          <button
            ref={opener}
            type="button"
            aria-label={thread('react')}
            title={thread('react')}
            aria-expanded={isChoosing}
            onClick={() => setChoosing(!isChoosing)}
          >
            <SmilePlus size={13} aria-hidden />
          </button>
        )}
        {mayQuote && (
          <button type="button" aria-label={thread('quote')} title={thread('quote')} onClick={quoteIt}>
            <Reply size={13} aria-hidden />
          </button>
        )}
      </>
    ),
    palette: isChoosing && <Palette message={message} onClose={close} onLeave={() => setChoosing(false)} />,
  };
}
