import { addCannedReply, listCannedReplies } from '@parley/contracts/routes/canned-replies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { faultOf } from '../../../api/call-error.ts';
import { keyOf } from '../../../api/read.ts';
import { audienceOf, sharingOf, useAudiences } from '../../../domain/canned-replies/audience.ts';
import { useMay } from '../../../forms/permissions.ts';
import { replies } from '../../../i18n/en/replies.ts';
import { SelectField, TextArea, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toastFailure } from '../../../ui/toast/failure.ts';
import { toast } from '../../../ui/toast/toasts.ts';

const nameMaxLength = 120;

/** Two braces begin a variable in a canned reply; those of a text that was written stay braces. */
const asTemplate = (text: string): string => text.replaceAll('{{', '{{ "{{" }}');

/** Returns the first words of a text, as the name to begin with. */
const nameOf = (text: string): string => (text.split('\n', 1)[0] ?? '').trim().slice(0, 60).trim();

/** Makes a canned reply of a text that was written. */
export default function SaveReplyDialog({ text, onClose }: { text: string; onClose: () => void }) {
  const client = useQueryClient();
  const audiences = useAudiences();
  const mayShare = useMay('replies.share');
  const [fields, setFields] = useState({
    name: nameOf(text),
    shortcut: '',
    text: asTemplate(text),
    isShared: false,
    teamId: null as string | null,
  });
  const set = (change: Partial<typeof fields>) => setFields((known) => ({ ...known, ...change }));
  const saving = useMutation({
    mutationFn: () => call(addCannedReply, { body: { ...fields, name: fields.name.trim() } }),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(listCannedReplies) });
      toast({ title: replies('added') });
      onClose();
    },
    onError: (error) => toastFailure(error, replies('updateFailed')),
  });
  const isBlank = [fields.name, fields.shortcut, fields.text].some((each) => each.trim() === '');
  return (
    <FormDialog
      title={replies('saveAs')}
      submitLabel={replies('add')}
      isPaused={isBlank || saving.isPending}
      onSubmit={() => saving.mutate()}
      onClose={onClose}
    >
      <TextField
        label={replies('name')}
        required
        maxLength={nameMaxLength}
        value={fields.name}
        onChange={({ currentTarget }) => set({ name: currentTarget.value })}
      />
      <TextField
        label={replies('shortcut')}
        hint={replies('shortcutHint')}
        error={faultOf(saving.error, 'shortcut')}
        required
        maxLength={40}
        value={fields.shortcut}
        onChange={({ currentTarget }) => set({ shortcut: currentTarget.value.replaceAll(/[\s/]/g, '').toLowerCase() })}
      />
      <SelectField
        label={replies('forWhom')}
        hint={mayShare ? undefined : replies('sharedByAdmins')}
        disabled={!mayShare}
        value={audienceOf(fields)}
        options={audiences}
        onChange={(audience) => set(sharingOf(audience))}
      />
      <TextArea
        label={replies('text')}
        error={faultOf(saving.error, 'text')}
        rows={5}
        maxLength={10_000}
        dir="auto"
        value={fields.text}
        onChange={({ currentTarget }) => set({ text: currentTarget.value })}
      />
    </FormDialog>
  );
}
