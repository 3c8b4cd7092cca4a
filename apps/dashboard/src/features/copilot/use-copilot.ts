import type { CopilotFeature } from '@parley/contracts/copilot';
import type { Conversation } from '@parley/contracts/entities';
import { getCopilot } from '@parley/contracts/routes/copilot';
import { useRead } from '../../api/read.ts';

/** Whether a feature is offered in a conversation; false until that is known. */
export function useCopilot({ websiteId }: Pick<Conversation, 'websiteId'>): (feature: CopilotFeature) => boolean {
  const { data } = useRead(getCopilot, {});
  const isExcepted = websiteId !== null && data?.exceptWebsiteIds.includes(websiteId);
  return (feature) => !isExcepted && data?.features.includes(feature) === true;
}
