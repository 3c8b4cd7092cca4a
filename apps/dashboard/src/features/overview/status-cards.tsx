import type { Stats } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './overview.module.css';

/** `unknown` stands where a value is not known yet, or could not be read. */
export function IntegrationStatus({ settings, unknown }: { settings: Settings | undefined; unknown: string }) {
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
                unknown
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

const records = (count: number): string => `${count.toLocaleString()} ${count === 1 ? 'record' : 'records'}`;

/** What is stored: docs/product.md#system-overview. */
export function DatabaseSchema({ stats, unknown }: { stats: Stats | undefined; unknown: string }) {
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
            <dd>{count === undefined ? unknown : records(count)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  );
}
