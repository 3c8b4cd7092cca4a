import { Box, Button } from '@chakra-ui/react';
import { X } from 'lucide-react';
import { bulkMessages as words } from '../../i18n/en/bulkmessages.ts';
import { views } from '../../i18n/en/views.ts';

interface SelectionBarProps {
  count: number;
  /** Selects all that the list shows; absent where all are. */
  onSelectAll: (() => void) | undefined;
  /** Whether the whole list is meant, with the pages that are not loaded; undefined where there are none. */
  isEveryone: boolean | undefined;
  onEveryone: (isEveryone: boolean) => void;
  onWrite: () => void;
  onClear: () => void;
}

/** Shows how many contacts are selected, and writes to them. */
export function SelectionBar({ count, onSelectAll, isEveryone, onEveryone, onWrite, onClear }: SelectionBarProps) {
  return (
    <Box
      as="section"
      aria-label={views('bulk')}
      position="sticky"
      bottom="0"
      zIndex="1"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      gap="1.5"
      px="3"
      py="2"
      bg="bg.subtle"
      borderTopWidth="1px"
      borderBottomRadius="xl"
      fontSize="sm"
    >
      <strong data-numbers>{isEveryone ? words('everyone') : views('selected', { count })}</strong>
      {onSelectAll && (
        <Button size="xs" variant="ghost" onClick={onSelectAll}>
          {words('selectAll')}
        </Button>
      )}
      {isEveryone !== undefined && (
        <Button size="xs" variant="ghost" aria-pressed={isEveryone} onClick={() => onEveryone(!isEveryone)}>
          {words('everyone')}
        </Button>
      )}
      <Button size="xs" ms="auto" onClick={onWrite}>
        {words('write')}
      </Button>
      <Button size="xs" variant="ghost" aria-label={views('unselect')} onClick={onClear}>
        <X size={14} aria-hidden />
      </Button>
    </Box>
  );
}
