import { type Audience, audiences } from '@parley/contracts/knowledge/knowledge';
import { WebsitesField } from '../../forms/websites-field.tsx';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { SelectField } from '../../ui/fields.tsx';

export interface ForWhomValue {
  audience: Audience;
  /** Empty for all. */
  websiteIds: readonly string[];
}

const audienceWords = { public: 'public', customers: 'customers', staff: 'staff' } as const;

interface ForWhomProps {
  value: ForWhomValue;
  onChange: (value: Partial<ForWhomValue>) => void;
}

/** Edits the audience of a source, and the websites that it is used on. */
export function ForWhom({ value: { audience, websiteIds }, onChange }: ForWhomProps) {
  return (
    <>
      <SelectField
        label={words('audience')}
        value={audience}
        options={audiences.map((value) => ({ value, label: words(audienceWords[value]) }))}
        onChange={(chosen) => onChange({ audience: chosen })}
      />
      <WebsitesField
        label={words('websites')}
        all={words('allWebsites')}
        chosen={websiteIds}
        onChange={(chosen) => onChange({ websiteIds: chosen })}
      />
    </>
  );
}
