import { Box } from '@chakra-ui/react';
import { type Audience, audiences } from '@parley/contracts/knowledge';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useRead } from '../../api/read.ts';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { SelectField } from '../../ui/fields.tsx';

export interface ForWhomValue {
  audience: Audience;
  /** None for all. */
  websiteIds: readonly string[];
}

const audienceWords = { public: 'public', customers: 'customers', staff: 'staff' } as const;

interface ForWhomProps {
  value: ForWhomValue;
  onChange: (value: Partial<ForWhomValue>) => void;
}

/** Who may be answered from a source, and visitors of which websites. */
export function ForWhom({ value: { audience, websiteIds }, onChange }: ForWhomProps) {
  const { data: websites = [] } = useRead(listWebsites, {});
  return (
    <>
      <SelectField
        label={words('audience')}
        value={audience}
        options={audiences.map((value) => ({ value, label: words(audienceWords[value]) }))}
        onChange={(chosen) => onChange({ audience: chosen })}
      />
      {websites.length > 1 && (
        <Box as="fieldset" fontSize="sm">
          <Box as="legend" fontWeight="500" mb="1">
            {words('websites')}
          </Box>
          {websiteIds.length === 0 && <Box color="fg.muted">{words('allWebsites')}</Box>}
          {websites.map(({ id, domain }) => (
            <Box as="label" key={id} display="flex" gap="2" alignItems="center" py="0.5">
              <input
                type="checkbox"
                checked={websiteIds.includes(id)}
                onChange={({ currentTarget }) =>
                  onChange({
                    websiteIds: currentTarget.checked ? [...websiteIds, id] : websiteIds.filter((each) => each !== id),
                  })
                }
              />
              {domain}
            </Box>
          ))}
        </Box>
      )}
    </>
  );
}
