import { Box, Skeleton, Stack } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings';
import { useMe } from '../auth/auth.tsx';
import { useRowKeys, useRows } from '../commands/rows.ts';
import { Articles } from '../features/integrations/articles.tsx';
import { Deliveries } from '../features/integrations/deliveries.tsx';
import { AiForm, BoardsForm, EmailForm, SlackForm, TrelloForm } from '../features/integrations/forms.tsx';
import { IncomingMail } from '../features/integrations/incoming-mail.tsx';
import { IntegrationCards } from '../features/integrations/integration-cards.tsx';
import { type IntegrationKind, integrationKinds } from '../features/integrations/kinds.ts';
import { Unsubscribes } from '../features/integrations/unsubscribes.tsx';
import { Webhooks } from '../features/integrations/webhooks.tsx';
import { useSettings } from '../forms/settings.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ScreenTabs, useTab } from '../ui/screen-tabs.tsx';

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

const tabs = integrationKinds.map((kind) => ({ ...kind, label: kind.name }));

function Integrations({ settings }: { settings: Settings }) {
  const me = useMe();
  const [tab, show] = useTab(tabs, 'email');
  return (
    <Stack gap="16px" maxW="860px">
      <IntegrationCards settings={settings} selected={tab} onSelect={show} />
      <ScreenTabs tabs={tabs} selected={tab} onSelect={show}>
        {(kind) => (
          <Stack gap="16px">
            <IntegrationTab kind={kind} settings={settings} />
          </Stack>
        )}
      </ScreenTabs>
      {me.role === 'admin' && (
        <Box>
          <Webhooks />
        </Box>
      )}
    </Stack>
  );
}

function IntegrationTab({ kind, settings }: { kind: IntegrationKind; settings: Settings }) {
  const me = useMe();
  const Form = forms[kind.id];
  return (
    <>
      <Form kind={kind} settings={settings} />
      {kind.id === 'ai' && <Articles />}
      <Deliveries channel={kind.id} />
      {kind.id === 'email' && me.role === 'admin' && (
        <>
          <IncomingMail />
          <Unsubscribes />
        </>
      )}
    </>
  );
}
