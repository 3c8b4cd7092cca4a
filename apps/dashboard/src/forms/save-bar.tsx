import { Box, Button } from '@chakra-ui/react';
import { useId, useRef } from 'react';
import { useCommands } from '../commands/commands.ts';

interface SaveBarProps {
  isDirty: boolean;
  isPending: boolean;
  onReset: () => void;
  label?: string;
}

/** The end of a form: save, or go back to what is saved. Its place is there from the start, so nothing jumps. */
export function SaveBar({ isDirty, isPending, onReset, label = 'Save changes' }: SaveBarProps) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const canSave = isDirty && !isPending;
  const save = () => button.current?.form?.requestSubmit();
  const group = 'General' as const;
  useCommands(
    canSave
      ? [
          { id: `save:${id}`, label, group, keys: 'mod+s', run: save },
          { id: `discard:${id}`, label: 'Discard changes', group, keys: 'x d', run: onReset },
        ]
      : [],
  );
  return (
    <Box display="flex" gap="8px" mt="20px">
      <Button ref={button} type="submit" disabled={!canSave}>
        {isPending ? 'Saving…' : label}
      </Button>
      {canSave && (
        <Button variant="ghost" onClick={onReset}>
          Discard
        </Button>
      )}
    </Box>
  );
}
