import { Stack } from '@chakra-ui/react';
import { type Language, languageCodes, languages } from '@parley/contracts/text/languages';
import { launcherNames as usualNames } from '@parley/contracts/i18n/launcher-names';
import { useState } from 'react';
import { faultOf } from '../../api/call-error.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { SelectField, TextArea, TextField } from '../../ui/fields.tsx';
import type { LookFieldsProps } from './look-fields.tsx';

const others = 'others';

/** Edits the widget's texts: the greeting for everybody and in single languages, and the launcher's name in these. */
export function WelcomeMessage({ value, set, error }: LookFieldsProps) {
  const [language, choose] = useState<Language | typeof others>(others);
  const { welcomeMessage, welcomeMessages, launcherNames } = value;
  const write = (text: string) => {
    if (language === others) return set({ welcomeMessage: text });
    const { [language]: _, ...rest } = welcomeMessages;
    return set({ welcomeMessages: text ? { ...rest, [language]: text } : rest });
  };
  const named = language === others ? undefined : language;
  const name = (text: string) => {
    if (!named) return;
    const { [named]: _, ...rest } = launcherNames;
    set({ launcherNames: text ? { ...rest, [named]: text } : rest });
  };
  return (
    <Stack gap="3">
      <SelectField
        label={widgetWords('welcomeLanguage')}
        value={language}
        options={[
          { value: others, label: widgetWords('welcomeOthers') },
          ...languageCodes.map((code) => ({
            value: code,
            label:
              welcomeMessages[code] || launcherNames[code]
                ? widgetWords('welcomeWritten', { language: languages[code] })
                : languages[code],
          })),
        ]}
        onChange={choose}
      />
      <TextArea
        label={widgetWords('welcome')}
        rows={3}
        maxLength={1000}
        value={language === others ? welcomeMessage : (welcomeMessages[language] ?? '')}
        {...(language !== others && { placeholder: welcomeMessage })}
        error={faultOf(error, language === others ? 'welcomeMessage' : language)}
        onChange={(event) => write(event.target.value)}
      />
      {named && (
        <TextField
          label={widgetWords('launcherName')}
          hint={widgetWords('launcherNameHint')}
          maxLength={40}
          placeholder={usualNames[named]}
          value={launcherNames[named] ?? ''}
          onChange={(event) => name(event.target.value)}
        />
      )}
    </Stack>
  );
}
