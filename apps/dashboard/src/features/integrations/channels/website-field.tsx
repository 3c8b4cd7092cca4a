import { listWebsites } from '@parley/contracts/routes/websites';
import { useRead } from '../../../api/read.ts';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { SelectField } from '../../../ui/fields.tsx';
import type { Edited } from '../integration-form.tsx';

interface OfWebsite {
  websiteId: string | null;
}

/** Chooses the website that a channel's customers belong to. */
export function WebsiteField<T extends OfWebsite>({
  value,
  set,
  fault,
}: Pick<Edited<T>, 'value' | 'fault'> & { set: (change: OfWebsite) => void }) {
  const websites = useRead(listWebsites, {}).data ?? [];
  return (
    <SelectField
      label={integrationWords('websiteId')}
      hint={integrationWords('websiteHint')}
      value={value.websiteId ?? ''}
      options={[
        { value: '', label: integrationWords('chooseWebsite') },
        ...websites.map(({ id, domain }) => ({ value: id, label: domain })),
      ]}
      error={fault('websiteId')}
      onChange={(websiteId) => set({ websiteId: websiteId === '' ? null : websiteId })}
    />
  );
}
