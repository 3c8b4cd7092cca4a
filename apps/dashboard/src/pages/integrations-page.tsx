import { Skeleton, Stack } from '@chakra-ui/react';
import { type ReactNode, Suspense } from 'react';
import { missingFields } from '@parley/contracts/channels/channel';
import { listMailboxNames } from '@parley/contracts/routes/mail';
import { listTools } from '@parley/contracts/routes/tools';
import type { Settings } from '@parley/contracts/settings/settings';
import { Inbox, Wrench } from 'lucide-react';
import { useRead } from '../api/read.ts';
import { useMay } from '../forms/permissions.ts';
import { useRowKeys, useRows } from '../commands/rows.ts';
import { Deliveries } from '../domain/deliveries/deliveries.tsx';
import { IntegrationCard } from '../features/integrations/integration-card.tsx';
import { type IntegrationKind, integrationKinds, isEnabled } from '../features/integrations/kinds.ts';
import { ApiChannels } from '../features/integrations/api-channels.tsx';
import { Webhooks } from '../features/integrations/webhooks.tsx';
import { lazyPart } from '../loading/part.tsx';
import { mailboxWords } from '../i18n/en/mailboxes.ts';
import { toolWords } from '../i18n/en/tools.ts';
import { useSettings } from '../forms/settings.ts';
import { integrationWords } from '../i18n/en/integrations.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { ScreenTabs, useTab } from '../ui/screen-tabs.tsx';

const Mailboxes = lazyPart(() => import('../features/mailboxes/mailboxes.tsx'));
const Actions = lazyPart(() => import('../features/tools/actions.tsx'));

/** /integrations. */
export default function IntegrationsPage() {
  const settings = useSettings();
  useRows();
  useRowKeys({ r: integrationWords('retryDelivery') });
  return (
    <Page title={integrationWords('title')} description={integrationWords('about')}>
      {settings.isPending && <Skeleton height="26.25rem" borderRadius="xl" />}
      {settings.isError && !settings.data && (
        <FailedState error={settings.error} retry={() => void settings.refetch()} />
      )}
      {settings.data && <Integrations settings={settings.data} />}
    </Page>
  );
}

function Integrations({ settings }: { settings: Settings }) {
  const mayHook = useMay('webhooks.manage');
  const mayAct = useMay('tools.manage');
  const mayMail = useMay('mail.manage');
  const tabs: { id: string; label: string; card: ReactNode; content: ReactNode }[] = [
    ...integrationKinds.map((kind) => ({
      id: kind.id,
      label: kind.name(),
      card: <ChannelCard kind={kind} settings={settings} />,
      content: <IntegrationTab kind={kind} settings={settings} />,
    })),
    ...(mayMail
      ? [
          {
            id: 'mailboxes',
            label: mailboxWords('title'),
            card: <MailboxesCard />,
            content: (
              <Suspense fallback={<Skeleton height="13rem" borderRadius="xl" />}>
                <Mailboxes />
              </Suspense>
            ),
          },
        ]
      : []),
    ...(mayAct
      ? [
          {
            id: 'actions',
            label: toolWords('title'),
            card: <ActionsCard />,
            content: (
              <Suspense fallback={<Skeleton height="13rem" borderRadius="xl" />}>
                <Actions />
              </Suspense>
            ),
          },
        ]
      : []),
  ];
  const [tab, show] = useTab(tabs, 'email');
  return (
    <>
      <ScreenTabs tabs={tabs} selected={tab} onSelect={show} cardOf={({ card }) => card}>
        {({ content }) => (
          <Stack gap="4" maxW="form">
            {content}
          </Stack>
        )}
      </ScreenTabs>
      {mayHook && tab !== 'actions' && tab !== 'mailboxes' && (
        <Stack mt="4" maxW="form" gap="4">
          <ApiChannels />
          <Webhooks />
        </Stack>
      )}
    </>
  );
}

function ChannelCard({ kind, settings }: { kind: IntegrationKind; settings: Settings }) {
  const { Card = IntegrationCard } = kind;
  return (
    <Card
      name={kind.name()}
      icon={kind.icon}
      channel={kind.id}
      isEnabled={isEnabled(settings, kind)}
      isIncomplete={settings[kind.section].enabled && missingFields(kind.settings, settings[kind.section]).length > 0}
    />
  );
}

function MailboxesCard() {
  const names = useRead(listMailboxNames, {});
  return (
    <IntegrationCard
      name={mailboxWords('title')}
      icon={Inbox}
      channel="email"
      isEnabled={(names.data?.length ?? 0) > 0}
    />
  );
}

function ActionsCard() {
  const tools = useRead(listTools, {});
  return (
    <IntegrationCard
      name={toolWords('title')}
      icon={Wrench}
      channel="action"
      isEnabled={tools.data?.some(({ isActive }) => isActive) ?? false}
    />
  );
}

function IntegrationTab({ kind, settings }: { kind: IntegrationKind; settings: Settings }) {
  const mayManage = useMay('mail.manage');
  const { Form, Above, Below } = kind;
  return (
    <>
      <Form kind={kind} settings={settings} />
      {Above && <Above />}
      <Deliveries channel={kind.id} />
      {Below && mayManage && <Below />}
    </>
  );
}
