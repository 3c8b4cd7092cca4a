import type { Message } from '@parley/contracts/entities';
import { Forward, Reply, SmilePlus, Split } from 'lucide-react';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { runCommand } from '../../../commands/commands.ts';
import { merging } from '../../../i18n/en/merging.ts';
import { thread } from '../../../i18n/en/thread.ts';
import type { MessageAction } from '../message-actions.tsx';
import { quote } from '../quoting/quoting.ts';
import { lazyPart } from '../../../loading/part.tsx';
import { Palette } from './palette.tsx';

const SplitDialog = lazyPart(() => import('../splitting/split-dialog.tsx'));
const ForwardDialog = lazyPart(() => import('../sent-mails/forward-dialog.tsx'));

interface Allowed {
  /** The customer sees reactions where they write. */
  mayReact: boolean;
  mayQuote: boolean;
  mayForward: boolean;
  maySplit: boolean;
}

/** Returns the actions that react to a message, quote and forward it, and what they open. */
export function useMessageTools(
  message: Message,
  { mayReact, mayQuote, mayForward, maySplit }: Allowed,
): { actions: readonly MessageAction[]; palette: ReactNode } {
  const [isChoosing, setChoosing] = useState(false);
  const [isForwarding, setForwarding] = useState(false);
  const [isSplitting, setSplitting] = useState(false);
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
      ...(mayForward
        ? [{ id: 'forward', label: thread('forwardMessage'), icon: Forward, run: () => setForwarding(true) }]
        : []),
      ...(maySplit
        ? [{ id: 'split', label: merging('split'), icon: Split, run: () => setSplitting(true), isInMenu: true }]
        : []),
    ],
    palette: (
      <>
        {isChoosing && <Palette message={message} onClose={close} onLeave={() => setChoosing(false)} />}
        {isForwarding && (
          <Suspense>
            <ForwardDialog
              conversationId={message.conversationId}
              range={{ fromSeq: message.seq, toSeq: message.seq }}
              onClose={() => setForwarding(false)}
            />
          </Suspense>
        )}
        {isSplitting && (
          <Suspense>
            <SplitDialog
              conversationId={message.conversationId}
              seq={message.seq}
              onClose={() => setSplitting(false)}
            />
          </Suspense>
        )}
      </>
    ),
  };
}
