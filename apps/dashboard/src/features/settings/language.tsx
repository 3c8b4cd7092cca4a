import { Stack } from '@chakra-ui/react';
import { languageCodes, languages } from '@parley/contracts/text/languages';
import { useMe } from '../../auth/auth.tsx';
import { useChangeMe } from '../../auth/change-me.ts';
import { forms } from '../../i18n/en/forms.ts';
import { layout } from '../../i18n/en/layout.ts';
import { profile } from '../../i18n/en/profile.ts';
import { chooseColourMode, colourModes, useColourMode } from '../../theme/colour-mode.ts';
import { Select } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** Edits the user's language, and the colours on this browser. */
export function Language() {
  return (
    <Stack gap="4">
      <LanguageChoice />
      <Colours />
    </Stack>
  );
}

const modeKeys = { system: 'systemColours', light: 'light', dark: 'dark' } as const;

function Colours() {
  return (
    <Panel title={layout('colours')} description={profile('keyboardHint')}>
      <Select
        aria-label={layout('colours')}
        value={useColourMode()}
        options={colourModes.map((value) => ({ value, label: layout(modeKeys[value]) }))}
        onChange={(mode) => {
          chooseColourMode(mode);
          toast({ title: forms('settingsUpdated') });
        }}
      />
    </Panel>
  );
}

const asBrowser = 'browser';

function LanguageChoice() {
  const me = useMe();
  const change = useChangeMe({ success: forms('settingsUpdated') });
  return (
    <Panel title={profile('language')} description={profile('languageHint')}>
      <Select
        aria-label={profile('language')}
        value={me.language ?? asBrowser}
        options={[
          { value: asBrowser, label: profile('languageOfBrowser') },
          ...languageCodes.map((value) => ({ value, label: languages[value] })),
        ]}
        disabled={change.isPending}
        onChange={(value) => change.mutate({ language: value === asBrowser ? null : value })}
      />
    </Panel>
  );
}
