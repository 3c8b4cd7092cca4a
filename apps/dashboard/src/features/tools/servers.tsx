import { Box, Button, IconButton } from '@chakra-ui/react';
import { deleteToolServer, listOfferedTools, listToolServers } from '@parley/contracts/routes/tools';
import {
  type OfferedTool,
  offerState,
  type Tool,
  type ToolDefinition,
  type ToolServer,
} from '@parley/contracts/assistant/tools';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ListTree, Pencil, Plug, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { rowProps } from '../../commands/rows.ts';
import { common } from '../../i18n/en/common.ts';
import { toolWords as words } from '../../i18n/en/tools.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { Placeholders } from '../../ui/placeholders.tsx';
import { newTool } from '../../domain/tools/definition.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { OfferTag } from './offer-tag.tsx';
import { ServerForm } from './server-form.tsx';
import { ToolForm } from './tool-form.tsx';
import { Awaited } from '../../ui/awaited.tsx';

interface ServersProps {
  tools: readonly Tool[];
  onChanged: () => void;
}

/** Lists servers with tools that become actions. */
export function Servers({ tools, onChanged }: ServersProps) {
  const client = useQueryClient();
  const servers = useRead(listToolServers, {});
  const [form, setForm] = useState<ToolServer | 'new' | null>(null);
  const [opened, setOpened] = useState<ToolServer | null>(null);
  const [removing, setRemoving] = useState<ToolServer | null>(null);
  const ask = useMutation({
    mutationFn: (id: string) => call(listOfferedTools, { params: { id } }),
    onError: (error) => toastFailure(error),
    onSettled: () => refresh(),
  });
  const refresh = () => {
    void client.invalidateQueries({ queryKey: keyOf(listToolServers) });
    onChanged();
  };
  return (
    <Panel
      title={words('servers')}
      description={words('serversHint')}
      flush
      action={
        servers.data?.length !== 0 && (
          <Button size="xs" variant="outline" onClick={() => setForm('new')}>
            {words('addServer')}
          </Button>
        )
      }
    >
      <Awaited read={servers} lines={2} />
      {servers.data?.length === 0 && (
        <EmptyState
          icon={Plug}
          title={words('noServers')}
          compact
          action={<EmptyAction onClick={() => setForm('new')}>{words('addServer')}</EmptyAction>}
        />
      )}
      <Box as="ul" listStyleType="none">
        {servers.data?.map((server) => (
          <ServerItem
            key={server.id}
            server={server}
            tools={tools}
            onOpen={() => setOpened(server)}
            onEdit={() => setForm(server)}
            onDelete={() => setRemoving(server)}
          />
        ))}
      </Box>
      {form && (
        <ServerForm
          server={form === 'new' ? null : form}
          onSaved={(server) => {
            setForm(null);
            refresh();
            toast({ title: words('serverSaved') });
            // The server may offer other tools now.
            ask.mutate(server.id);
          }}
          onClose={() => {
            setForm(null);
            refresh();
          }}
        />
      )}
      {opened && (
        <Offers
          server={opened}
          tools={tools}
          onChanged={refresh}
          onClose={() => {
            setOpened(null);
            refresh();
          }}
        />
      )}
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

interface ServerItemProps {
  server: ToolServer;
  tools: readonly Tool[];
  onOpen: () => void;
  onEdit: () => void;
  onDelete: () => void;
}

function ServerItem({ server, tools, onOpen, onEdit, onDelete }: ServerItemProps) {
  const { id, name, url, offers } = server;
  const states = tools.flatMap(({ mcp }) => (mcp?.serverId === id ? offerState(mcp, offers) : []));
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px" px="4" py="2" display="flex" gap="2" alignItems="center">
      <Box flex="1" minW="0" overflowWrap="anywhere" fontSize="sm">
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="1.5">
          {name}
          {(['gone', 'changed'] as const).map(
            (state) => states.includes(state) && <OfferTag key={state} state={state} />,
          )}
        </Box>
        <Box color="fg.muted" fontSize="xs" dir="ltr">
          {url}
        </Box>
      </Box>
      <IconButton size="xs" variant="ghost" aria-label={words('toolsOf', { name })} onClick={onOpen}>
        <ListTree size={15} aria-hidden />
      </IconButton>
      <IconButton size="xs" variant="ghost" aria-label={words('edit', { name })} onClick={onEdit}>
        <Pencil size={15} aria-hidden />
      </IconButton>
      <IconButton size="xs" variant="ghost" aria-label={`${words('deleteServer')}: ${name}`} onClick={onDelete}>
        <Trash2 size={15} aria-hidden />
      </IconButton>
    </Box>
  );
}

interface OffersProps extends ServersProps {
  server: ToolServer;
  onClose: () => void;
}

/**
 * Lists a server's present tools, and which of them are actions; a chosen tool becomes an action with its present
 * description.
 */
function Offers({ server, tools, onChanged, onClose }: OffersProps) {
  const [form, setForm] = useState<{ tool: Tool | null; start?: ToolDefinition } | null>(null);
  const params = { id: server.id };
  const offers = useQuery({
    queryKey: keyOf(listOfferedTools, { params }),
    queryFn: ({ signal }) => call(listOfferedTools, { params }, signal),
    staleTime: 0,
    retry: false,
  });
  const edit = (tool: Tool) => setForm({ tool });
  const ours = tools.filter(({ mcp }) => mcp?.serverId === server.id);
  const gone = ours.filter(({ mcp }) => mcp && offers.data && offerState(mcp, offers.data) === 'gone');
  return (
    <DialogFrame title={words('toolsOf', { name: server.name })} size="lg" isLong onClose={onClose}>
      {offers.isPending && <Placeholders count={3} />}
      {offers.isError && <FailedState compact error={offers.error} retry={() => void offers.refetch()} />}
      {offers.data?.length === 0 && (
        <Box role="status" color="fg.muted" fontSize="sm">
          {words('noOffers')}
        </Box>
      )}
      <Box as="ul" listStyleType="none">
        {gone.map((tool) => (
          <Offer key={tool.id} name={tool.mcp?.tool ?? ''} tool={tool} state="gone" onEdit={() => edit(tool)}>
            {words('offerGoneHint')}
          </Offer>
        ))}
        {offers.data?.map((offer) => {
          const tool = ours.find(({ mcp }) => mcp?.tool === offer.name);
          return (
            <Offer
              key={offer.name}
              name={offer.name}
              effect={offer.isReadOnly ? 'read' : 'write'}
              tool={tool}
              state={tool?.mcp ? offerState(tool.mcp, offers.data) : 'same'}
              onEdit={() => (tool ? edit(tool) : setForm({ tool: null, start: startOf(server, offer) }))}
            >
              {offer.description}
            </Offer>
          );
        })}
      </Box>
      {form && (
        <ToolForm
          {...form}
          onSaved={() => {
            setForm(null);
            onChanged();
            toast({ title: words('saved') });
          }}
          onClose={() => setForm(null)}
        />
      )}
    </DialogFrame>
  );
}

interface OfferProps {
  name: string;
  effect?: Tool['effect'];
  /** The action that was made from it. */
  tool: Tool | undefined;
  state: ReturnType<typeof offerState>;
  onEdit: () => void;
  children: string;
}

function Offer({ name, effect, tool, state, onEdit, children }: OfferProps) {
  return (
    <Box
      as="li"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
      py="2"
      display="flex"
      gap="2"
      alignItems="center"
    >
      <Box flex="1" minW="0" overflowWrap="anywhere" fontSize="sm">
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="1.5">
          <code>{name}</code>
          {effect && <Tag tone={effect === 'write' ? 'amber' : 'neutral'}>{words(effect)}</Tag>}
          {tool && <Tag tone="outline">{words('chosen')}</Tag>}
          <OfferTag state={state} />
        </Box>
        <Box color="fg.muted" fontSize="xs">
          {children}
        </Box>
      </Box>
      <Button
        size="2xs"
        variant="outline"
        flexShrink="0"
        aria-label={tool ? words('edit', { name: tool.name }) : `${words('choose')}: ${name}`}
        onClick={onEdit}
      >
        {tool ? common('edit') : words('choose')}
      </Button>
    </Box>
  );
}

const startOf = (
  server: ToolServer,
  { name, description, parameters, isReadOnly, offer }: OfferedTool,
): ToolDefinition => ({
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
  mcp: { serverId: server.id, tool: name, offer },
});
