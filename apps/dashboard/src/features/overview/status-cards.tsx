import type { Stats } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './overview.module.css';

export function IntegrationStatus({ settings }: { settings: Settings | undefined }) {
  const rows = [
    ['Slack', settings?.slackConfig.enabled, 'Connected'],
    ['Email', settings?.emailConfig.enabled, 'Connected'],
    ['Trello', settings?.trelloConfig.enabled, 'Connected'],
    ['ChatGPT API', settings?.aiConfig.enabled, 'Active'],
  ] as const;
  return (
    <Panel title="Integration Status" flush>
      <dl className={styles.facts}>
        {rows.map(([name, enabled, word]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>
              {enabled === undefined ? (
                '…'
              ) : (
                <Tag tone={enabled ? 'green' : 'neutral'}>{enabled ? word : 'Disabled'}</Tag>
              )}
            </dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}

const records = (count: number | undefined): string =>
  count === undefined ? '…' : `${count.toLocaleString()} ${count === 1 ? 'record' : 'records'}`;

/** What is stored: product specification section 2. */
export function DatabaseSchema({ stats }: { stats: Stats | undefined }) {
  const tables = [
    ['conversations', stats?.totalConversations],
    ['messages', stats?.totalMessages],
    ['representatives', stats?.totalRepresentatives],
    ['websites', stats?.totalWebsites],
    ['settings', 1],
  ] as const;
  return (
    <Panel title="Database Schema" flush>
      <dl className={styles.facts}>
        {tables.map(([name, count]) => (
          <div key={name}>
            <dt>
              <code>{name}</code>
            </dt>
            <dd>{records(count)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
