import type { Message } from '@parley/contracts/entities';
import { Forward, Reply, ReplyAll, SmilePlus, Split, UserRound } from 'lucide-react';
import { useQueryClient } from '@tanstack/react-query';
import { participantName } from '@parley/contracts/messages/participant-name';
import { type ReactNode, Suspense, useRef, useState } from 'react';
import { runCommand } from '../../../commands/commands.ts';
import { merging } from '../../../i18n/en/merging.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { thread } from '../../../i18n/en/thread.ts';
import type { MessageAction } from '../message-actions.tsx';
import { cachedConversation } from '../../../live/conversation-cache.ts';
import { chooseRecipients } from '../recipients/message-recipients.ts';
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
  /** Others than the customer get the mails, so that a reply can leave them out. */
  mayChooseRecipients: boolean;
  maySplit: boolean;
}

/** Returns the actions that react to a message, quote and forward it, and what they open. */
export function useMessageTools(
  message: Message,
  { mayReact, mayQuote, mayForward, mayChooseRecipients, maySplit }: Allowed,
): { actions: readonly MessageAction[]; palette: ReactNode } {
  const [isChoosing, setChoosing] = useState(false);
  const [isForwarding, setForwarding] = useState(false);
  const [isSplitting, setSplitting] = useState(false);
  const client = useQueryClient();
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
  /** Mails the reply to the message's writer and the customer, or to everybody of the conversation. */
  const replyTo = (isToAll: boolean) => {
    const { participants = [] } = cachedConversation(client, message.conversationId) ?? {};
    const writer = participants.filter((each) => participantName(each) === message.senderName);
    chooseRecipients(message.conversationId, isToAll ? undefined : writer);
    runCommand('write');
  };
  return {
    actions: [
      ...(mayReact ? [{ id: 'react', label: thread('react'), icon: SmilePlus, run: choose, isOpen: isChoosing }] : []),
      ...(mayQuote ? [{ id: 'quote', label: thread('quote'), icon: Reply, run: quoteIt }] : []),
      ...(mayChooseRecipients
        ? [
            { id: 'reply', label: emails('reply'), icon: UserRound, run: () => replyTo(false), isInMenu: true },
            { id: 'reply-all', label: emails('replyAll'), icon: ReplyAll, run: () => replyTo(true), isInMenu: true },
          ]
        : []),
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
