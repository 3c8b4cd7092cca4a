import { Box, Button, Stack } from '@chakra-ui/react';
import { tagNameMaxLength } from '@parley/contracts/conversations/limits';
import { addTag, countTagUses, deleteTag, listTags, mergeTag, updateTag } from '@parley/contracts/routes/tags';
import { type Tag, type TagColour } from '@parley/contracts/conversations/tags';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Tags } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { itemFields, optionsOf } from '../../domain/fields/fields.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { vocabulary } from '../../i18n/en/vocabulary.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { ItemForm } from '../../ui/item-form.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { TagDot } from '../../domain/tags/tag-dot.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Manages the tags: every user may add some, administrators rename, merge and delete them. */
export function TagSettings() {
  const mayChange = useMay('tags.manage');
  const tags = useRead(listTags, {});
  const uses = useRead(countTagUses, {}).data;
  const [merging, setMerging] = useState<Tag | null>(null);
  const [deleting, setDeleting] = useState<Tag | null>(null);
  const others = tags.data ?? [];
  useRowKeys(mayChange ? { e: vocabulary('editTag'), m: vocabulary('merge'), '#': vocabulary('deleteTag') } : {});
  const mergeButton = (tag: Tag) =>
    others.length > 1 && (
      <Button size="2xs" variant="ghost" aria-keyshortcuts="m" onClick={() => setMerging(tag)}>
        {vocabulary('merge')}
      </Button>
    );
  return (
    <>
      <ItemsPanel
        title={vocabulary('tags')}
        description={vocabulary('tagsHint')}
        add={{ id: 'tag:add', label: vocabulary('addTag') }}
        items={tags}
        empty={{ icon: Tags, title: vocabulary('noTags'), hint: vocabulary('noTagsHint') }}
        renderForm={(tag, onDone) => <TagForm tag={tag} onDone={onDone} />}
      >
        {(tag, onEdit) => (
          <ItemLine
            change={mayChange ? { onEdit, onDelete: () => setDeleting(tag), others: mergeButton(tag) } : undefined}
          >
            <Box display="flex" alignItems="center" gap="2">
              <TagDot colour={tag.colour} />
              <bdi>{tag.name}</bdi>
              <Box color="fg.muted" fontSize="xs" data-numbers>
                {uses && vocabulary('used', { count: usesOf(uses, tag) })}
              </Box>
            </Box>
          </ItemLine>
        )}
      </ItemsPanel>
      <MergeTag key={merging?.id} tag={merging} others={others} onClose={() => setMerging(null)} />
      <DeleteTag tag={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

const usesOf = (uses: readonly { tagId: string; conversations: number }[], { id }: Tag): number =>
  uses.find(({ tagId }) => tagId === id)?.conversations ?? 0;

const showFailure = (error: Error): void => toastFailure(error);

/** Returns the refresh after every change of the tags; their counts have the same key. */
function useRefreshTags() {
  const client = useQueryClient();
  return () => void client.invalidateQueries({ queryKey: keyOf(listTags) });
}

function TagForm({ tag, onDone }: { tag: Tag | undefined; onDone: () => void }) {
  const [name, setName] = useState(tag?.name ?? '');
  const [colour, setColour] = useState<TagColour>(tag?.colour ?? 'gray');
  const put = (seen: Tag | undefined) => {
    const body = { name: name.trim(), colour };
    return seen
      ? call(updateTag, { params: { id: seen.id }, body: { ...body, expected: seenOf(seen, body) } })
      : call(addTag, { body });
  };
  const save = useSaveItem(put, { item: tag, list: keyOf(listTags), onDone });
  const firstField = useRef<HTMLInputElement>(null);
  useEffect(() => firstField.current?.focus(), []);
  return (
    <ItemForm
      saveLabel={vocabulary('save')}
      isPaused={save.isPending || !name.trim()}
      refusal={conflictWords(save.error)}
      onSave={() => save.mutate()}
      onLeave={onDone}
    >
      <TextField
        ref={firstField}
        label={vocabulary('name')}
        required
        maxLength={tagNameMaxLength}
        error={faultOf(save.error, 'name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <SelectField
        label={vocabulary('colour')}
        value={colour}
        options={optionsOf(itemFields.tag.colour)}
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
    onError: showFailure,
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
  return (
    <DeleteDialog
      title={vocabulary('deleteTag')}
      id={tag?.id ?? null}
      remove={(id) => call(deleteTag, { params: { id } })}
      onDeleted={refresh}
      onClose={onClose}
    >
      {vocabulary('deleteTagHint', { name: tag?.name ?? '' })}
    </DeleteDialog>
  );
}
