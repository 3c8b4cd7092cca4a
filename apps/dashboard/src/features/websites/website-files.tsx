import { Box, Stack } from '@chakra-ui/react';
import { type FileKind, fileKinds, type WebsiteFiles as Files } from '@parley/contracts/messages/attachments';
import { uploadMaxBytes, visitorUploadsPerDay } from '@parley/contracts/messages/limits';
import { itemFields, optionsOf } from '../../domain/fields/fields.ts';
import { useMay } from '../../forms/permissions.ts';
import { websiteFileWords } from '../../i18n/en/websitefiles.ts';
import { SelectField, SwitchField } from '../../ui/fields.tsx';

const mb = 1024 * 1024;
const fields = itemFields.website;
const limitWords = fields['files.maxBytes'].nameOf;
const sizes = [1, 2, 5, 10, 25].map((each) => each * mb).filter((each) => each <= uploadMaxBytes);
const daily = { files: [5, 10, 20, 50], bytes: [25, 50, 100, 250, 500, 1024].map((each) => each * mb) };

const kindHints = {
  picture: 'pictureHint',
  document: 'documentHint',
  audio: 'audioHint',
  video: 'videoHint',
  archive: 'archiveHint',
} as const;

/** Returns the usual choices, and the chosen one. */
const choices = (usual: readonly number[], chosen: number, label: (value: number) => string) =>
  [...new Set([...usual, chosen])]
    .toSorted((one, other) => one - other)
    .map((each) => ({ value: String(each), label: label(each) }));

interface WebsiteFilesProps {
  value: Files;
  disabled: boolean;
  onChange: (value: Files) => void;
}

/** Edits which files visitors of a website may send, and whether the assistant reads them. */
export function WebsiteFiles({ value, disabled, onChange }: WebsiteFilesProps) {
  const maySecrets = useMay('websites.secrets');
  const {
    when,
    kinds,
    maxBytes,
    perDay = visitorUploadsPerDay,
    activeContent = 'mark',
    filesToAssistant = false,
  } = value;
  const change = (changed: Partial<Files>) => onChange({ ...value, ...changed });
  const isOff = disabled || when === 'never';
  const toggle = (kind: FileKind, isOn: boolean) =>
    change({ kinds: fileKinds.filter((each) => (each === kind ? isOn : kinds.includes(each))) });
  return (
    <Stack as="fieldset" gap="3.5">
      <Box as="legend" fontSize="sm" fontWeight="500" float="inline-start">
        {websiteFileWords('title')}
      </Box>
      <SelectField
        label={websiteFileWords('when')}
        hint={when === 'after_answer' && websiteFileWords('afterAnswerHint')}
        value={when}
        disabled={disabled}
        options={optionsOf(fields['files.when'])}
        onChange={(chosen) => change({ when: chosen })}
      />
      <Stack gap="2">
        {fileKinds.map((kind) => (
          <SwitchField
            key={kind}
            label={fields['files.kinds'].nameOf(kind)}
            hint={websiteFileWords(kindHints[kind])}
            checked={kinds.includes(kind)}
            // The last kind stays: to allow none, visitors may send nothing.
            disabled={isOff || (kinds.length === 1 && kinds.includes(kind))}
            onChange={(isOn) => toggle(kind, isOn)}
          />
        ))}
      </Stack>
      <Box display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr 1fr' }} gap="3">
        <SelectField
          label={websiteFileWords('largest')}
          value={String(maxBytes)}
          disabled={isOff}
          options={choices(sizes, maxBytes, limitWords)}
          onChange={(chosen) => change({ maxBytes: Number(chosen) })}
        />
        <SelectField
          label={websiteFileWords('filesPerDay')}
          value={String(perDay.files)}
          disabled={isOff}
          options={choices(daily.files, perDay.files, String)}
          onChange={(chosen) => change({ perDay: { ...perDay, files: Number(chosen) } })}
        />
        <SelectField
          label={websiteFileWords('bytesPerDay')}
          value={String(perDay.bytes)}
          disabled={isOff}
          options={choices(daily.bytes, perDay.bytes, limitWords)}
          onChange={(chosen) => change({ perDay: { ...perDay, bytes: Number(chosen) } })}
        />
      </Box>
      <SelectField
        label={websiteFileWords('active')}
        hint={websiteFileWords('activeHint')}
        value={activeContent}
        disabled={isOff}
        options={optionsOf(fields['files.activeContent'])}
        onChange={(chosen) => change({ activeContent: chosen })}
      />
      <SwitchField
        label={websiteFileWords('toAssistant')}
        hint={websiteFileWords('toAssistantHint')}
        checked={filesToAssistant}
        // Users who may change websites may switch it off; the server enforces the same.
        disabled={isOff || (!maySecrets && !filesToAssistant)}
        onChange={(isOn) => change({ filesToAssistant: isOn })}
      />
    </Stack>
  );
}
