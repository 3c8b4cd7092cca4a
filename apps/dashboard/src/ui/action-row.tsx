import { Box } from '@chakra-ui/react';
import type { ReactNode } from 'react';

/** Shows an action or a choice: its name on one side, its control on the other, below it where room is scarce. */
export function ActionRow({ label, hint, children }: { label: string; hint: ReactNode; children: ReactNode }) {
  return (
    <Box data-setting="" display="flex" flexWrap="wrap" alignItems="center" columnGap="4" rowGap="2">
      <Box flex="1 1 16rem" minW="0">
        <Box fontWeight="500" fontSize="sm">
          {label}
        </Box>
        <Box color="fg.muted" fontSize="sm">
          {hint}
        </Box>
      </Box>
      {children}
    </Box>
  );
}
