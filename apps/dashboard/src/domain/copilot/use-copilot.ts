import type { CopilotFeature } from '@parley/contracts/assistant/copilot';
import type { Conversation } from '@parley/contracts/entities';
import { getCopilot, getSummary } from '@parley/contracts/routes/copilot';
import { listTags } from '@parley/contracts/routes/tags';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { read, useRead } from '../../api/read.ts';
import { language } from '../../i18n/language.ts';

/** Whether a feature is offered in a conversation; false until that is known. */
export function useCopilot({ websiteId }: Pick<Conversation, 'websiteId'>): (feature: CopilotFeature) => boolean {
  const { data } = useRead(getCopilot, {});
  const isExcepted = websiteId !== null && data?.exceptWebsiteIds.includes(websiteId);
  return (feature) => !isExcepted && data?.features.includes(feature) === true;
}

/** The summary that was made of a conversation, in the language of the dashboard. */
export const summaryOf = (id: string) => read(getSummary, { params: { id }, query: { language: language() } });

/** Reads what the line of a conversation is made of, before it is opened. */
export async function readCopilotLine(client: QueryClient, id: string): Promise<void> {
  const offered = read(getCopilot, {});
  await Promise.all([client.prefetchQuery(offered), client.prefetchQuery(read(listTags, {}))]);
  if (client.getQueryData(offered.queryKey)?.features.includes('summaries')) await client.prefetchQuery(summaryOf(id));
}

/**
 * Whether the content of the copilot line is known, if it can be read: it is above the messages, and must not appear
 * after them.
 */
export function useCopilotLineKnown(id: string): boolean {
  const { data, isPending } = useRead(getCopilot, {});
  const tags = useRead(listTags, {});
  const summary = useQuery({ ...summaryOf(id), enabled: data?.features.includes('summaries') === true });
  return !isPending && !tags.isPending && !summary.isLoading;
}
