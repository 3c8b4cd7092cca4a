import { Box } from '@chakra-ui/react';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useRead } from '../api/read.ts';

interface WebsitesFieldProps {
  label: string;
  /** Shown if none is chosen, which means all. */
  all: string;
  chosen: readonly string[];
  disabled?: boolean;
  onChange: (chosen: string[]) => void;
}

/** Selects websites. With a single one there is nothing to choose. */
export function WebsitesField({ label, all, chosen, disabled, onChange }: WebsitesFieldProps) {
  const { data: websites = [] } = useRead(listWebsites, {});
  if (websites.length < 2) return null;
  return (
    <Box as="fieldset" fontSize="sm">
      <Box as="legend" fontWeight="500" mb="1">
        {label}
      </Box>
      {chosen.length === 0 && <Box color="fg.muted">{all}</Box>}
      {websites.map(({ id, domain }) => (
        <Box as="label" key={id} display="flex" gap="2" alignItems="center" py="0.5">
          <input
            type="checkbox"
            disabled={disabled}
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
          {domain}
        </Box>
      ))}
    </Box>
  );
}
