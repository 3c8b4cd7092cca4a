import { Box, Button, Input, Stack } from '@chakra-ui/react';
import type { ArticleCategory, CategoryNames } from '@parley/contracts/knowledge/help';
import { languages } from '@parley/contracts/text/languages';
import { listCategories, setCategories } from '@parley/contracts/routes/help';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Plus, X } from 'lucide-react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { isConflict } from '../../api/as-seen.ts';
import { useDraft } from '../../forms/draft.ts';
import { common } from '../../i18n/en/common.ts';
import { knowledgeWords as words } from '../../i18n/en/knowledge.ts';
import { language } from '../../i18n/language.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Returns a category's name in the dashboard's language, or in another one if that has none. */
export const nameOfCategory = ({ names }: Pick<ArticleCategory, 'names'>): string =>
  names[language()] ?? names.en ?? Object.values(names)[0] ?? '';

interface Edited {
  id?: string;
  names: CategoryNames;
}

/** Categories that were read are all stored, so each has an id. */
const knownOf = ({ categories = [] }: { categories?: Edited[] }): ArticleCategory[] =>
  categories.flatMap(({ id, names }) => (id === undefined ? [] : [{ id, names }]));

/** The categories in their order, with their names in the language of the dashboard. */
export function Categories() {
  const list = useRead(listCategories, {});
  const { data: saved = [] } = list;
  const client = useQueryClient();
  const draft = useDraft<{ categories: Edited[] }>('article categories', { categories: saved });
  const { categories } = draft.value;
  const save = useMutation({
    mutationFn: () => call(setCategories, { body: { categories, expected: { categories: knownOf(draft.seen) } } }),
    onSuccess: (stored) => {
      client.setQueryData(keyOf(listCategories), stored);
      draft.reset();
      toast({ title: common('integrationUpdated'), description: words('categoriesSaved') });
    },
    onError: async (error) => {
      toastFailure(error);
      if (!isConflict(error)) return;
      const { data = saved } = await list.refetch();
      draft.seeAnew({ categories: data });
    },
  });
  const set = (next: Edited[]) => draft.set({ categories: next });
  const rename = (index: number, name: string) =>
    set(
      categories.map((each, at) => (at === index ? { ...each, names: { ...each.names, [language()]: name } } : each)),
    );
  const swap = (index: number, other: number) =>
    set(categories.with(index, categories[other] ?? { names: {} }).with(other, categories[index] ?? { names: {} }));
  const isWhole = categories.every(({ names }) => Object.values(names).every((name) => name.trim() !== ''));
  return (
    <Panel
      title={words('categories')}
      description={words('categoriesAbout')}
      action={
        <Button size="xs" variant="outline" onClick={() => set([...categories, { names: { [language()]: '' } }])}>
          <Plus size={14} aria-hidden />
          {words('addCategory')}
        </Button>
      }
    >
      {categories.length > 0 && (
        <Stack gap="2">
          {categories.map((category, index) => (
            <Box key={category.id ?? `new ${index}`} display="flex" gap="1" alignItems="center">
              <Input
                size="sm"
                maxLength={80}
                aria-label={words('categoryName', { language: languages[language()] })}
                placeholder={nameOfCategory(category)}
                value={category.names[language()] ?? ''}
                onChange={(event) => rename(index, event.target.value)}
              />
              <Button
                size="sm"
                variant="ghost"
                aria-label={words('up')}
                {...pausedWhile(index === 0, () => swap(index, index - 1))}
              >
                <ArrowUp size={14} aria-hidden />
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={words('down')}
                {...pausedWhile(index === categories.length - 1, () => swap(index, index + 1))}
              >
                <ArrowDown size={14} aria-hidden />
              </Button>
              <Button
                size="sm"
                variant="ghost"
                aria-label={words('removeCategory')}
                onClick={() => set(categories.filter((_, at) => at !== index))}
              >
                <X size={14} aria-hidden />
              </Button>
            </Box>
          ))}
          {draft.isDirty && (
            <Box display="flex" gap="2">
              <Button size="sm" {...pausedWhile(save.isPending || !isWhole, () => save.mutate())}>
                {words('saveCategories')}
              </Button>
              <Button size="sm" variant="ghost" onClick={draft.reset}>
                {common('cancel')}
              </Button>
            </Box>
          )}
        </Stack>
      )}
    </Panel>
  );
}
