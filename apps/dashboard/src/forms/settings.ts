import { type Settings, type SettingsSection, settingsSections } from '@parley/contracts/settings/settings';
import { changeSettings, getSettings, type SettingsChange } from '@parley/contracts/routes/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf, useRead } from '../api/read.ts';
import { isConflict, seenOf } from '../api/as-seen.ts';
import type { Draft } from './draft.ts';
import { toast } from '../ui/toast/toasts.ts';
import { forms } from '../i18n/en/forms.ts';
import { toastFailure } from '../ui/toast/failure.ts';

/** Reads all settings, secrets masked. */
export const useSettings = () => useRead(getSettings, {});

/**
 * Whether the assistant is switched on; false until that is known: no text may promise an answer that does not come.
 */
export const useAssistantIsOn = (): boolean => useSettings().data?.aiConfig.enabled === true;

/** Returns a change of one section, with the values that its author saw. */
function asSeen(change: SettingsChange, seen: { [Section in SettingsSection]?: object }): SettingsChange {
  const parts = settingsSections.flatMap((section) => {
    const part = change[section];
    return part ? [[section, { expected: seenOf(seen[section] ?? {}, part), ...part }]] : [];
  });
  // The section that it had, with one field more.
  return Object.fromEntries(parts) as SettingsChange;
}

/** Merges a part of one section into the settings, unless another user has changed the same in the meantime. */
export function useChangeSettings(success = forms('settingsUpdated')) {
  const client = useQueryClient();
  const queryKey = keyOf(getSettings);
  return useMutation({
    mutationFn: (body: SettingsChange) =>
      call(changeSettings, { body: asSeen(body, client.getQueryData<Settings>(queryKey) ?? {}) }),
    onSuccess: (settings) => {
      client.setQueryData<Settings>(queryKey, settings);
      toast({ title: success });
    },
    onError: async (error) => {
      toastFailure(error);
      if (isConflict(error)) await client.refetchQueries({ queryKey });
    },
  });
}

/** Saves the edits of a section. If another user was first, the edits stay on top of what is saved now. */
export function useSaveSection<T extends object>(draft: Draft<T>, { changeOf, savedOf, success }: SectionSaving<T>) {
  const client = useQueryClient();
  const { mutate, ...change } = useChangeSettings(success);
  const save = () => {
    const { edits } = draft;
    mutate(asSeen(changeOf(edits), changeOf(draft.seen)), {
      onSuccess: () => draft.settle(edits),
      onError: (error) => {
        const now = client.getQueryData<Settings>(keyOf(getSettings));
        if (now && isConflict(error)) draft.seeAnew(savedOf(now));
      },
    });
  };
  return { ...change, save };
}

interface SectionSaving<T extends object> {
  /** Returns the edits in the shape of the settings; also used for the values before them. */
  changeOf: (edits: Partial<T>) => SettingsChange;
  /** The settings as the form edits them. */
  savedOf: (settings: Settings) => T;
  success?: string | undefined;
}
