import { Box, Button, Stack } from '@chakra-ui/react';
import type { AttachmentInputs } from '@parley/contracts/messages/attachments';
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { fillTemplate, replyVariableNames, replyVariables } from '@parley/contracts/messages/reply-template';
import { addCannedReply, listCannedReplies, updateCannedReply } from '@parley/contracts/routes/canned-replies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { isConflict } from '../../api/as-seen.ts';
import { useDraft } from '../../forms/draft.ts';
import { useMay } from '../../forms/permissions.ts';
import { WebsitesField } from '../../forms/websites-field.tsx';
import { replies } from '../../i18n/en/replies.ts';
import { Select, SelectField, TextArea, TextField } from '../../ui/fields.tsx';
import { FormFoot } from '../../ui/form-foot.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { AttachButton } from '../../domain/files/attach-button.tsx';
import { UploadStrip } from '../../domain/files/upload-strip.tsx';
import { addUploaded, canSend, inputsOf, takeUploads, useUploads } from '../../domain/files/uploads.ts';
import { BlocksFields, cleanBlocks } from '../../domain/blocks/blocks-fields.tsx';
import { audienceOf, sharingOf, useAudiences } from '../../domain/canned-replies/audience.ts';
import { ActionsEditor } from '../../domain/canned-replies/actions-editor.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from '../../domain/canned-replies/canned-replies.module.css';
import { putIn } from '../../ui/slash.ts';
import { faultIn } from '../../domain/canned-replies/template-fault.ts';

interface ReplyFormProps {
  /** Left out for a new one. */
  reply?: CannedReply;
  onDone: () => void;
}

type Fields = Pick<CannedReply, 'name' | 'shortcut' | 'text' | 'variants' | 'actions' | 'websiteIds'> & {
  blocks: NonNullable<CannedReply['blocks']> | null;
  isShared: boolean;
  teamId: string | null;
};

const fieldsOf = (reply: CannedReply | undefined, mayShare: boolean): Fields => {
  if (!reply)
    return {
      name: '',
      shortcut: '',
      text: '',
      variants: [],
      actions: [],
      blocks: null,
      websiteIds: [],
      isShared: mayShare,
      teamId: null,
    };
  const { name, shortcut, text, variants, actions, blocks = null, websiteIds, ownerId, teamId } = reply;
  return { name, shortcut, text, variants, actions, blocks, websiteIds, isShared: ownerId === null, teamId };
};

const trimmed = <T extends Partial<Fields>>(fields: T): T => ({
  ...fields,
  ...(fields.name !== undefined && { name: fields.name.trim() }),
  ...(fields.shortcut !== undefined && { shortcut: fields.shortcut.trim() }),
  ...(fields.blocks && { blocks: cleanBlocks(fields.blocks) }),
});

const filesOf = (reply: CannedReply | undefined): AttachmentInputs =>
  (reply?.attachments ?? []).map(({ id, alt }) => ({ id, ...(alt && { alt }) }));

const isSame = (some: AttachmentInputs, others: AttachmentInputs): boolean =>
  some.length === others.length &&
  some.every(({ id, alt }, index) => id === others[index]?.id && alt === others[index]?.alt);

