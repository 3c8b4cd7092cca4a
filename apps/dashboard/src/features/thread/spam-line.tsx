import { Button } from '@chakra-ui/react';
import type { Conversation } from '@parley/contracts/entities';
import { ShieldAlert } from 'lucide-react';
import { useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { blockWords as words } from '../../i18n/en/block.ts';
import styles from './spam.module.css';
import { useSpam } from '../../domain/conversation/use-spam.ts';

/** Shows that an open conversation is spam, and registers the commands to mark it or to undo that. */
export function SpamLine({ conversation }: { conversation: Conversation }) {
  const { markAsSpam, isNoSpam } = useSpam();
  const group = 'Conversation' as const;
  const takeBack = () => isNoSpam(conversation);
  const mayUpdate = useMay('conversations.update');
  const mayBlock = useMay('contacts.block');
  useCommands(
    !mayUpdate
      ? []
      : conversation.isSpam
        ? [{ id: 'spam', label: words('notSpam'), group, keys: 'Shift+S', run: takeBack }]
        : [
            { id: 'spam', label: words('markSpam'), group, keys: 'Shift+S', run: () => markAsSpam(conversation) },
            ...(mayBlock
              ? [
                  {
                    id: 'spam:block',
                    label: words('markSpamAndBlock'),
                    group,
                    run: () => markAsSpam(conversation, true),
                  },
                ]
              : []),
          ],
  );
  if (!conversation.isSpam) return null;
  return (
    <p className={styles.line} role="note">
      <ShieldAlert size={15} aria-hidden />
      <span>{words('isSpam')}</span>
      {mayUpdate && (
        <Button size="2xs" variant="outline" onClick={takeBack}>
          {words('notSpam')}
        </Button>
      )}
    </p>
  );
}
