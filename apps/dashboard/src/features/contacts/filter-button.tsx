import { Button } from '@chakra-ui/react';
import { type AttributeList, isFieldOf } from '@parley/contracts/filter/filter-fields';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { ListFilter } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { inbox } from '../../i18n/en/inbox.ts';

interface FilterButtonProps {
  list: AttributeList;
  isFiltering: boolean;
  onToggle: () => void;
}

/** Opens and closes the filter of a list; hidden where no attribute is declared. */
export function FilterButton({ list, isFiltering, onToggle }: FilterButtonProps) {
  const attributes = useRead(listAttributes, {}).data ?? [];
  const hasFields = attributes.some(({ subject, key }) => isFieldOf(list, `${subject}.${key}`));
  if (!hasFields && !isFiltering) return null;
  return (
    <Button size="xs" variant={isFiltering ? 'subtle' : 'outline'} aria-expanded={isFiltering} onClick={onToggle}>
      <ListFilter size={14} aria-hidden /> {inbox('filter')}
    </Button>
  );
}
