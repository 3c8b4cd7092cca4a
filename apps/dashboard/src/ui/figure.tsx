import { Box } from '@chakra-ui/react';

/** A number with its name. */
export function Figure({ label, value }: { label: string; value: number | string | undefined }) {
  return (
    <Box>
      <Box color="fg.muted" fontSize="xs">
        {label}
      </Box>
      <Box textStyle="xl" fontWeight="600" data-figures>
        {value === undefined ? '…' : value.toLocaleString()}
      </Box>
    </Box>
  );
}
