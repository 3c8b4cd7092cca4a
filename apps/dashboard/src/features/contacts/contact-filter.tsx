import { Box } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import { isFieldOfContacts } from '@parley/contracts/filter/filter-fields';
import { fieldChoices } from '../../domain/filter/conditions.ts';
import { FilterRows } from '../../domain/filter/filter-rows.tsx';
import { useKnown } from '../../domain/filter/use-known.ts';

interface ContactFilterProps {
  where: Filter | null;
  onChange: (where: Filter | null) => void;
}

/** Narrows the list of contacts by their attributes and those of their companies. */
export default function ContactFilter({ where, onChange }: ContactFilterProps) {
  const known = useKnown();
  const without = fieldChoices(known).flatMap(({ value }) => (isFieldOfContacts(value) ? [] : value));
  return (
    <Box px="3" py="2" borderBottomWidth="1px" fontSize="sm">
      <FilterRows where={where} known={known} without={without} onChange={onChange} />
    </Box>
  );
}