/** Edits a canned reply, with a preview. */
export function ReplyForm({ reply, onDone }: ReplyFormProps) {
  const client = useQueryClient();
  const mayShare = useMay('replies.share');
  const audiences = useAudiences();
  const draft = useDraft<Fields>(`canned reply ${reply?.id ?? 'new'}`, fieldsOf(reply, mayShare));
  const { name, shortcut, text, variants, actions, blocks, websiteIds, isShared, teamId } = draft.value;
  const [shown, setShown] = useState(text);
  const form = useRef<HTMLFormElement>(null);
  const [seenFiles, setSeenFiles] = useState(() => filesOf(reply));
  const lastArea = useRef<HTMLTextAreaElement>(null);
  const languageField = useRef<HTMLInputElement>(null);
  const save = useMutation({
    mutationFn: async (attachments: AttachmentInputs) => {
      if (!reply) return call(addCannedReply, { body: { ...trimmed(draft.value), attachments } });
      const files = isSame(attachments, seenFiles) ? {} : { attachments };
      const change = { ...trimmed(draft.edits), ...files };
      if (Object.keys(change).length === 0) return reply;
      const expected = { ...draft.seen, ...(files.attachments && { attachments: seenFiles }) };
      return call(updateCannedReply, { params: { id: reply.id }, body: { ...change, expected } });
    },
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: keyOf(listCannedReplies) });
      close();
      toast({ title: replies(reply ? 'saved' : 'added') });
    },
    onError: async (error) => {
      toastFailure(error, replies('updateFailed'));
      if (!reply || !isConflict(error)) return;
      // The present version counts as seen from now on.
      await client.refetchQueries({ queryKey: keyOf(listCannedReplies), exact: true });
      const now = client.getQueryData<CannedReply[]>(keyOf(listCannedReplies))?.find(({ id }) => id === reply.id);
      if (!now) return;
      draft.seeAnew(fieldsOf(now, mayShare));
      setSeenFiles(filesOf(now));
    },
  });
  const refused = (path: string): string | undefined => faultOf(save.error, path);
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const filesKey = `canned reply ${reply?.id ?? 'new'}`;
  const uploads = useUploads(filesKey);
  const known = useRef(reply?.attachments ?? []);
  useEffect(() => {
    takeUploads(filesKey);
    addUploaded(filesKey, known.current);
    return () => takeUploads(filesKey);
  }, [filesKey]);

  const close = () => {
    draft.reset();
    onDone();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!isSavable) return;
    save.mutate(inputsOf(uploads));
  };
  const insert = (words: string) => {
    const area = lastArea.current ?? form.current?.querySelector('textarea');
    if (area) putIn(area, area.selectionStart, area.selectionEnd, words);
  };
  const followArea = (area: HTMLTextAreaElement) => {
    lastArea.current = area;
    setShown(area.value);
  };
  const addLanguage = (input: HTMLInputElement) => {
    const language = input.value.trim().toLowerCase();
    if (!/^[a-z]{2,3}(-[a-z0-9]{2,8}){0,2}$/.test(language) || variants.some((each) => each.language === language))
      return;
    draft.set({ variants: [...variants, { language, text: '' }] });
    input.value = '';
  };
  const isSavable =
    !save.isPending &&
    name.trim() !== '' &&
    shortcut.trim() !== '' &&
    (text.trim() !== '' || actions.length > 0 || uploads.length > 0 || blocks !== null) &&
    canSend(uploads) &&
    [text, ...variants.map((each) => each.text)].every((each) => !faultIn(each)) &&
    variants.every((each) => each.text.trim() !== '');

  return (
    <form ref={form} onSubmit={submit}>
      <Stack gap="3" p="4" onKeyDown={(event) => event.key === 'Escape' && close()}>
        <Box display="grid" gap="3" gridTemplateColumns={{ base: '1fr', sm: '1fr 1fr' }}>
          <TextField
            label={replies('name')}
            required
            maxLength={120}
            value={name}
            onChange={({ currentTarget }) => draft.set({ name: currentTarget.value })}
          />
          <TextField
            label={replies('shortcut')}
            hint={replies('shortcutHint')}
            error={refused('shortcut')}
            required
            maxLength={40}
            value={shortcut}
            onChange={({ currentTarget }) =>
              draft.set({ shortcut: currentTarget.value.replaceAll(/[\s/]/g, '').toLowerCase() })
            }
          />
        </Box>
        <SelectField
          label={replies('forWhom')}
          hint={mayShare ? undefined : replies('sharedByAdmins')}
          disabled={!mayShare}
          value={audienceOf({ isShared, teamId })}
          options={audiences}
          onChange={(value) => draft.set(sharingOf(value))}
        />
        <TextArea
          label={replies('text')}
          hint={variants.length > 0 ? replies('textHint') : undefined}
          error={faultIn(text) ?? refused('text')}
          rows={5}
          maxLength={10_000}
          dir="auto"
          value={text}
          onFocus={({ currentTarget }) => followArea(currentTarget)}
          onChange={({ currentTarget }) => {
            followArea(currentTarget);
            draft.set({ text: currentTarget.value });
          }}
        />
        {variants.map((variant, index) => (
          <Box key={variant.language} display="flex" flexDirection="column" gap="1">
            <TextArea
              label={replies('textIn', { language: variant.language })}
              error={faultIn(variant.text)}
              rows={3}
              maxLength={10_000}
              dir="auto"
              value={variant.text}
              onFocus={({ currentTarget }) => followArea(currentTarget)}
              onChange={({ currentTarget }) => {
                followArea(currentTarget);
                draft.set({ variants: variants.with(index, { ...variant, text: currentTarget.value }) });
              }}
            />
            <Button
              size="2xs"
              variant="ghost"
              alignSelf="flex-start"
              onClick={() => draft.set({ variants: variants.filter((each) => each !== variant) })}
            >
              {replies('removeLanguage', { language: variant.language })}
            </Button>
          </Box>
        ))}
        <Box display="flex" flexWrap="wrap" gap="3" alignItems="flex-end">
          <Box minW="12rem">
            <Select
              aria-label={replies('insertVariable')}
              value=""
              options={[
                { value: '', label: replies('insertVariable') },
                { value: `{{?${replies('blankName')}}}`, label: replies('blank') },
                ...replyVariableNames.map((variable) => ({ value: `{{${variable}}}`, label: variable })),
              ]}
              onChange={insert}
            />
          </Box>
          <Box display="flex" gap="2" alignItems="flex-end">
            <TextField
              ref={languageField}
              label={replies('language')}
              placeholder={replies('languageExample')}
              size="sm"
              width="5rem"
              maxLength={20}
              title={replies('languageHint')}
            />
            <Button
              size="sm"
              variant="outline"
              onClick={() => languageField.current && addLanguage(languageField.current)}
            >
              {replies('addLanguage')}
            </Button>
          </Box>
        </Box>
        <Box>
          <Box mx="-2" mb="1">
            <UploadStrip conversationId={filesKey} />
          </Box>
          <Box display="flex" gap="2" alignItems="center" color="fg.muted" fontSize="xs">
            <AttachButton conversationId={filesKey} />
            {replies('filesHint')}
          </Box>
        </Box>
        <Box color="fg.muted" fontSize="xs">
          {replies('fallbackHint', { example: '{{customer.firstName | "there"}}' })}
        </Box>
        <Box>
          <Box fontSize="sm" fontWeight="500" mb="1">
            {replies('preview')}
          </Box>
          <output className={styles.preview} style={{ display: 'block' }} dir="auto">
            {fillTemplate(shown, replyVariables) || replies('previewEmpty')}
          </output>
        </Box>
        <BlocksFields value={blocks ?? {}} onChange={(next) => draft.set({ blocks: next })} />
        <ActionsEditor actions={actions} onChange={(next) => draft.set({ actions: next })} />
        <WebsitesField
          label={replies('websites')}
          all={replies('allWebsites')}
          chosen={websiteIds}
          onChange={(chosen) => draft.set({ websiteIds: chosen })}
        />
        <FormFoot>
          <Button type="submit" size="sm" {...pausedWhile(!isSavable)}>
            {replies('save')}
          </Button>
          <Button size="sm" variant="ghost" onClick={close}>
            {replies('cancel')}
          </Button>
        </FormFoot>
      </Stack>
    </form>
  );
}
