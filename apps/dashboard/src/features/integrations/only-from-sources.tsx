import type { AssistantState } from '@parley/contracts/assistant/answers';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { SelectField } from '../../ui/fields.tsx';

type Setting = boolean | null;

/** Returns what a choice means at present, and why. */
function inForce(value: Setting, hasSources: boolean): string {
  if (value === false) return integrationWords('onlyOffByHand');
  if (hasSources) return integrationWords('onlyOnSources');
  return integrationWords(value === null ? 'onlyOffNoSources' : 'onlyOnWithout');
}

interface OnlyFromSourcesProps {
  value: Setting;
  /** Undefined until it is read. */
  state: AssistantState | undefined;
  error: string | undefined;
  onChange: (value: Setting) => void;
}

/** Selects whether answers contain only what sources support. */
export function OnlyFromSources({ value, state, error, onChange }: OnlyFromSourcesProps) {
  return (
    <SelectField
      label={integrationWords('onlyFromSources')}
      hint={state && inForce(value, state.hasSources)}
      error={error}
      value={String(value)}
      options={[
        { value: 'null', label: integrationWords('onlyAutomatic') },
        { value: 'true', label: integrationWords('onlyAlways') },
        { value: 'false', label: integrationWords('onlyNever') },
      ]}
      onChange={(chosen) => onChange(chosen === 'null' ? null : chosen === 'true')}
    />
  );
}
