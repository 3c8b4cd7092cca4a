import { Box, Button, Flex, SimpleGrid, Stack } from '@chakra-ui/react';
import { newId } from '@parley/client/identifier';
import { channelName } from '@parley/contracts/channels/channel-name';
import { type ConversationChannel, conversationChannelIds } from '@parley/contracts/channels/list';
import type { BulkPreview } from '@parley/contracts/conversations/bulk-messages';
import type { Filter } from '@parley/contracts/filter/filter';
import { bulkMessageLimits, subjectMaxLength } from '@parley/contracts/conversations/limits';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { replyVariableNames } from '@parley/contracts/messages/reply-template';
import { previewBulkMessage, sendBulkMessage, stopBulkMessage } from '@parley/contracts/routes/bulk-messages';
import { useMutation } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { useMe } from '../../auth/auth.tsx';
import { faultIn } from '../../domain/canned-replies/template-fault.ts';
import { AttachButton } from '../../domain/files/attach-button.tsx';
import { UploadStrip } from '../../domain/files/upload-strip.tsx';
import { bringBack, canSend, inputsOf, pasteFiles, takeUploads, useUploads } from '../../domain/files/uploads.ts';
import { useTags } from '../../domain/tags/tags.ts';
import { useMay } from '../../forms/permissions.ts';
import { bulkMessages as words } from '../../i18n/en/bulkmessages.ts';
import { language } from '../../i18n/language.ts';
import { common } from '../../i18n/en/common.ts';
import { replies } from '../../i18n/en/replies.ts';
import { starting } from '../../i18n/en/starting.ts';
import { thread } from '../../i18n/en/thread.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { Choices } from '../../ui/choices.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { Select, SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { BulkReview } from './bulk-review.tsx';
import { type StartPlace, StartPlaceFields } from './start-place.tsx';

/** Contacts to write to: those that are selected, or all that a search finds. */
export type BulkReceivers = { contactIds: string[] } | { search: { q: string; filter?: Filter } };

/** A bulk message as it is being written. */
export interface BulkDraft {
  /** Names the message; its files wait under it. */
  clientId?: string;
  receivers: BulkReceivers;
  channel?: ConversationChannel;
  subject?: string;
  content?: string;
  place?: StartPlace;
  tagIds?: string[];
  closes?: boolean;
}

interface BulkDialogProps {
  start: BulkDraft;
  onClose: () => void;
}

const fallbackExample = '{{customer.firstName | "there"}}';
const bestWay = '';
const variables = replyVariableNames.filter((name) => !name.startsWith('page.') && name !== 'conversation.id');

/** Writes a bulk message, shows what each contact gets, and sends it; for some seconds it can be undone. */
export default function BulkDialog({ start, onClose }: BulkDialogProps) {
  const me = useMe();
  const navigate = useNavigate();
  const tags = useTags();
  const mayTag = useMay('conversations.update');
  const [draft, setDraft] = useState(start);
  const [preview, setPreview] = useState<BulkPreview | null>(null);
  const area = useRef<HTMLTextAreaElement>(null);
  /** Sent again after a failure under the same id, it is sent once. */
  const [clientBulkMessageId] = useState(start.clientId ?? newId);
  const uploads = useUploads(clientBulkMessageId);
  const { receivers, channel, subject = '', content = '', place = {}, tagIds = [], closes = true } = draft;
  const change = (changed: Partial<BulkDraft>) => setDraft({ ...draft, ...changed });
  const isMail = channel === undefined || channel === 'email';
  const body = {
    ...receivers,
    ...place,
    ...(channel && { channel }),
    ...(isMail && subject.trim() && { subject: subject.trim() }),
    content,
    ...(uploads.length > 0 && { attachments: inputsOf(uploads) }),
    closes,
    ...(tagIds.length > 0 && { tagIds }),
  };
  const look = useMutation({
    mutationFn: () => call(previewBulkMessage, { body }),
    onSuccess: setPreview,
    onError: (error) => toastFailure(error),
  });
  const undo = async (id: string) => {
    try {
      await call(stopBulkMessage, { params: { id } });
      const clientId = newId();
      await bringBack(clientId, body.attachments || []);
      toast({ title: words('undone') });
      void navigate('/contacts', { state: { bulkDraft: { ...draft, clientId } } });
    } catch (error) {
      toastFailure(error);
    }
  };
  const send = useMutation({
    mutationFn: () => {
      const delaySeconds = Math.max(me.sendDelaySeconds, bulkMessageLimits.undoSeconds);
      return call(sendBulkMessage, { body: { ...body, delaySeconds, clientBulkMessageId } });
    },
    onSuccess: ({ id }) => {
      takeUploads(clientBulkMessageId);
      toast({
        title: words('sending', { count: preview?.recipients.length ?? 0 }),
        action: { label: undoWords('undo'), keys: 'z', run: () => void undo(id) },
      });
      onClose();
      void navigate(`/contacts/messages/${id}`);
    },
    onError: (error) => toastFailure(error),
  });
  const insert = (variable: string) => {
    const { selectionStart = content.length, selectionEnd = content.length } = area.current ?? {};
    change({ content: `${content.slice(0, selectionStart)}${variable}${content.slice(selectionEnd)}` });
    area.current?.focus();
  };
  const fault = faultIn(content) ?? faultIn(subject);
  const isEmpty = content.trim() === '' && uploads.length === 0;
  const canReview = !isEmpty && canSend(uploads) && !fault && !look.isPending;
  const recipientCount = preview?.recipients.length ?? 0;
  return (
    <DialogFrame
      title={words('start')}
      size="lg"
      stays={!isEmpty}
      onClose={onClose}
      footer={
        preview ? (
          <>
            <Button variant="outline" onClick={() => setPreview(null)}>
              {words('back')}
            </Button>
            <Button {...pausedWhile(send.isPending || recipientCount === 0, () => send.mutate())}>
              {words('send', { count: recipientCount })}
            </Button>
          </>
        ) : (
          <>
            <Button variant="outline" onClick={onClose}>
              {common('cancel')}
            </Button>
            <Button {...pausedWhile(!canReview, () => look.mutate())}>{words('review')}</Button>
          </>
        )
      }
    >
      {preview ? (
        <BulkReview preview={preview} files={uploads} />
      ) : (
        <Stack gap="4">
          <SimpleGrid columns={{ base: 1, sm: 2 }} gap="4" alignItems="end">
            <Box fontWeight="500" pb={{ sm: '2' }}>
              {'contactIds' in receivers
                ? words('toCount', { count: receivers.contactIds.length })
                : words('toEveryone')}
            </Box>
            <SelectField
              label={starting('by')}
              value={channel ?? bestWay}
              options={[
                { value: bestWay, label: words('bestWay') },
                ...conversationChannelIds.map((id) => ({ value: id, label: channelName(id, language()) })),
              ]}
              onChange={(chosen) => {
                const { channel: _, ...others } = draft;
                setDraft(chosen === bestWay ? others : { ...others, channel: chosen });
              }}
            />
          </SimpleGrid>
          {isMail && (
            <TextField
              label={starting('subject')}
              dir="auto"
              maxLength={subjectMaxLength}
              value={subject}
              error={faultIn(subject) ?? faultOf(look.error, 'subject')}
              onChange={({ target }) => change({ subject: target.value })}
            />
          )}
          <TextArea
            ref={area}
            label={thread('message')}
            hint={words.rich('textHint', { example: <bdi dir="ltr">{fallbackExample}</bdi> })}
            rows={7}
            dir="auto"
            maxLength={messageMaxLength}
            value={content}
            error={faultIn(content) ?? faultOf(look.error, 'content')}
            onChange={({ target }) => change({ content: target.value })}
            onPaste={(event) => pasteFiles(clientBulkMessageId, event)}
          />
          <Box mx="-2" _empty={{ display: 'none' }}>
            <UploadStrip conversationId={clientBulkMessageId} />
          </Box>
          <Flex align="center" gap="2" maxW="20rem">
            <AttachButton conversationId={clientBulkMessageId} />
            <Select
              aria-label={replies('insertVariable')}
              value=""
              options={[
                { value: '', label: replies('insertVariable') },
                ...variables.map((name) => ({ value: `{{${name}}}`, label: name })),
              ]}
              onChange={insert}
            />
          </Flex>
          <StartPlaceFields
            place={place}
            onChange={(changed) => change({ place: changed })}
            isMail={isMail}
            asksWebsite={false}
          />
          {mayTag && tags.length > 0 && (
            <Choices
              label={replies('tags')}
              all={tags}
              chosen={tagIds}
              onChange={(chosen) => change({ tagIds: chosen })}
            />
          )}
          <SwitchField
            label={words('closes')}
            hint={words('closesHint')}
            checked={closes}
            onChange={(checked) => change({ closes: checked })}
          />
        </Stack>
      )}
    </DialogFrame>
  );
}
