import { Box, Button, Stack } from '@chakra-ui/react';
import { outreachTextMaxLength } from '@parley/contracts/proactive/limits';
import type { TextByLanguage } from '@parley/contracts/proactive/text';
import { useRef } from 'react';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { TextArea, TextField } from '../../ui/fields.tsx';

export type Texts = { text: string; variants: { language: string; text: string }[] };

/** Returns whether every text says something. */
export const areTexts = ({ text, variants }: TextByLanguage): boolean =>
  [text, ...variants.map((each) => each.text)].every((each) => each.trim() !== '');

const exampleCode = 'de';

interface TextsFieldsProps {
  value: Texts;
  error: string | undefined;
  onChange: (value: Texts) => void;
}

/** Edits a text, and what it is in other languages. */
export function TextsFields({ value: { text, variants }, error, onChange }: TextsFieldsProps) {
  const language = useRef<HTMLInputElement>(null);
  const add = () => {
    const tag = language.current?.value.trim().toLowerCase() ?? '';
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/.test(tag) || variants.some((each) => each.language === tag)) return;
    onChange({ text, variants: [...variants, { language: tag, text: '' }] });
    if (language.current) language.current.value = '';
  };
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
            label={proactiveWords('textIn', { language: variant.language })}
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
            {proactiveWords('removeLanguage', { language: variant.language })}
          </Button>
        </Stack>
      ))}
      <Box display="flex" gap="2" alignItems="flex-end">
        <Box width="6rem">
          <TextField
            ref={language}
            label={proactiveWords('language')}
            placeholder={exampleCode}
            size="sm"
            maxLength={20}
          />
        </Box>
        <Button size="sm" variant="outline" onClick={add}>
          {proactiveWords('addLanguage')}
        </Button>
      </Box>
    </Stack>
  );
}
