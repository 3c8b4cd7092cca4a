import { type Integration, integrations } from '@parley/contracts/channels/integrations';
import { hasSlackThreads } from '@parley/contracts/channels/slack-threads';
import type { Stats } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings/settings';
import type { Permission } from '@parley/contracts/permissions/permissions';
import { listWebhooks } from '@parley/contracts/routes/integrations';
import { listTools } from '@parley/contracts/routes/tools';
import { useQuery } from '@tanstack/react-query';
import { read } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { toolWords } from '../../i18n/en/tools.ts';
import { webhookWords } from '../../i18n/en/webhooks.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './overview.module.css';

type Row = readonly [name: string, isEnabled: boolean | undefined, word: string];

/** Integrations that the product specification names, in its order and words. */
const specified: ReadonlySet<Integration> = new Set<Integration>(['slack', 'email', 'trello', 'ai']);

/** Whether any item of a list is in use, for users who may read it. */
function useActive(route: typeof listWebhooks | typeof listTools, permission: Permission) {
  const isShown = useMay(permission);
  const { data } = useQuery({ ...read<typeof route>(route, {}), enabled: isShown });
  return { isShown, isActive: data?.some(({ isActive }) => isActive) };
}

/** Shows the integrations' state; `unknown` in place of values that are not known yet, or could not be read. */
export function IntegrationStatus({ settings, unknown }: { settings: Settings | undefined; unknown: string }) {
  const connected = overviewWords('connected');
  const active = overviewWords('active');
  const webhooks = useActive(listWebhooks, 'webhooks.manage');
  const tools = useActive(listTools, 'tools.manage');
  const rows: readonly Row[] = [
    ['Slack', settings && (settings.slackConfig.enabled || hasSlackThreads(settings.slackThreadsConfig)), connected],
    [common('email'), settings?.emailConfig.enabled, connected],
    ['Trello', settings?.trelloConfig.enabled, connected],
    ['ChatGPT API', settings?.aiConfig.enabled, active],
    ...integrations
      .filter(({ id }) => !specified.has(id))
      .map(({ name, settings: section }): Row => [name, settings?.[section.name].enabled, connected]),
    ...(webhooks.isShown ? [[webhookWords('title'), webhooks.isActive, connected] as const] : []),
    ...(tools.isShown ? [[toolWords('title'), tools.isActive, active] as const] : []),
  ];
  return (
    <Panel title={overviewWords('integrationStatus')} flush>
      <dl className={styles.facts}>
        {rows.map(([name, enabled, word]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {enabled === undefined ? (
                unknown
              ) : (
                <Tag tone={enabled ? 'green' : 'neutral'}>{enabled ? word : overviewWords('disabled')}</Tag>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

/** Lists the stored tables: docs/product.md#system-overview. */
export function DatabaseSchema({ stats, unknown }: { stats: Stats | undefined; unknown: string }) {
  const tables = [
    ['conversations', stats?.totalConversations],
    ['messages', stats?.totalMessages],
    ['representatives', stats?.totalRepresentatives],
    ['websites', stats?.totalWebsites],
    ['settings', 1],
  ] as const;
  return (
    <Panel title={overviewWords('databaseSchema')} flush>
      <dl className={styles.facts}>
        {tables.map(([name, count]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{count === undefined ? unknown : overviewWords('records', { count })}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
