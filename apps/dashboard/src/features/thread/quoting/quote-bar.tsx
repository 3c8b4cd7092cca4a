import type { Followed } from '@parley/client/follow';
import { IconButton } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { useCommands } from '../../../commands/commands.ts';
import { thread } from '../../../i18n/en/thread.ts';
import { useFollowedPart } from '../../../live/followed.ts';
import { Quoted } from './quoted-message.tsx';
import { quote, useQuoted } from './quoting.ts';
import styles from './quoting.module.css';

interface QuoteBarProps {
  conversationId: string;
  followed: Followed;
  onJump: (seq: number) => void;
  /** Moves the caret into the reply. */
  onWrite: () => void;
}

/** Shows above the reply which message it quotes, and offers the key for the customer's last message. */
export function QuoteBar({ conversationId, followed, onJump, onWrite }: QuoteBarProps) {
  const id = useQuoted(conversationId);
  const message = useFollowedPart(followed, ({ messages }) => messages.findLast((each) => each.id === id));
  const quoteLast = () => {
    const last = followed.state.messages.findLast(
      ({ senderType, removedAt }) => senderType === 'customer' && !removedAt,
    );
    if (!last) return;
    quote(conversationId, last.id);
    onWrite();
  };
  useCommands([{ id: 'quote', label: thread('quoteLast'), group: 'Conversation', keys: 'Shift+R', run: quoteLast }]);
  if (!message) return null;
  return (
    <div className={styles.bar} role="note" aria-label={thread('quoting')}>
      <Quoted quoted={{ ...message, isRemoved: message.removedAt !== undefined }} onJump={onJump} />
      <IconButton
        size="xs"
        variant="ghost"
        aria-label={thread('stopQuoting')}
        title={thread('stopQuoting')}
        onClick={() => {
          quote(conversationId, undefined);
          onWrite();
        }}
      >
        <X size={15} aria-hidden />
      </IconButton>
    </div>
  );
}
