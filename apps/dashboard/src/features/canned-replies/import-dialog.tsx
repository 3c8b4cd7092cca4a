import { Box, Button, Stack } from '@chakra-ui/react';
import type { ImportFormat, ImportReport } from '@parley/contracts/messages/canned-replies';
import { importCannedReplies, listCannedReplies } from '@parley/contracts/routes/canned-replies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useId, useRef, useState } from 'react';
import { callPatiently } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { replies } from '../../i18n/en/replies.ts';
import { t } from '../../i18n/server-text.ts';
import { SelectField } from '../../ui/fields.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { textOfFile } from '../../ui/text-of-file.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from '../../domain/canned-replies/canned-replies.module.css';

/** Imports replies from a file, and shows by line what could not be imported. */
export function ImportDialog({ onClose }: { onClose: () => void }) {
  const client = useQueryClient();
  const mayShare = useMay('replies.share');
  const [format, setFormat] = useState<ImportFormat>('csv');
  const [isShared, setShared] = useState(mayShare);
  const [existing, setExisting] = useState<'skip' | 'replace'>('skip');
  const [file, setFile] = useState<File | null>(null);
  const [fileLabel, chosenFile] = [useId(), useId()];
  const input = useRef<HTMLInputElement>(null);
  const { mutate, data, isPending } = useMutation({
    mutationFn: async (chosen: File) =>
      callPatiently(importCannedReplies, { body: { format, existing, isShared, content: await textOfFile(chosen) } }),
    onSuccess: () => void client.invalidateQueries({ queryKey: keyOf(listCannedReplies) }),
    onError: (error) => toastFailure(error, replies('importFailed')),
  });
  return (
    <DialogFrame
      title={replies('importTitle')}
      onClose={onClose}
      footer={
        data ? (
          <Button onClick={onClose}>{replies('done')}</Button>
        ) : (
          <Button {...pausedWhile(!file || isPending, () => file && mutate(file))}>{replies('importNow')}</Button>
        )
      }
    >
      {data ? (
        <Report report={data} />
      ) : (
        <Stack gap="3">
          <SelectField
            label={replies('importFrom')}
            value={format}
            options={[
              { value: 'csv', label: replies('fromCsv') },
              { value: 'chatwoot', label: replies('fromChatwoot') },
              { value: 'intercom', label: replies('fromIntercom') },
            ]}
            onChange={setFormat}
          />
          <Box fontSize="sm">
            <Box id={fileLabel} fontWeight="500" mb="1">
              {replies('importFile')}
            </Box>
            <input
              ref={input}
              type="file"
              hidden
              aria-labelledby={fileLabel}
              accept={format === 'csv' ? '.csv,text/csv' : '.json,application/json'}
              onChange={({ currentTarget }) => setFile(currentTarget.files?.[0] ?? null)}
            />
            <Box display="flex" alignItems="center" gap="3" minW="0">
              <Button size="xs" variant="outline" aria-describedby={chosenFile} onClick={() => input.current?.click()}>
                {replies('chooseFile')}
              </Button>
              <Box as="bdi" id={chosenFile} color="fg.muted" minW="0" truncate>
                {file?.name ?? replies('noFile')}
              </Box>
            </Box>
          </Box>
          <SelectField
            label={replies('forWhom')}
            hint={mayShare ? undefined : replies('sharedByAdmins')}
            disabled={!mayShare}
            value={isShared ? 'shared' : 'own'}
            options={[
              { value: 'shared', label: replies('everybody') },
              { value: 'own', label: replies('onlyMe') },
            ]}
            onChange={(value) => setShared(value === 'shared')}
          />
          <SelectField
            label={replies('importExisting')}
            value={existing}
            options={[
              { value: 'skip', label: replies('skipExisting') },
              { value: 'replace', label: replies('replaceExisting') },
            ]}
            onChange={setExisting}
          />
        </Stack>
      )}
    </DialogFrame>
  );
}

/** Returns why a row was not imported, behind the name of its column. */
function reasonOf({ reason, field, localized }: ImportReport['skipped'][number]): string {
  const words = t(localized, reason);
  return localized && field ? `${field}: ${words}` : words;
}

function Report({ report }: { report: ImportReport }) {
  const { added, replaced, unchanged, skipped, changed } = report;
  const line = (entry: { line: number; shortcut: string | null }, reason: string) =>
    replies('lineReason', { line: entry.line, shortcut: entry.shortcut ? `/${entry.shortcut}` : '', reason });
  return (
    <Stack gap="3" fontSize="sm">
      <output>{replies('importDone', { added, replaced, unchanged })}</output>
      {skipped.length > 0 && (
        <Box>
          <Box fontWeight="500">{replies('importSkipped', { count: skipped.length })}</Box>
          <ul className={styles.report}>
            {skipped.map((entry) => (
              <li key={entry.line}>{line(entry, reasonOf(entry))}</li>
            ))}
          </ul>
        </Box>
      )}
      {changed.length > 0 && (
        <Box>
          <Box fontWeight="500">{replies('importChanged', { count: changed.length })}</Box>
          <ul className={styles.report}>
            {changed.map((entry) => (
              <li key={`${entry.line} ${entry.what}`}>{line(entry, t(entry.localized, entry.what))}</li>
            ))}
          </ul>
        </Box>
      )}
    </Stack>
  );
}
