import { Box, SimpleGrid } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { SwitchField } from './fields.tsx';

interface ChoicesProps {
  label: string;
  hint?: ReactNode;
  all: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Checkboxes for items that users have named. */
export function Choices({ label, hint, all, chosen, onChange }: ChoicesProps) {
  return (
    <Box as="fieldset">
      <Box as="legend" textStyle="xs" fontWeight="600" color="fg.muted" mb="2">
        {label}
      </Box>
      <SimpleGrid columns={{ base: 1, md: 2 }} columnGap="8" rowGap="2.5">
        {all.map(({ id, name }) => (
          <SwitchField
            key={id}
            label={<bdi>{name}</bdi>}
            checked={chosen.includes(id)}
            onChange={(isIn) => onChange(isIn ? [...chosen, id] : chosen.filter((each) => each !== id))}
          />
        ))}
      </SimpleGrid>
      {hint && (
        <Box color="fg.muted" textStyle="xs" mt="2">
          {hint}
        </Box>
      )}
    </Box>
  );
}
