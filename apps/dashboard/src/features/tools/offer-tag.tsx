import type { offerState } from '@parley/contracts/assistant/tools';
import { toolWords as words } from '../../i18n/en/tools.ts';
import { Tag } from '../../ui/tag.tsx';

/** Marks an action that is suspended, since its server has changed the tool it was made from. */
export const OfferTag = ({ state }: { state: ReturnType<typeof offerState> }) =>
  state === 'same' ? null : <Tag tone="red">{words(state === 'gone' ? 'offerGone' : 'offerChanged')}</Tag>;
