import { Box } from '@chakra-ui/react';
import { locale } from '../i18n/language.ts';

/** A number with its name. */
export function Statistic({ label, value }: { label: string; value: number | string | undefined }) {
  return (
    <Box>
      <Box color="fg.muted" fontSize="xs">
        {label}
      </Box>
      <Box textStyle="xl" fontWeight="600" data-numbers>
        {value === undefined ? '…' : value.toLocaleString(locale())}
      </Box>
    </Box>
  );
}
