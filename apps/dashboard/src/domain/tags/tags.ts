import type { Tag } from '@parley/contracts/conversations/tags';
import { listTags } from '@parley/contracts/routes/tags';
import { useRead } from '../../api/read.ts';

/** The vocabulary, by name; empty until it is here. */
export const useTags = (): readonly Tag[] => useRead(listTags, {}).data ?? [];

/** Returns a conversation's tags, in the order in which they were added; without deleted ones. */
export function useTagsOf(tagIds: readonly string[]): Tag[] {
  const tags = useTags();
  return tagIds.flatMap((id) => tags.find((tag) => tag.id === id) ?? []);
}
