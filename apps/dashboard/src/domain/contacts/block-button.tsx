import { Button } from '@chakra-ui/react';
import { Ban, CircleCheck } from 'lucide-react';
import { useCommands } from '../../commands/commands.ts';
import { useMay } from '../../forms/permissions.ts';
import { blockWords as words } from '../../i18n/en/block.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { useBlock } from './use-block.ts';

interface BlockButtonProps {
  contactId: string;
  isBlocked: boolean;
  /** Whether the command bar offers it too: where one contact is shown. */
  isCommand?: boolean;
}

/** Blocks a contact on every channel, or lets them write again. */
export function BlockButton({ contactId, isBlocked, isCommand = false }: BlockButtonProps) {
  const { setBlocked, isPending } = useBlock();
  const label = isBlocked ? words('unblock') : words('block');
  const toggle = () => setBlocked(contactId, !isBlocked);
  const may = useMay('contacts.block');
  useCommands(may && isCommand ? [{ id: 'block', label, group: 'Conversation', run: toggle }] : []);
  if (!may) return null;
  const Icon = isBlocked ? CircleCheck : Ban;
  return (
    <Button size="xs" variant="outline" {...pausedWhile(isPending, toggle)}>
      <Icon size={14} aria-hidden /> {label}
    </Button>
  );
}
