import { Box, Button, Stack } from '@chakra-ui/react';
import { outreachTextMaxLength } from '@parley/contracts/proactive/limits';
import type { TextByLanguage } from '@parley/contracts/proactive/text';
import { languageCodes, languages } from '@parley/contracts/text/languages';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { languageName } from '../../i18n/language.ts';
import { SelectField, TextArea } from '../../ui/fields.tsx';

export type Texts = { text: string; variants: { language: string; text: string }[] };

/** Returns whether every text says something. */
export const areTexts = ({ text, variants }: TextByLanguage): boolean =>
  [text, ...variants.map((each) => each.text)].every((each) => each.trim() !== '');

interface TextsFieldsProps {
  value: Texts;
  error: string | undefined;
  onChange: (value: Texts) => void;
}

/** Edits a text, and what it is in other languages. */
export function TextsFields({ value: { text, variants }, error, onChange }: TextsFieldsProps) {
  const missing = languageCodes.filter((code) => variants.every(({ language }) => language !== code));
  return (
    <Stack gap="3">
      <TextArea
        label={proactiveWords('text')}
        error={error}
        rows={3}
        maxLength={outreachTextMaxLength}
        value={text}
        onChange={({ currentTarget }) => onChange({ text: currentTarget.value, variants })}
      />
      {variants.map((variant, index) => (
        <Stack key={variant.language} gap="1">
          <TextArea
            label={proactiveWords('textIn', { language: languageName(variant.language) })}
            rows={2}
            maxLength={outreachTextMaxLength}
            value={variant.text}
            onChange={({ currentTarget }) =>
              onChange({ text, variants: variants.with(index, { ...variant, text: currentTarget.value }) })
            }
          />
          <Button
            size="2xs"
            variant="ghost"
            alignSelf="flex-start"
            onClick={() => onChange({ text, variants: variants.filter((each) => each !== variant) })}
          >
            {proactiveWords('removeLanguage', { language: languageName(variant.language) })}
          </Button>
        </Stack>
      ))}
      {missing.length > 0 && (
        <Box maxW="16rem">
          <SelectField
            label={proactiveWords('language')}
            value=""
            options={[
              { value: '', label: proactiveWords('addLanguage') },
              ...missing.map((code) => ({ value: code, label: languages[code] })),
            ]}
            onChange={(language) => language && onChange({ text, variants: [...variants, { language, text: '' }] })}
          />
        </Box>
      )}
    </Stack>
  );
}
