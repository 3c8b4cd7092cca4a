import type { TrackedEvent } from '@parley/contracts/visitors/tracked-events';
import { Time } from '../../ui/time.tsx';
import { valueWords } from '../attributes/value-words.ts';
import styles from './tracked-events.module.css';

/** Lists events that websites tracked of a customer, newest first. */
export function TrackedEvents({ events }: { events: readonly TrackedEvent[] }) {
  return (
    <ol className={styles.events}>
      {events.map(({ id, name, properties, at }) => (
        <li key={id}>
          <div className={styles.head}>
            <bdi>{name}</bdi>
            <Time at={at} />
          </div>
          {properties.length > 0 && (
            <dl>
              {properties.map(({ key, value }, index) => (
                // A page may give a key twice.
                <div key={`${key} ${index}`}>
                  <dt>
                    <bdi>{key}</bdi>
                  </dt>
                  <dd>
                    <bdi>{valueWords(value, undefined)}</bdi>
                  </dd>
                </div>
              ))}
            </dl>
          )}
        </li>
      ))}
    </ol>
  );
}
