import type { ReactNode } from 'react';
import { forms } from '../i18n/en/forms.ts';
import { type Preferences, setPreference, usePreferences } from '../preferences/preferences.ts';
import { SwitchField } from '../ui/fields.tsx';
import { toast } from '../ui/toast/toasts.ts';

type Flag = { [Name in keyof Preferences]: Preferences[Name] extends boolean ? Name : never }[keyof Preferences];

interface PreferenceSwitchProps {
  name: Flag;
  label: string;
  hint: ReactNode;
}

/** A switch of this browser's preferences, which saves at once and shows so. */
export function PreferenceSwitch({ name, label, hint }: PreferenceSwitchProps) {
  return (
    <SwitchField
      label={label}
      hint={hint}
      checked={usePreferences()[name]}
      onChange={(checked) => {
        setPreference(name, checked);
        toast({ title: forms('settingsUpdated') });
      }}
    />
  );
}
