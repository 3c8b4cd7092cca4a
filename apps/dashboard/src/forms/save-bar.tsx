import { Box, Button } from '@chakra-ui/react';

interface SaveBarProps {
  isDirty: boolean;
  isPending: boolean;
  onReset: () => void;
  label?: string;
}

/** The end of a form: save, or go back to what is saved. Its place is there from the start, so nothing jumps. */
export function SaveBar({ isDirty, isPending, onReset, label = 'Save changes' }: SaveBarProps) {
  return (
    <Box display="flex" gap="8px" mt="20px">
      <Button type="submit" disabled={!isDirty || isPending}>
        {isPending ? 'Saving…' : label}
      </Button>
      {isDirty && !isPending && (
        <Button variant="ghost" onClick={onReset}>
          Discard
        </Button>
      )}
    </Box>
  );
}
