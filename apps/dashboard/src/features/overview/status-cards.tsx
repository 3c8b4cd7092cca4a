import type { Stats } from '@parley/contracts/entities';
import type { Settings } from '@parley/contracts/settings';
import { common } from '../../i18n/en/common.ts';
import { overviewWords } from '../../i18n/en/overview.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import styles from './overview.module.css';

/** `unknown` stands where a value is not known yet, or could not be read. */
export function IntegrationStatus({ settings, unknown }: { settings: Settings | undefined; unknown: string }) {
  const rows = [
    ['Slack', settings?.slackConfig.enabled, overviewWords('connected')],
    [common('email'), settings?.emailConfig.enabled, overviewWords('connected')],
    ['Trello', settings?.trelloConfig.enabled, overviewWords('connected')],
    ['ChatGPT API', settings?.aiConfig.enabled, overviewWords('active')],
  ] as const;
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
