import type { Settings } from '@parley/contracts/settings';
import { changeSettings, getSettings, type SettingsChange } from '@parley/contracts/routes/settings';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { wordsOf } from '../api/call-error.ts';
import { keyOf, useRead } from '../api/read.ts';
import { toast } from '../ui/toast/toasts.ts';
import { common } from '../i18n/en/common.ts';
import { forms } from '../i18n/en/forms.ts';

/** All settings, secrets masked. */
export const useSettings = () => useRead(getSettings, {});

/** Whether the assistant is switched on; false until that is known: nothing says that it answers where it does not. */
export const useAssistantIsOn = (): boolean => useSettings().data?.aiConfig.enabled === true;

/** Merges a part of one section into the settings. */
export function useChangeSettings(said = forms('settingsUpdated')) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: SettingsChange) => call(changeSettings, { body }),
    onSuccess: (settings) => {
      client.setQueryData<Settings>(keyOf(getSettings), settings);
      toast({ title: said });
    },
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
}
