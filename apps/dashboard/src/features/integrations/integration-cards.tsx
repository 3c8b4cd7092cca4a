import type { Integration } from '@parley/contracts/channels/list';
import { listDeliveries } from '@parley/contracts/routes/integrations';
import type { Settings } from '@parley/contracts/settings';
import { useRead } from '../../api/read.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { Tag } from '../../ui/tag.tsx';
import { integrationKinds, isEnabled } from './kinds.ts';
import styles from './integrations.module.css';

interface IntegrationCardsProps {
  settings: Settings;
  selected: string;
  onSelect: (id: Integration) => void;
}

/** The state of each integration at a glance; a click opens its tab. */
export function IntegrationCards({ settings, selected, onSelect }: IntegrationCardsProps) {
  const dead = useRead(listDeliveries, { query: { status: 'dead', limit: 200 } });
  return (
    <div className={styles.cards}>
      {integrationKinds.map((kind) => {
        const { id, name, icon: Icon } = kind;
        const enabled = isEnabled(settings, kind);
        const failures = dead.data?.filter(({ channel }) => channel === id).length ?? 0;
        return (
          <button
            key={id}
            type="button"
            className={styles.card}
            data-selected={selected === id || undefined}
            onClick={() => onSelect(id)}
          >
            <Icon size={20} strokeWidth={1.7} aria-hidden />
            <span className={styles.cardName}>{name()}</span>
            <Tag tone={failures > 0 ? 'red' : enabled ? 'green' : 'neutral'}>
              {failures > 0
                ? integrationWords('failures', { count: failures })
                : enabled
                  ? integrationWords('enabled')
                  : integrationWords('disabled')}
            </Tag>
          </button>
        );
      })}
    </div>
  );
}
