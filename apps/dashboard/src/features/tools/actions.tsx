import { Box, Button } from '@chakra-ui/react';
import {
  deleteTool,
  listTools,
  listToolServers,
  readToolHosts,
  replaceToolHosts,
  updateTool,
} from '@parley/contracts/routes/tools';
import { offerState, type Tool, type ToolServer } from '@parley/contracts/assistant/tools';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil, Play, Trash2, Wrench } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { rowProps } from '../../commands/rows.ts';
import { isConflict } from '../../api/as-seen.ts';
import { useDraft } from '../../forms/draft.ts';
import { rehearsalWords } from '../../i18n/en/rehearsals.ts';
import { toolWords as words } from '../../i18n/en/tools.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { ListPanel, SwitchedLine } from '../../ui/list-panel.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { Deliveries } from '../../domain/deliveries/deliveries.tsx';
import { Placeholders } from '../../ui/placeholders.tsx';
import { RehearseButton } from '../../domain/rehearsal/rehearse-button.tsx';
import { definitionOf, linesOf } from '../../domain/tools/definition.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { OfferTag } from './offer-tag.tsx';
import { Servers } from './servers.tsx';
import { ToolForm } from './tool-form.tsx';
import { TryTool } from './try-tool.tsx';

/** Manages the assistant's actions, their hosts, and the log of calls. */
export default function Actions() {
  const client = useQueryClient();
  const tools = useRead(listTools, {});
  const servers = useRead(listToolServers, {});
  const [form, setForm] = useState<Tool | 'new' | null>(null);
  const [trying, setTrying] = useState<Tool | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(listTools) });
  return (
    <>
      <ListPanel
        title={words('title')}
        description={words('about')}
        read={tools}
        items={tools.data}
        add={{ label: words('add'), onAdd: () => setForm('new') }}
        empty={{ icon: Wrench, title: words('none'), hint: words('noneHint') }}
        removal={{
          title: words('delete'),
          remove: (id) => call(deleteTool, { params: { id } }),
          onDeleted: () => {
            refresh();
            toast({ title: words('deleted') });
          },
          renderHint: ({ id, name }) => (
            <>
              {words('deleteHint', { name })}
              <Box mt="3">
                <RehearseButton
                  size="xs"
                  label={`${rehearsalWords('rehearse')}: ${words('delete')}, ${name}`}
                  change={{ tools: [{ id, definition: null }] }}
                />
              </Box>
            </>
          ),
        }}
      >
        {(tool, onDelete) => (
          <ToolItem
            key={tool.id}
            tool={tool}
            servers={servers.data ?? []}
            onChanged={refresh}
            onEdit={() => setForm(tool)}
            onTry={() => setTrying(tool)}
            onDelete={onDelete}
          />
        )}
      </ListPanel>
      <Hosts />
      <Servers tools={tools.data ?? []} onChanged={refresh} />
      <Deliveries channel="action" />
      {form && (
        <ToolForm
          tool={form === 'new' ? null : form}
          onClose={() => setForm(null)}
          onSaved={() => {
            setForm(null);
            refresh();
            toast({ title: words('saved') });
          }}
        />
      )}
      {trying && <TryTool tool={trying} onClose={() => setTrying(null)} />}
    </>
  );
}

interface ToolItemProps {
  tool: Tool;
  servers: readonly ToolServer[];
  onChanged: () => void;
  onEdit: () => void;
  onTry: () => void;
  onDelete: () => void;
}

function ToolItem({ tool, servers, onChanged, onEdit, onTry, onDelete }: ToolItemProps) {
  const { id, name, description, effect, needsIdentity, bindings, isActive, mcp } = tool;
  const offer = mcp ? offerState(mcp, servers.find((server) => server.id === mcp.serverId)?.offers ?? null) : 'same';
  const change = useMutation({
    mutationFn: (isOn: boolean) =>
      call(updateTool, {
        params: { id },
        body: { ...definitionOf(tool, isOn), expected: definitionOf(tool, isActive) },
      }),
    onSuccess: onChanged,
    onError: (error) => {
      toastFailure(error);
      onChanged();
    },
  });
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      <SwitchedLine
        isOn={isActive}
        switchLabel={`${words('active')}: ${name}`}
        onSwitch={(isOn) => change.mutate(isOn)}
        beside={
          <RehearseButton
            size="xs"
            label={`${rehearsalWords('rehearse')}: ${rehearsalWords(isActive ? 'off' : 'on')}, ${name}`}
            change={{ tools: [{ id, isActive: !isActive }] }}
          />
        }
        buttons={[
          { label: `${words('tryIt')}: ${name}`, icon: Play, onClick: onTry },
          { label: words('edit', { name }), icon: Pencil, onClick: onEdit },
          { label: `${words('delete')}: ${name}`, icon: Trash2, onClick: onDelete },
        ]}
      >
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="1.5">
          <code>{name}</code>
          <Tag tone={effect === 'write' ? 'amber' : 'neutral'}>{words(effect)}</Tag>
          {(needsIdentity || Object.keys(bindings).length > 0) && <Tag tone="outline">{words('identity')}</Tag>}
          <OfferTag state={offer} />
        </Box>
        <Box color="fg.muted" fontSize="xs">
          {description}
        </Box>
      </SwitchedLine>
    </Box>
  );
}

const hostsOf = (text: string): string[] => linesOf(text).map((host) => host.toLowerCase());

/** Edits the hosts that actions may call; all others are refused. */
function Hosts() {
  const client = useQueryClient();
  const hosts = useRead(readToolHosts, {});
  const draft = useDraft('tool hosts', { text: (hosts.data ?? []).join('\n') });
  const save = useMutation({
    mutationFn: () =>
      call(replaceToolHosts, {
        body: { hosts: hostsOf(draft.value.text), expected: { hosts: hostsOf(draft.seen.text ?? '') } },
      }),
    onSuccess: () => {
      draft.reset();
      void client.invalidateQueries({ queryKey: keyOf(readToolHosts) });
      toast({ title: words('hostsSaved') });
    },
    onError: async (error) => {
      toastFailure(error);
      if (!isConflict(error)) return;
      const { data = [] } = await hosts.refetch();
      draft.seeAnew({ text: data.join('\n') });
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    save.mutate();
  };
  // Without the present list there is no form: it would overwrite the list.
  if (hosts.isPending) return <Placeholders count={1} />;
  if (!hosts.data)
    return (
      <Panel title={words('hosts')} flush>
        <FailedState compact error={hosts.error} retry={() => void hosts.refetch()} />
      </Panel>
    );
  return (
    <Panel>
      <Box asChild display="flex" flexDirection="column" gap="3" alignItems="flex-start">
        <form onSubmit={submit}>
          <TextArea
            label={words('hosts')}
            hint={words('hostsHint')}
            rows={3}
            dir="ltr"
            fontFamily="mono"
            placeholder="api.shop.example.com"
            value={draft.value.text}
            onChange={({ target }) => draft.set({ text: target.value })}
          />
          <Button type="submit" size="sm" {...pausedWhile(save.isPending || !draft.isDirty)}>
            {words('saveHosts')}
          </Button>
        </form>
      </Box>
    </Panel>
  );
}
