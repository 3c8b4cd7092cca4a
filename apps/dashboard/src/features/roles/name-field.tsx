import { roleNameMaxLength } from '@parley/contracts/permissions/roles';
import { rolesWords } from '../../i18n/en/roles.ts';
import { focusAtFirst, TextField } from '../../ui/fields.tsx';

interface NameFieldProps {
  value: string;
  onChange: (name: string) => void;
}

/** Edits the name of a role or a team. */
export const NameField = ({ value, onChange }: NameFieldProps) => (
  <TextField
    ref={focusAtFirst}
    label={rolesWords('name')}
    required
    maxLength={roleNameMaxLength}
    value={value}
    onChange={(event) => onChange(event.target.value)}
  />
);
