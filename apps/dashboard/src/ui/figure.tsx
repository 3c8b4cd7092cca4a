import { Box } from '@chakra-ui/react';

/** A number with its name. */
export function Figure({ label, value }: { label: string; value: number | string | undefined }) {
  return (
    <Box>
      <Box color="fg.muted" fontSize="12px">
        {label}
      </Box>
      <Box fontSize="18px" lineHeight="26px" fontWeight="600">
        {value === undefined ? '…' : value.toLocaleString()}
      </Box>
    </Box>
  );
}
