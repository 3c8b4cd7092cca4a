import { Stack } from '@chakra-ui/react';
import { type Language, languageCodes, languages } from '@parley/contracts/text/languages';
import { useState } from 'react';
import { faultOf } from '../../api/call-error.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { SelectField, TextArea } from '../../ui/fields.tsx';
import type { LookFieldsProps } from './look-fields.tsx';

const others = 'others';

/** Edits the widget's greeting: one text for everybody, and others for single languages. */
export function WelcomeMessage({ value, set, error }: LookFieldsProps) {
  const [language, choose] = useState<Language | typeof others>(others);
  const { welcomeMessage, welcomeMessages } = value;
  const write = (text: string) => {
    if (language === others) return set({ welcomeMessage: text });
    const { [language]: _, ...rest } = welcomeMessages;
    return set({ welcomeMessages: text ? { ...rest, [language]: text } : rest });
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
            label: welcomeMessages[code]
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
    </Stack>
  );
}
