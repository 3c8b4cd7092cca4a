import { Box, Button, Field, Input, Stack } from '@chakra-ui/react';
import { importPartBytes } from '@parley/contracts/imports/import';
import {
  type ConnectionField,
  type ImportConnection,
  importSource,
  type ImportSourceId,
  importSourceIds,
} from '@parley/contracts/imports/sources';
import { appendImportFile, listImports, startImport } from '@parley/contracts/routes/imports';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { sendPart } from '../../api/send-part.ts';
import { useMay } from '../../forms/permissions.ts';
import { importWords } from '../../i18n/en/imports.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { sourceName } from './source-name.ts';

/** Opens the form that begins an import. */
export function StartImport() {
  const may = useMay('data.import');
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button variant="outline" disabled={!may} onClick={() => setOpen(true)}>
        {settingsWords('importData')}
      </Button>
      {isOpen && <ImportForm onClose={() => setOpen(false)} />}
    </>
  );
}

function ImportForm({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const [source, setSource] = useState<ImportSourceId>('chatwoot');
  const [connection, setConnection] = useState<ImportConnection>(usualValues('chatwoot'));
  const [file, setFile] = useState<File | null>(null);
  const { fields, files } = importSource(source);
  const refresh = () => client.invalidateQueries({ queryKey: keyOf(listImports) });
  const upload = useMutation({
    mutationFn: async ({ id, bytes }: { id: string; bytes: File }) => {
      for (let offset = 0; offset < bytes.size; ) {
        const part = bytes.slice(offset, offset + importPartBytes);
        await sendPart(appendImportFile, { params: { id }, query: { offset } }, part);
        offset += part.size;
        await refresh();
      }
    },
    onError: (error) => toastFailure(error, importWords('startFailed')),
  });
  const start = useMutation({
    mutationFn: () =>
      call(startImport, {
        body: { source, connection, ...(file && { file: { name: file.name, size: file.size } }) },
      }),
    async onSuccess({ id }) {
      await refresh();
      onClose();
      if (file) upload.mutate({ id, bytes: file });
    },
  });
  const isFilled = fields.every(({ key }) => connection[key]) && (files.length === 0 || file !== null);
  const set = (key: string, value: string) => setConnection({ ...connection, [key]: value.trim() });
  return (
    <FormDialog
      title={importWords('start')}
      submitLabel={importWords('begin')}
      isPaused={!isFilled || start.isPending}
      onSubmit={() => start.mutate()}
      onClose={onClose}
    >
      <Stack gap="4">
        <SelectField
          label={importWords('source')}
          value={source}
          options={importSourceIds.map((id) => ({ value: id, label: sourceName(id) }))}
          onChange={(chosen) => {
            setSource(chosen);
            setConnection(usualValues(chosen));
            setFile(null);
            start.reset();
          }}
        />
        {fields.map((field) => (
          <ConnectionInput
            key={`${source} ${field.key}`}
            field={field}
            value={connection[field.key] ?? ''}
            onChange={(value) => set(field.key, value)}
          />
        ))}
        {files.length > 0 && (
          <>
            <Field.Root gap="1" required>
              <Field.Label fontSize="sm">{importWords('file')}</Field.Label>
              <Input
                type="file"
                pt="0.5"
                accept={files.map((ending) => `.${ending}`).join(',')}
                onChange={(event) => {
                  const chosen = event.currentTarget.files?.[0] ?? null;
                  setFile(chosen);
                  setConnection(chosen ? { account: chosen.name.slice(0, 200) } : {});
                }}
              />
              <Field.HelperText fontSize="xs" color="fg.muted">
                {importWords('fileHint')}
              </Field.HelperText>
            </Field.Root>
            <TextField
              label={importWords('fileName')}
              hint={importWords('fileNameHint')}
              value={connection.account ?? ''}
              maxLength={200}
              onChange={(event) => setConnection({ account: event.target.value })}
            />
          </>
        )}
        <Box color="fg.muted" fontSize="sm">
          {importWords('beginHint')}
        </Box>
        {start.error && (
          <Box role="alert" color="fg.error" fontSize="sm">
            {wordsOf(start.error)}
          </Box>
        )}
      </Stack>
    </FormDialog>
  );
}

const fieldLabels = { address: 'address', account: 'account', token: 'token' } as const;

const usualValues = (id: ImportSourceId): ImportConnection =>
  Object.fromEntries(importSource(id).fields.flatMap(({ key, usual }) => (usual === undefined ? [] : [[key, usual]])));

interface ConnectionInputProps {
  field: ConnectionField;
  value: string;
  onChange: (value: string) => void;
}

function ConnectionInput({ field, value, onChange }: ConnectionInputProps) {
  return (
    <TextField
      label={importWords(fieldLabels[field.key])}
      hint={field.isSecret ? importWords('tokenHint') : undefined}
      placeholder={field.example}
      type={field.isSecret ? 'password' : 'text'}
      autoComplete="off"
      dir="ltr"
      required
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  );
}
