import type { Rehearsal } from '@parley/contracts/assistant/rehearsals';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { Tag } from '../../ui/tag.tsx';

const tones = {
  waiting: 'neutral',
  running: 'yellow',
  paused: 'amber',
  stopped: 'amber',
  done: 'green',
  cancelled: 'neutral',
} as const;

const stateWords = {
  waiting: 'waiting',
  running: 'running',
  paused: 'paused',
  stopped: 'stopped',
  done: 'done',
  cancelled: 'cancelled',
} as const;

export const isUnderWay = ({ state }: Pick<Rehearsal, 'state'>): boolean => state === 'waiting' || state === 'running';

/** Returns the milliseconds between reads while a rehearsal is under way or paused; false otherwise. */
export const watchMs = (rehearsals: readonly Pick<Rehearsal, 'state'>[] | undefined): number | false => {
  if (rehearsals?.some(isUnderWay)) return 1_500;
  return rehearsals?.some(({ state }) => state === 'paused') ? 10_000 : false;
};

export function RehearsalTags({ rehearsal: { state, publishedAt } }: { rehearsal: Rehearsal }) {
  return (
    <>
      <Tag tone={tones[state]}>{words(stateWords[state])}</Tag>
      {publishedAt !== null && <Tag tone="strong">{words('publishedTag')}</Tag>}
    </>
  );
}
