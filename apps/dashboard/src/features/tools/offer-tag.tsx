import type { offerState } from '@parley/contracts/tools';
import { toolWords as words } from '../../i18n/en/tools.ts';
import { Tag } from '../../ui/tag.tsx';

/** That an action rests, since its server has changed what it was made from. */
export const OfferTag = ({ state }: { state: ReturnType<typeof offerState> }) =>
  state === 'same' ? null : <Tag tone="red">{words(state === 'gone' ? 'offerGone' : 'offerChanged')}</Tag>;
