import { routingWords } from '../../i18n/en/routing.ts';
import { SelectField } from '../../ui/fields.tsx';
import { useTeams } from './use-teams.ts';

interface TeamFieldProps {
  value: string | null;
  disabled?: boolean;
  onChange: (teamId: string | null) => void;
}

/** Chooses the team of new conversations; hidden while there is none. */
export function TeamField({ value, disabled = false, onChange }: TeamFieldProps) {
  const teams = useTeams();
  if (teams.length === 0) return null;
  return (
    <SelectField
      label={routingWords('newTeam')}
      value={value ?? ''}
      disabled={disabled}
      options={[
        { value: '', label: routingWords('noTeam') },
        ...teams.map(({ id, name }) => ({ value: id, label: name })),
      ]}
      onChange={(id) => onChange(id || null)}
    />
  );
}
