import { Box, Button, Input, Stack } from '@chakra-ui/react';
import type { ArticleTranslation, HelpArticle } from '@parley/contracts/knowledge/help';
import { decideTranslation, getHelpArticle } from '@parley/contracts/routes/help';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { isConflict } from '../../api/as-seen.ts';
import type { Body } from '@parley/contracts/route';
import { common } from '../../i18n/en/common.ts';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { ofFieldValue } from '../../ui/field-time.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { RehearseButton } from '../../domain/rehearsal/rehearse-button.tsx';
import { StateTag } from './article-state.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

type Decided = Omit<Body<typeof decideTranslation>, 'expected'>;

interface PublishingProps {
  article: HelpArticle;
  translation: ArticleTranslation;
  /** Whether there are unsaved changes. */
  isDirty: boolean;
  onChanged: (article: HelpArticle) => void;
}

/** Publishes the newest version in a language, or sends it to review. */
export function Publishing({ article, translation, isDirty, onChanged }: PublishingProps) {
  const { locale, version, publishedVersion, inReview, publishAt } = translation;
  const client = useQueryClient();
  const params = { id: article.id, locale };
  const [at, setAt] = useState<string | null>(null);
  const decide = useMutation({
    mutationFn: (body: Decided) =>
      call(decideTranslation, {
        params,
        body: { ...body, expected: { version, publishedVersion, inReview, publishAt } },
      }),
    onSuccess: (changed, { decision, at: planned }) => {
      onChanged(changed);
      setAt(null);
      const toasts = {
        review: 'toastReview',
        draft: 'toastDraft',
        unpublish: 'toastBack',
        publish: 'toastPublished',
      } as const;
      toast({ title: common('integrationUpdated'), description: words(planned ? 'toastPlanned' : toasts[decision]) });
    },
    onError: (error) => {
      toastFailure(error);
      // Shows another user's change before the next decision.
      if (isConflict(error))
        void client.invalidateQueries({ queryKey: keyOf(getHelpArticle, { params: { id: article.id } }) });
    },
  });
  const isNew = publishedVersion !== version;
  const paused = (decided: Decided) => pausedWhile(decide.isPending || isDirty, () => decide.mutate(decided));
  return (
    <Panel title={words('publishing')} action={<StateTag translation={translation} />}>
      <Stack gap="2" align="stretch">
        {isNew && (
          <Button size="sm" {...paused({ decision: 'publish' })}>
            {words('publish')}
          </Button>
        )}
        {isNew && !isDirty && <RehearseButton change={{ articles: [{ id: article.id, locale, version }] }} />}
        {isNew && at === null && (
          <Button size="sm" variant="outline" onClick={() => setAt('')}>
            {words('publishLater')}
          </Button>
        )}
        {isNew && at !== null && (
          <Box display="flex" gap="2">
            <Input
              type="datetime-local"
              size="sm"
              minW="0"
              aria-label={words('publishLater')}
              value={at}
              onChange={(event) => setAt(event.target.value)}
            />
            <Button
              size="sm"
              variant="outline"
              {...pausedWhile(decide.isPending || isDirty || at === '', () =>
                decide.mutate({ decision: 'publish', at: ofFieldValue(at).toISOString() }),
              )}
            >
              {words('plan')}
            </Button>
          </Box>
        )}
        {isNew && !inReview && !publishAt && (
          <Button size="sm" variant="ghost" {...paused({ decision: 'review' })}>
            {words('askReview')}
          </Button>
        )}
        {(inReview || publishAt) && (
          <Button size="sm" variant="ghost" {...paused({ decision: 'draft' })}>
            {words('toDraft')}
          </Button>
        )}
        {publishedVersion !== null && (
          <Button size="sm" variant="outline" {...paused({ decision: 'unpublish' })}>
            {words('unpublish')}
          </Button>
        )}
      </Stack>
    </Panel>
  );
}
