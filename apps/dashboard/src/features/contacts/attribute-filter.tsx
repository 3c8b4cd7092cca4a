import { Box } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import { type AttributeList, isFieldOf } from '@parley/contracts/filter/filter-fields';
import { fieldChoices } from '../../domain/filter/conditions.ts';
import { FilterRows } from '../../domain/filter/filter-rows.tsx';
import { useKnown } from '../../domain/filter/use-known.ts';

interface AttributeFilterProps {
  list: AttributeList;
  where: Filter | null;
  onChange: (where: Filter | null) => void;
}

/** Narrows a list by the attributes that it is filtered by. */
export default function AttributeFilter({ list, where, onChange }: AttributeFilterProps) {
  const known = useKnown();
  const without = fieldChoices(known).flatMap(({ value }) => (isFieldOf(list, value) ? [] : value));
  return (
    <Box px="3" py="2" borderBottomWidth="1px" fontSize="sm">
      <FilterRows where={where} known={known} without={without} onChange={onChange} />
    </Box>
  );
}
