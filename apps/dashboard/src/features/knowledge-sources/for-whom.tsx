import type { Audience } from '@parley/contracts/knowledge/knowledge';
import { itemFields, optionsOf } from '../../domain/fields/fields.ts';
import { WebsitesField } from '../../forms/websites-field.tsx';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { SelectField } from '../../ui/fields.tsx';

export interface ForWhomValue {
  audience: Audience;
  /** Empty for all. */
  websiteIds: readonly string[];
}

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
        options={optionsOf(itemFields.knowledge_source.audience)}
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
