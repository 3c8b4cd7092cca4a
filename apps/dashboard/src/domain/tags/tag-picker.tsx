import type { Conversation } from '@parley/contracts/entities';
import { tagColours } from '@parley/contracts/conversations/tags';
import { addTag, listTags } from '@parley/contracts/routes/tags';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { pickers } from '../../i18n/en/pickers.ts';
import { fittingOptions, Picker } from '../../ui/picker.tsx';
import { useChangeLabels } from './change-labels.ts';
import { tagOption } from './tag-option.tsx';
import { useTags } from './tags.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

interface TagPickerProps {
  conversation: Conversation;
  onClose: () => void;
}

const newOne = 'new';

/** Puts tags on a conversation and takes them off; one that is missing is made by typing it. */
export default function TagPicker({ conversation, onClose }: TagPickerProps) {
  const tags = useTags();
  const client = useQueryClient();
  const change = useChangeLabels(conversation);
  const create = useMutation({
    // Each default colour differs from the one before.
    mutationFn: (name: string) =>
      call(addTag, { body: { name, colour: tagColours[tags.length % tagColours.length] ?? 'gray' } }),
    onSuccess: (tag) => {
      void client.invalidateQueries({ queryKey: keyOf(listTags) });
      change({ addTags: [tag.id] });
    },
    onError: (error) => toastFailure(error),
  });
  const options = (typed: string) => {
    const known = tags.map((tag) => ({ ...tagOption(tag), isChosen: conversation.tagIds.includes(tag.id) }));
    const isNew = typed !== '' && known.every(({ label }) => label.toLowerCase() !== typed.toLowerCase());
    const creating = { id: newOne, label: pickers('create', { name: typed }), icon: <Plus size={15} aria-hidden /> };
    return [...fittingOptions(known, typed), ...(isNew ? [creating] : [])];
  };
  const choose = (id: string, typed: string) => {
    if (id === newOne) create.mutate(typed);
    else change(conversation.tagIds.includes(id) ? { removeTags: [id] } : { addTags: [id] });
  };
  return (
    <Picker
      title={pickers('tags')}
      placeholder={pickers('searchTags')}
      options={options}
      onChoose={choose}
      onClose={onClose}
      isMultiple
      nothing={pickers('noTags')}
    />
  );
}
