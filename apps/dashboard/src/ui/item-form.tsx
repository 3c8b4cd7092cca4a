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
  /** Reason of a refusal: stays until it is saved again. */
  refusal?: string | undefined;
  onSave: () => void;
  /** Called by Cancel or Escape. */
  onLeave: () => void;
}

/** Form in place of a list's item while it is edited, or for a new item. */
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
