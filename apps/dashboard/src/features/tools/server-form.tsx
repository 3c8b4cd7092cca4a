import { Box, Stack } from '@chakra-ui/react';
import { addToolServer, listToolServers, updateToolServer } from '@parley/contracts/routes/tools';
import type { ToolServer } from '@parley/contracts/assistant/tools';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { toolWords as words } from '../../i18n/en/tools.ts';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { headerLines, headersOf, unchangedSince } from '../../domain/tools/definition.ts';

interface ServerFormProps {
  server: ToolServer | null;
  onSaved: (server: ToolServer) => void;
  onClose: () => void;
}

/** Edits the address and the secrets of an MCP server; a masked secret stays as it is. */
export function ServerForm({ server, onSaved, onClose }: ServerFormProps) {
  const [name, setName] = useState(server?.name ?? '');
  const [url, setUrl] = useState(server?.url ?? '');
  const [headers, setHeaders] = useState(() => headerLines(server?.headers ?? []));
  const put = (seen: ToolServer | undefined) => {
    const body = { name, url, headers: headersOf(headers) };
    if (!seen) return call(addToolServer, { body });
    const expected = { ...seenOf(seen, body), ...unchangedSince(seen, body.headers) };
    return call(updateToolServer, { params: { id: seen.id }, body: { ...body, expected } });
  };
  const save = useSaveItem(put, { item: server ?? undefined, list: keyOf(listToolServers), onDone: onSaved });
  const fault = (field: string) => (save.error ? faultOf(save.error, field) : undefined);
  return (
    <FormDialog
      title={server ? words('edit', { name: server.name }) : words('addServer')}
      submitLabel={words('save')}
      stays
      isPaused={save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Stack gap="4">
        <TextField
          label={words('name')}
          required
          error={fault('name')}
          value={name}
          onChange={({ target }) => setName(target.value)}
        />
        <TextField
          label={words('address')}
          type="url"
          required
          dir="ltr"
          placeholder="https://"
          error={fault('url')}
          value={url}
          onChange={({ target }) => setUrl(target.value)}
        />
        <TextArea
          label={words('headers')}
          hint={words('headersHint', { example: 'Authorization: Bearer 1234' })}
          rows={2}
          dir="ltr"
          fontFamily="mono"
          spellCheck={false}
          error={fault('headers')}
          value={headers}
          onChange={({ target }) => setHeaders(target.value)}
        />
        {conflictWords(save.error) && (
          <Box role="alert" color="fg.error" fontSize="sm">
            {conflictWords(save.error)}
          </Box>
        )}
      </Stack>
    </FormDialog>
  );
}
