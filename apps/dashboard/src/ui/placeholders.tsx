import { Box, Skeleton } from '@chakra-ui/react';
import { ui } from '../i18n/en/ui.ts';

/** Lines of a list while it loads, in the place of its entries. */
export function Placeholders({ count }: { count: number }) {
  return (
    <Box as="output" px="4" py="2.5" display="grid" gap="6" aria-label={ui('loading')}>
      {Array.from({ length: count }, (_, index) => (
        <Skeleton key={index} height="8" />
      ))}
    </Box>
  );
}
