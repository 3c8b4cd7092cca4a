import type { Conversation } from '@parley/contracts/entities';
import { proposeTags } from '@parley/contracts/routes/copilot';
import { useMutation } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useEffect, useEffectEvent } from 'react';
import { call } from '../../../api/call.ts';
import { copilotWords } from '../../../i18n/en/copilot.ts';
import { usePreferences } from '../../../preferences/preferences.ts';
import { useChangeLabels } from '../../../domain/tags/change-labels.ts';
import { TagDot } from '../../../domain/tags/tag-dot.tsx';
import { useTags, useTagsOf } from '../../../domain/tags/tags.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';
import styles from '../../../domain/copilot/copilot.module.css';

interface TagProposals {
  /** Null if none can be requested. */
  ask: (() => void) | null;
  isAsking: boolean;
  /** Tags that fit and are not on it. */
  tagIds: readonly string[];
  /** Requested, and no tag fits. */
  isNone: boolean;
}

/** Proposes tags for a conversation, on request, or when it is opened by a user who has turned that on. */
export function useTagProposals({ id, tagIds }: Pick<Conversation, 'id' | 'tagIds'>, isOffered: boolean): TagProposals {
  const hasVocabulary = useTags().length > 0;
  const { copilotOnOpen } = usePreferences();
  const { mutate, isPending, data, variables } = useMutation({
    mutationFn: (conversationId: string) => call(proposeTags, { params: { id: conversationId } }),
    onError: (error) => toastFailure(error, copilotWords('failed')),
  });
  const canAsk = isOffered && hasVocabulary;
  const comesByItself = canAsk && copilotOnOpen && tagIds.length === 0;
  const askByItself = useEffectEvent(() => {
    if (comesByItself) mutate(id);
  });
  // Tags that are added later are no reason to ask again.
  useEffect(() => askByItself(), [id, canAsk, copilotOnOpen]);
  const ask = () => {
    if (!isPending) mutate(id);
  };
  const isOfThis = variables === id;
  return {
    ask: canAsk ? ask : null,
    isAsking: isPending && isOfThis,
    tagIds: isOfThis ? (data?.tagIds.filter((tag) => !tagIds.includes(tag)) ?? []) : [],
    isNone: isOfThis && data?.tagIds.length === 0,
  };
}

/** Shows proposed tags; a click adds one, as by hand. */
export function ProposedTags({ conversation, proposals }: { conversation: Conversation; proposals: TagProposals }) {
  const change = useChangeLabels(conversation);
  const tags = useTagsOf(proposals.tagIds);
  if (proposals.isNone) {
    return <output className={styles.quiet}>{copilotWords('noTagFits')}</output>;
  }
  return tags.map(({ id, name, colour }) => (
    <button
      key={id}
      type="button"
      className={styles.proposal}
      aria-label={copilotWords('addTag', { name })}
      title={copilotWords('addTag', { name })}
      onClick={() => change({ addTags: [id] })}
    >
      <Plus size={12} aria-hidden />
      <TagDot colour={colour} />
      <bdi>{name}</bdi>
    </button>
  ));
}
