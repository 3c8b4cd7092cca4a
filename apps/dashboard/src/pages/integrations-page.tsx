import { Box, Skeleton, Stack, Tabs } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings';
import { useSearchParams } from 'react-router-dom';
import { useMe } from '../auth/auth.tsx';
import { useCommands } from '../commands/commands.ts';
import { useRowKeys, useRows } from '../commands/rows.ts';
import { Articles } from '../features/integrations/articles.tsx';
import { Deliveries } from '../features/integrations/deliveries.tsx';
import { AiForm, BoardsForm, EmailForm, SlackForm, TrelloForm } from '../features/integrations/forms.tsx';
import { IntegrationCards } from '../features/integrations/integration-cards.tsx';
import { type IntegrationKind, integrationKinds } from '../features/integrations/kinds.ts';
import { Webhooks } from '../features/integrations/webhooks.tsx';
import { useSettings } from '../forms/settings.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { TabList } from '../ui/tab-list.tsx';

const forms = { email: EmailForm, slack: SlackForm, tigon: BoardsForm, trello: TrelloForm, ai: AiForm } as const;

/** /integrations. */
export default function IntegrationsPage() {
  const settings = useSettings();
  useRows();
  useRowKeys({ r: 'Retry or replay delivery' });
  return (
    <Page title="Integrations" description="Where conversations go besides this dashboard.">
      {settings.isPending && <Skeleton height="420px" borderRadius="10px" />}
      {settings.isError && !settings.data && (
        <FailedState error={settings.error} retry={() => void settings.refetch()} />
      )}
      {settings.data && <Integrations settings={settings.data} />}
    </Page>
  );
}

function Integrations({ settings }: { settings: Settings }) {
  const me = useMe();
  const [query, setQuery] = useSearchParams();
  const tab = integrationKinds.find(({ id }) => id === query.get('tab'))?.id ?? 'email';
  const select = (id: string) => setQuery({ tab: id }, { replace: true });
  useCommands(
    integrationKinds.map(({ id, name }, index) => ({
      id: `tab:${id}`,
      label: `Show ${name}`,
      group: 'List' as const,
      keys: `f ${index + 1}`,
      run: () => select(id),
    })),
  );
  return (
    <Stack gap="16px" maxW="860px">
      <IntegrationCards settings={settings} selected={tab} onSelect={select} />
      <Tabs.Root
        value={tab}
        onValueChange={({ value }) => select(value)}
        variant="line"
        size="sm"
        lazyMount
        unmountOnExit
      >
        <TabList tabs={integrationKinds.map(({ id, name }) => ({ id, label: name }))} selected={tab} />
        {integrationKinds.map((kind) => (
          <Tabs.Content key={kind.id} value={kind.id} pt="16px">
            <Stack gap="16px">
              <IntegrationTab kind={kind} settings={settings} />
            </Stack>
          </Tabs.Content>
        ))}
      </Tabs.Root>
      {me.role === 'admin' && (
        <Box>
          <Webhooks />
        </Box>
      )}
    </Stack>
  );
}

function IntegrationTab({ kind, settings }: { kind: IntegrationKind; settings: Settings }) {
  const Form = forms[kind.id];
  return (
    <>
      <Form kind={kind} settings={settings} />
      {kind.id === 'ai' && <Articles />}
      <Deliveries channel={kind.id} />
    </>
  );
}
