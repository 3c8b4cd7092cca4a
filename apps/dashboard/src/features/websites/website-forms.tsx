import type { WebsiteForms as Forms } from '@parley/contracts/forms/forms';
import { listForms } from '@parley/contracts/routes/forms';
import { useRead } from '../../api/read.ts';
import { formWords } from '../../i18n/en/customerforms.ts';
import { SelectField } from '../../ui/fields.tsx';

interface WebsiteFormsProps {
  value: Forms;
  disabled: boolean;
  onChange: (value: Forms) => void;
}

/** Chooses the forms that a website's visitors are asked to fill in; nothing while there are none. */
export function WebsiteForms({ value, disabled, onChange }: WebsiteFormsProps) {
  const forms = useRead(listForms, {}).data ?? [];
  if (forms.length === 0) return null;
  const options = [
    { value: '', label: formWords('noForm') },
    ...forms.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (['before', 'away', 'handOff'] as const).map((when) => (
    <SelectField
      key={when}
      label={formWords(when)}
      value={value[when] ?? ''}
      disabled={disabled}
      options={options}
      onChange={(id) => onChange({ ...value, [when]: id || null })}
    />
  ));
}
