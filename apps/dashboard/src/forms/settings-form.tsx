import { Stack } from '@chakra-ui/react';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import type { Settings } from '@parley/contracts/settings/settings';
import type { FormEvent, ReactNode } from 'react';
import { faultOf } from '../api/call-error.ts';
import { type Draft, useDraft } from './draft.ts';
import { SaveBar } from './save-bar.tsx';
import { useSaveSection } from './settings.ts';

export interface EditedSettings<T> extends Pick<Draft<T>, 'value' | 'set'> {
  /** Returns the server's error for a field. */
  fault: (field: string) => string | undefined;
}

interface SettingsFormProps<T extends object> {
  /** Name under which unsaved edits are kept. */
  name: string;
  /** The settings as the form edits them. */
  savedOf: (settings: Settings) => T;
  settings: Settings;
  /** Returns the edits in the shape of the settings. */
  changeOf: (edits: Partial<T>) => SettingsChange;
  /** Label of each field, which names it while it is unsaved. */
  labelOf: (field: keyof T & string) => string;
  children: (edited: EditedSettings<T>) => ReactNode;
}

/** A form of settings: its fields save together, by a button that names what is unsaved. */
export function SettingsForm<T extends object>(props: SettingsFormProps<T>) {
  const { name, savedOf, settings, changeOf, labelOf, children } = props;
  const draft = useDraft(name, savedOf(settings));
  const change = useSaveSection(draft, { changeOf, savedOf });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    change.save();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="4">
        {children({ value: draft.value, set: draft.set, fault: (field) => faultOf(change.error, field) })}
      </Stack>
      <SaveBar
        isDirty={draft.isDirty}
        isPending={change.isPending}
        onReset={draft.reset}
        unsaved={labelsOf(draft.edits, labelOf)}
      />
    </form>
  );
}

/** Returns the labels of edited fields. */
export const labelsOf = <T extends object>(
  edits: Partial<T>,
  labelOf: (field: keyof T & string) => string,
): string[] => [...new Set((Object.keys(edits) as (keyof T & string)[]).map(labelOf))];
