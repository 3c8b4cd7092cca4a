import { Box, Button, Skeleton, Stack } from '@chakra-ui/react';
import { tagNameMaxLength } from '@parley/contracts/limits';
import { addTag, countTagUses, deleteTag, listTags, mergeTag, updateTag } from '@parley/contracts/routes/tags';
import { type Tag, type TagColour, tagColours } from '@parley/contracts/tags';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus, Tags } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys, useRows } from '../../commands/rows.ts';
import { common } from '../../i18n/en/common.ts';
import { vocabulary } from '../../i18n/en/vocabulary.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { TagDot } from './tag-dot.tsx';

const colourKeys = {
  gray: 'gray',
  red: 'red',
  orange: 'orange',
  yellow: 'yellow',
  green: 'green',
  teal: 'teal',
  blue: 'blue',
  purple: 'purple',
  pink: 'pink',
} as const satisfies Record<TagColour, string>;

/** The vocabulary of tags: anybody adds to it, administrators tidy it up. */
export function TagSettings() {
  const isAdmin = useMe().role === 'admin';
  const tags = useRead(listTags, {});
  const uses = useRead(countTagUses, {});
  const [isAdding, setAdding] = useState(false);
  const [merging, setMerging] = useState<Tag | null>(null);
  const [deleting, setDeleting] = useState<Tag | null>(null);
  const add = () => setAdding(true);
  useCommands([{ id: 'tag:add', label: vocabulary('addTag'), group: 'General', keys: 'n', run: add }]);
  useRows();
  useRowKeys(isAdmin ? { e: vocabulary('editTag'), m: vocabulary('merge'), '#': vocabulary('deleteTag') } : {});
  return (
    <Panel
      title={vocabulary('tags')}
      description={vocabulary('tagsHint')}
      flush
      action={
        <Button size="xs" variant="outline" onClick={add}>
          <Plus size={14} aria-hidden />
          {vocabulary('addTag')}
        </Button>
      }
    >
      {isAdding && <TagForm onDone={() => setAdding(false)} />}
      {tags.isPending && <Skeleton height="4.25rem" m="4" />}
      {tags.isError && !tags.data && <FailedState compact error={tags.error} retry={() => void tags.refetch()} />}
      {tags.data?.length === 0 && !isAdding && (
        <EmptyState icon={Tags} title={vocabulary('noTags')} compact>
          {vocabulary('noTagsHint')}
        </EmptyState>
      )}
      <Box as="ul" listStyleType="none">
        {tags.data?.map((tag) => (
          <TagItem
            key={tag.id}
            tag={tag}
            uses={uses.data && (uses.data.find(({ tagId }) => tagId === tag.id)?.conversations ?? 0)}
            canChange={isAdmin}
            canMerge={tags.data.length > 1}
            onMerge={() => setMerging(tag)}
            onDelete={() => setDeleting(tag)}
          />
        ))}
      </Box>
      <MergeTag key={merging?.id} tag={merging} others={tags.data ?? []} onClose={() => setMerging(null)} />
      <DeleteTag tag={deleting} onClose={() => setDeleting(null)} />
    </Panel>
  );
}

interface TagItemProps {
  tag: Tag;
  /** On how many conversations it is; undefined until that is counted. */
  uses: number | undefined;
  canChange: boolean;
  canMerge: boolean;
  onMerge: () => void;
  onDelete: () => void;
}

function TagItem({ tag, uses, canChange, canMerge, onMerge, onDelete }: TagItemProps) {
  const [isEditing, setEditing] = useState(false);
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      {isEditing ? (
        <TagForm tag={tag} onDone={() => setEditing(false)} />
      ) : (
        <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1" px="4" py="2">
          <Box display="flex" alignItems="center" gap="2" flex="1 1 12rem" minW="0">
            <TagDot colour={tag.colour} />
            <Box as="bdi" overflowWrap="anywhere">
              {tag.name}
            </Box>
            <Box color="fg.muted" fontSize="xs" data-figures>
              {uses !== undefined && vocabulary('used', { count: uses })}
            </Box>
          </Box>
          {canChange && (
            <Box display="flex" gap="1">
              <Button size="2xs" variant="outline" aria-keyshortcuts="e" onClick={() => setEditing(true)}>
                {common('edit')}
              </Button>
              {canMerge && (
                <Button size="2xs" variant="ghost" aria-keyshortcuts="m" onClick={onMerge}>
                  {vocabulary('merge')}
                </Button>
              )}
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

const tellFailure = (error: Error): void =>
  toast({ title: common('updateFailed'), description: wordsOf(error), variant: 'destructive' });

/** What every change of the vocabulary ends with; its counts go by the same key. */
function useRefreshTags() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(listTags) });
}

function TagForm({ tag, onDone }: { tag?: Tag; onDone: () => void }) {
  const refresh = useRefreshTags();
  const [name, setName] = useState(tag?.name ?? '');
  const [colour, setColour] = useState<TagColour>(tag?.colour ?? 'gray');
  const save = useMutation({
    mutationFn: () =>
      tag
        ? call(updateTag, { params: { id: tag.id }, body: { name: name.trim(), colour } })
        : call(addTag, { body: { name: name.trim(), colour } }),
    onSuccess: () => {
      refresh();
      onDone();
    },
    onError: tellFailure,
  });
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  return (
    <ItemForm
      saveLabel={vocabulary('save')}
      isPaused={save.isPending || !name.trim()}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={firstField}
        label={vocabulary('name')}
        required
        maxLength={tagNameMaxLength}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={vocabulary('colour')}
        value={colour}
        options={tagColours.map((value) => ({ value, label: vocabulary(colourKeys[value]) }))}
        onChange={setColour}
      />
    </ItemForm>
  );
}

function MergeTag({ tag, others, onClose }: { tag: Tag | null; others: readonly Tag[]; onClose: () => void }) {
  const refresh = useRefreshTags();
  const options = others.filter(({ id }) => id !== tag?.id).map(({ id, name }) => ({ value: id, label: name }));
  const [chosen, setChosen] = useState<string | null>(null);
  const into = chosen ?? options[0]?.value ?? '';
  const merge = useMutation({
    mutationFn: (id: string) => call(mergeTag, { params: { id }, body: { into } }),
    onSuccess: refresh,
    onError: tellFailure,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={tag !== null}
      title={vocabulary('mergeTitle', { name: tag?.name ?? '' })}
      confirmLabel={vocabulary('merge')}
      pending={merge.isPending}
      onClose={onClose}
      onConfirm={() => tag && merge.mutate(tag.id)}
    >
      <Stack gap="3">
        <SelectField label={vocabulary('mergeInto')} value={into} options={options} onChange={setChosen} />
        <Box>{vocabulary('mergeHint')}</Box>
      </Stack>
    </ConfirmDialog>
  );
}

function DeleteTag({ tag, onClose }: { tag: Tag | null; onClose: () => void }) {
  const refresh = useRefreshTags();
  const remove = useMutation({
    mutationFn: (id: string) => call(deleteTag, { params: { id } }),
    onSuccess: refresh,
    onError: (error) => toast({ title: common('deleteFailed'), description: wordsOf(error), variant: 'destructive' }),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={tag !== null}
      title={vocabulary('deleteTag')}
      confirmLabel={common('delete')}
      pending={remove.isPending}
      onClose={onClose}
      onConfirm={() => tag && remove.mutate(tag.id)}
    >
      {vocabulary('deleteTagHint', { name: tag?.name ?? '' })}
    </ConfirmDialog>
  );
}
