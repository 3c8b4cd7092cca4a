import { Box, Stack } from '@chakra-ui/react';
import { type WebsiteHelp as Help } from '@parley/contracts/knowledge/help';
import { itemFields, optionsOf } from '../../domain/fields/fields.ts';
import { knowledgeWords } from '../../i18n/en/knowledge.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';

interface WebsiteHelpProps {
  value: Help;
  disabled: boolean;
  onChange: (value: Help) => void;
}

/** Edits how the widget shows the help centre, and the help centre's own host name. */
export function WebsiteHelp({ value, disabled, onChange }: WebsiteHelpProps) {
  return (
    <Stack as="fieldset" gap="3.5">
      <Box as="legend" fontSize="sm" fontWeight="500" float="inline-start">
        {knowledgeWords('helpCentre')}
      </Box>
      <SelectField
        label={knowledgeWords('inWidget')}
        value={value.inWidget}
        disabled={disabled}
        options={optionsOf(itemFields.website['help.inWidget'])}
        onChange={(inWidget) => onChange({ ...value, inWidget })}
      />
      <TextField
        label={knowledgeWords('host')}
        hint={knowledgeWords('hostHint')}
        maxLength={253}
        disabled={disabled}
        value={value.host ?? ''}
        onChange={(event) => onChange({ ...value, host: event.target.value || null })}
      />
    </Stack>
  );
}
