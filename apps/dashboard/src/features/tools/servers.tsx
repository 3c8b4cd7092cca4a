import { Box, Button, IconButton, Stack } from '@chakra-ui/react';
import { addToolServer, deleteToolServer, listOfferedTools, listToolServers } from '@parley/contracts/routes/tools';
import type { OfferedTool, Tool, ToolDefinition, ToolServer } from '@parley/contracts/tools';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListTree, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf, wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { toolWords as words } from '../../i18n/en/tools.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { FailedState } from '../../ui/empty-state.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { headersOf, newTool } from './definition.ts';
import { ToolForm } from './tool-form.tsx';

const empty = { name: '', url: '', headers: '' };

/** Servers whose tools become actions. */
export function Servers({ tools, onChanged }: { tools: readonly Tool[]; onChanged: () => void }) {
  const client = useQueryClient();
  const servers = useRead(listToolServers, {});
  const [value, setValue] = useState(empty);
  const [opened, setOpened] = useState<ToolServer | null>(null);
  const [removing, setRemoving] = useState<ToolServer | null>(null);
  const refresh = () => {
    void client.invalidateQueries({ queryKey: keyOf(listToolServers) });
    onChanged();
  };
  const add = useMutation({
    mutationFn: () =>
      call(addToolServer, { body: { name: value.name, url: value.url, headers: headersOf(value.headers) } }),
    onSuccess: () => {
      setValue(empty);
      refresh();
    },
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  const fault = (field: string) => (add.error ? faultOf(add.error, field) : undefined);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    add.mutate();
  };
  return (
    <Panel title={words('servers')} description={words('serversHint')} flush>
      <Box as="ul" listStyleType="none">
        {servers.data?.map((server) => (
          <Box as="li" key={server.id} borderTopWidth="1px" px="4" py="2" display="flex" gap="2" alignItems="center">
            <Box flex="1" minW="0" overflowWrap="anywhere" fontSize="sm">
              {server.name}
              <Box color="fg.muted" fontSize="xs" dir="ltr">
                {server.url}
              </Box>
            </Box>
            <IconButton
              size="xs"
              variant="ghost"
              aria-label={words('toolsOf', { name: server.name })}
              onClick={() => setOpened(server)}
            >
              <ListTree size={15} aria-hidden />
            </IconButton>
            <IconButton
              size="xs"
              variant="ghost"
              aria-label={`${words('deleteServer')}: ${server.name}`}
              onClick={() => setRemoving(server)}
            >
              <Trash2 size={15} aria-hidden />
            </IconButton>
          </Box>
        ))}
      </Box>
      <Box asChild borderTopWidth="1px" p="4">
        <form onSubmit={submit}>
          <Stack gap="3" alignItems="flex-start">
            <TextField
              label={words('name')}
              required
              error={fault('name')}
              value={value.name}
              onChange={({ target }) => setValue({ ...value, name: target.value })}
            />
            <TextField
              label={words('address')}
              type="url"
              required
              dir="ltr"
              placeholder="https://"
              error={fault('url')}
              value={value.url}
              onChange={({ target }) => setValue({ ...value, url: target.value })}
            />
            <TextArea
              label={words('headers')}
              hint={words('headersHint', { example: 'Authorization: Bearer 1234' })}
              rows={1}
              dir="ltr"
              fontFamily="mono"
              error={fault('headers')}
              value={value.headers}
              onChange={({ target }) => setValue({ ...value, headers: target.value })}
            />
            <Button type="submit" size="xs" variant="outline" {...pausedWhile(add.isPending)}>
              {words('addServer')}
            </Button>
          </Stack>
        </form>
      </Box>
      {opened && <Offers server={opened} tools={tools} onChanged={onChanged} onClose={() => setOpened(null)} />}
      <DeleteDialog
        title={words('deleteServer')}
        id={removing?.id ?? null}
        remove={(id) => call(deleteToolServer, { params: { id } })}
        onDeleted={refresh}
        onClose={() => setRemoving(null)}
      >
        {words('deleteServerHint', { name: removing?.name ?? '' })}
      </DeleteDialog>
    </Panel>
  );
}

interface OffersProps {
  server: ToolServer;
  tools: readonly Tool[];
  onChanged: () => void;
  onClose: () => void;
}

/** What a server offers now; chosen, it becomes an action as it is described here, until somebody changes that. */
function Offers({ server, tools, onChanged, onClose }: OffersProps) {
  const [chosen, setChosen] = useState<OfferedTool | null>(null);
  const offers = useQuery({
    queryKey: keyOf(listOfferedTools, { params: { id: server.id } }),
    queryFn: ({ signal }) => call(listOfferedTools, { params: { id: server.id } }, signal),
    retry: false,
  });
  if (chosen) {
    return (
      <ToolForm
        tool={null}
        start={startOf(server, chosen)}
        onSaved={() => {
          setChosen(null);
          onChanged();
          toast({ title: words('saved') });
        }}
        onClose={() => setChosen(null)}
      />
    );
  }
  return (
    <DialogFrame title={words('toolsOf', { name: server.name })} size="lg" isLong onClose={onClose}>
      {offers.isError && <FailedState compact error={offers.error} retry={() => void offers.refetch()} />}
      <Box as="ul" listStyleType="none">
        {offers.data?.map((offer) => (
          <Box as="li" key={offer.name} borderTopWidth="1px" py="2" display="flex" gap="2" alignItems="center">
            <Box flex="1" minW="0" overflowWrap="anywhere" fontSize="sm">
              <Box display="flex" flexWrap="wrap" alignItems="center" gap="1.5">
                <code>{offer.name}</code>
                <Tag tone={offer.isReadOnly ? 'neutral' : 'amber'}>{words(offer.isReadOnly ? 'read' : 'write')}</Tag>
              </Box>
              <Box color="fg.muted" fontSize="xs">
                {offer.description}
              </Box>
            </Box>
            <Button
              size="2xs"
              variant="outline"
              disabled={tools.some(({ mcp }) => mcp?.serverId === server.id && mcp.tool === offer.name)}
              onClick={() => setChosen(offer)}
            >
              {words('choose')}
            </Button>
          </Box>
        ))}
      </Box>
    </DialogFrame>
  );
}

const startOf = (server: ToolServer, { name, description, parameters, isReadOnly }: OfferedTool): ToolDefinition => ({
  ...newTool,
  name: name
    .toLowerCase()
    .replaceAll(/[^a-z0-9_]+/g, '_')
    .replace(/^[^a-z]+/, '')
    .slice(0, 48),
  description,
  parameters,
  // A server's own word that something only reads is a hint: who chooses it decides.
  effect: isReadOnly ? 'read' : 'write',
  http: null,
  mcp: { serverId: server.id, tool: name },
});
