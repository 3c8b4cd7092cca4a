import { Box, Button, Stack } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { common } from '../i18n/en/common.ts';
import { FormFoot } from './form-foot.tsx';
import { pausedWhile } from './paused-while.ts';

interface ItemFormProps {
  children: ReactNode;
  saveLabel: string;
  /** While it is being saved, or cannot be. */
  isPaused: boolean;
  /** Why it was refused: stays until it is saved again. */
  refusal?: string | undefined;
  onSave: () => void;
  /** By Cancel or Escape. */
  onLeave: () => void;
}

/** What an entry of a list becomes while it is edited, or a new one is before it is in it. */
export function ItemForm({ children, saveLabel, isPaused, refusal, onSave, onLeave }: ItemFormProps) {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        onSave();
      }}
    >
      <Stack gap="3" p="4" onKeyDown={(event) => event.key === 'Escape' && onLeave()}>
        {children}
        {refusal && (
          <Box role="alert" color="fg.error" fontSize="sm">
            {refusal}
          </Box>
        )}
        <FormFoot>
          <Button type="submit" size="sm" {...pausedWhile(isPaused)}>
            {saveLabel}
          </Button>
          <Button size="sm" variant="ghost" onClick={onLeave}>
            {common('cancel')}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  );
}
