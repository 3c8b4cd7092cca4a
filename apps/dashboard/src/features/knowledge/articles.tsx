import { Box, Button, Skeleton } from '@chakra-ui/react';
import type { Article } from '@parley/contracts/entities';
import { addArticle, deleteArticle, listArticles, updateArticle } from '@parley/contracts/routes/knowledge';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { BookOpen, Plus } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys } from '../../commands/rows.ts';
import { type Draft, useDraft } from '../../forms/draft.ts';
import { common } from '../../i18n/en/common.ts';
import { knowledgeWords } from '../../i18n/en/knowledge.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { TextArea, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';

/** The short texts that the assistant and the suggestions answer from; admins keep them. */
export function Articles() {
  const articles = useRead(listArticles, {});
  const draft = useArticleDraft(null);
  // What was begun and not saved is there again after a look at another screen.
  const [isAdding, setAdding] = useState(draft.isDirty);
  const [deleting, setDeleting] = useState<Article | null>(null);
  const mayChange = useMay('articles.manage');
  const add = () => setAdding(true);
  useCommands(
    mayChange ? [{ id: 'article:add', label: knowledgeWords('add'), group: 'General', keys: 'n', run: add }] : [],
  );
  useRowKeys(mayChange ? { e: knowledgeWords('editCommand'), '#': knowledgeWords('deleteArticle') } : {});
  return (
    <Panel
      title={knowledgeWords('title')}
      description={knowledgeWords('about')}
      flush
      action={
        mayChange && (
          <Button size="xs" variant="outline" onClick={add}>
            <Plus size={14} aria-hidden />
            {knowledgeWords('add')}
          </Button>
        )
      }
    >
      {isAdding && <ArticleForm draft={draft} onDone={() => setAdding(false)} />}
      {articles.isPending && <Skeleton height="4.25rem" m="4" />}
      {articles.isError && !articles.data && (
        <FailedState compact error={articles.error} retry={() => void articles.refetch()} />
      )}
      {articles.data?.length === 0 && !isAdding && (
        <EmptyState icon={BookOpen} title={knowledgeWords('none')} compact>
          {knowledgeWords('noneHint')}
        </EmptyState>
      )}
      <Box as="ul" listStyleType="none">
        {articles.data?.map((article) => (
          <ArticleItem key={article.id} article={article} canChange={mayChange} onDelete={() => setDeleting(article)} />
        ))}
      </Box>
      <DeleteArticle article={deleting} onClose={() => setDeleting(null)} />
    </Panel>
  );
}

interface ArticleItemProps {
  article: Article;
  canChange: boolean;
  onDelete: () => void;
}

function ArticleItem({ article, canChange, onDelete }: ArticleItemProps) {
  const draft = useArticleDraft(article);
  const [isEditing, setEditing] = useState(draft.isDirty);
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      {isEditing ? (
        <ArticleForm article={article} draft={draft} onDone={() => setEditing(false)} />
      ) : (
        <Box display="flex" gap="3" px="4" py="2.5">
          <Box flex="1" minW="0">
            <Box fontWeight="500" overflowWrap="anywhere">
              {article.title}
            </Box>
            <Box color="fg.muted" fontSize="sm" lineClamp={2} overflowWrap="anywhere">
              {article.content}
            </Box>
            <Box color="fg.muted" fontSize="xs">
              {knowledgeWords.rich('updated', { time: <Time at={article.updatedAt} /> })}
            </Box>
          </Box>
          {canChange && (
            <Box display="flex" gap="1" alignItems="flex-start">
              <Button size="2xs" variant="outline" aria-keyshortcuts="e" onClick={() => setEditing(true)}>
                {common('edit')}
              </Button>
              <Button size="2xs" variant="ghost" aria-keyshortcuts="#" onClick={onDelete}>
                {common('delete')}
              </Button>
            </Box>
          )}
        </Box>
      )}
    </Box>
  );
}

type ArticleText = Pick<Article, 'title' | 'content'>;
const noText: ArticleText = { title: '', content: '' };

/** The edits of an article, or of a new one. */
const useArticleDraft = (article: Article | null): Draft<ArticleText> => {
  const { title, content } = article ?? noText;
  return useDraft<ArticleText>(`article ${article?.id ?? 'new'}`, { title, content });
};

function useRefreshArticles() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(listArticles) });
}

interface ArticleFormProps {
  /** None while it is new. */
  article?: Article;
  draft: Draft<ArticleText>;
  onDone: () => void;
}

function ArticleForm({ article, draft, onDone }: ArticleFormProps) {
  const refresh = useRefreshArticles();
  const save = useMutation({
    mutationFn: (body: { title: string; content: string }) =>
      article ? call(updateArticle, { params: { id: article.id }, body }) : call(addArticle, { body }),
    onSuccess: () => {
      refresh();
      close();
      toast({
        title: common('integrationUpdated'),
        description: article ? knowledgeWords('saved') : knowledgeWords('added'),
      });
    },
    onError: (error) => toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' }),
  });
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  const { title, content } = draft.value;
  const close = () => {
    draft.reset();
    onDone();
  };
  return (
    <ItemForm
      saveLabel={knowledgeWords('save')}
      isPaused={save.isPending || !title.trim() || !content.trim()}
      onSave={() => save.mutate({ title: title.trim(), content: content.trim() })}
      onLeave={close}
    >
      <TextField
        ref={firstField}
        label={knowledgeWords('articleTitle')}
        required
        maxLength={200}
        value={title}
        onChange={(event) => draft.set({ title: event.target.value })}
      />
      <TextArea
        label={knowledgeWords('text')}
        required
        rows={5}
        maxLength={20_000}
        value={content}
        onChange={(event) => draft.set({ content: event.target.value })}
      />
    </ItemForm>
  );
}

function DeleteArticle({ article, onClose }: { article: Article | null; onClose: () => void }) {
  const refresh = useRefreshArticles();
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteArticle, { params: { id } }),
    onSuccess: () => {
      refresh();
      toast({ title: common('integrationUpdated'), description: knowledgeWords('deleted') });
    },
    onError: (error) => toast({ title: common('deleteFailed'), description: wordsOf(error), variant: 'destructive' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={article !== null}
      title={knowledgeWords('deleteArticle')}
      confirmLabel={common('delete')}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => article && remove.mutate(article.id)}
    >
      {knowledgeWords('deleteHint', { title: article?.title ?? '' })}
    </ConfirmDialog>
  );
}
