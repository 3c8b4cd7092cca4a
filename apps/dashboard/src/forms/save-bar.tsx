import { Box, Button } from '@chakra-ui/react';
import { useId, useRef } from 'react';
import { useCommands } from '../commands/commands.ts';
import { FormFoot } from '../ui/form-foot.tsx';
import { pausedWhile } from '../ui/paused-while.ts';
import { forms } from '../i18n/en/forms.ts';
import { listed } from '../i18n/language.ts';

interface SaveBarProps {
  isDirty: boolean;
  isPending: boolean;
  onReset: () => void;
  label?: string;
  /** Edits are kept while other screens are open. */
  isKept?: boolean;
  /** Labels of the fields with unsaved edits. */
  unsaved?: readonly string[];
}

/** Phones with an open keyboard. The room belongs to the fields there, and the two buttons suffice. */
const overKeyboard = '@media (max-width: 767px) and (max-height: 480px)';

/**
 * End of a form, in a box with an inset of 4: save, or go back to what is saved. Its place is there from the start, so
 * nothing jumps, and it is always in view.
 */
export function SaveBar(props: SaveBarProps) {
  const { isDirty, isPending, onReset, label = forms('saveChanges'), isKept = true, unsaved = [] } = props;
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const canSave = isDirty && !isPending;
  const save = () => button.current?.form?.requestSubmit();
  const discard = () => {
    onReset();
    // The button that was pressed goes.
    button.current?.focus();
  };
  const group = 'General' as const;
  useCommands(
    canSave
      ? [
          { id: `save:${id}`, label, group, keys: 'mod+s', run: save },
          { id: `discard:${id}`, label: forms('discardChanges'), group, keys: 'x d', run: onReset },
        ]
      : [],
  );
  return (
    <FormFoot mt="5">
      <Button ref={button} type="submit" data-command={`save:${id}`} {...pausedWhile(!canSave)}>
        {isPending ? forms('saving') : label}
      </Button>
      {canSave && (
        <Button variant="ghost" data-command={`discard:${id}`} onClick={discard}>
          {forms('discard')}
        </Button>
      )}
      {canSave && isKept && (
        <Box as="span" fontSize="xs" color="fg.muted" css={{ [overKeyboard]: { display: 'none' } }}>
          {unsaved.length > 0 ? forms('unsavedFields', { fields: listed(unsaved) }) : forms('unsaved')}
        </Box>
      )}
    </FormFoot>
  );
}
