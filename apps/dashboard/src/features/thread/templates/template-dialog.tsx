import { Box, Button, Stack } from '@chakra-ui/react';
import { newId } from '@parley/client/identifier';
import { conversationChannel } from '@parley/contracts/channels/list';
import type { Conversation } from '@parley/contracts/entities';
import { templateLimits } from '@parley/contracts/messages/limits';
import { fillTemplate, type MessageTemplate, type TemplateValues } from '@parley/contracts/messages/message-templates';
import { listMessageTemplates, sendMessageTemplate } from '@parley/contracts/routes/conversations';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../api/call.ts';
import { read } from '../../../api/read.ts';
import { templateWords } from '../../../i18n/en/templates.ts';
import { languageName } from '../../../i18n/language.ts';
import { Awaited } from '../../../ui/awaited.tsx';
import { SelectField, TextField } from '../../../ui/fields.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { pausedWhile } from '../../../ui/paused-while.ts';
import { toastFailure } from '../../../ui/toast/failure.ts';
import MessageBlocks from '../blocks/message-blocks.tsx';

interface TemplateDialogProps {
  conversation: Pick<Conversation, 'id' | 'channel'>;
  onClose: () => void;
}

const idOf = ({ name, language }: MessageTemplate): string => `${name} ${language}`;

/** `order_update · English (United States)` */
const labelOf = ({ name, language }: MessageTemplate): string =>
  `${name} · ${languageName(language.replaceAll('_', '-'))}`;

/** Chooses an approved template, fills in its values beside a preview, and sends it. */
export default function TemplateDialog({ conversation: { id, channel }, onClose }: TemplateDialogProps) {
  const { name: channelName } = conversationChannel(channel);
  const client = useQueryClient();
  const list = read(listMessageTemplates, { params: { id } });
  const templates = useQuery(list);
  const [chosen, setChosen] = useState('');
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const [clientMessageId] = useState(newId);
  const all = templates.data ?? [];
  const template = all.find((each) => idOf(each) === chosen) ?? all[0];
  const values = (template?.places ?? []).flatMap(({ key }): TemplateValues => {
    const value = typed[key]?.trim();
    return value ? [{ key, value }] : [];
  });
  const isWhole = template !== undefined && values.length === template.places.length;
  const refreshing = useMutation({
    mutationFn: () => call(listMessageTemplates, { params: { id }, query: { fresh: true } }),
    onSuccess: (fresh) => client.setQueryData(list.queryKey, fresh),
    onError: (error) => toastFailure(error),
  });
  const sending = useMutation({
    mutationFn: ({ name, language }: MessageTemplate) =>
      call(sendMessageTemplate, { params: { id }, body: { name, language, values, clientMessageId } }),
    onSuccess: onClose,
    onError: (error) => toastFailure(error),
  });
  return (
    <FormDialog
      title={templateWords('title', { channel: channelName })}
      submitLabel={templateWords('send')}
      isPaused={!isWhole || sending.isPending}
      onSubmit={() => template && sending.mutate(template)}
      onClose={onClose}
    >
      <Awaited read={templates} lines={3} />
      {templates.data && (
        <Button
          size="xs"
          variant="ghost"
          display="flex"
          ms="auto"
          {...pausedWhile(refreshing.isPending, () => refreshing.mutate())}
        >
          <RefreshCw size={14} aria-hidden />
          {templateWords('refresh')}
        </Button>
      )}
      {templates.data && !template && <p>{templateWords('none', { channel: channelName })}</p>}
      {template && (
        <Stack gap="4">
          <SelectField
            label={templateWords('template')}
            value={idOf(template)}
            options={all.map((each) => ({ value: idOf(each), label: labelOf(each) }))}
            onChange={setChosen}
          />
          {template.places.map(({ key, example }) => (
            <TextField
              key={`${idOf(template)} ${key}`}
              label={placeLabel(template, key)}
              required
              dir="auto"
              maxLength={templateLimits.valueLength}
              placeholder={example && templateWords('example', { example })}
              value={typed[key] ?? ''}
              onChange={(event) => setTyped({ ...typed, [key]: event.target.value })}
            />
          ))}
          <Preview template={template} values={values} />
        </Stack>
      )}
    </FormDialog>
  );
}

/** Names a place as it is in the template: `Text: {{1}}`. */
function placeLabel({ buttons }: MessageTemplate, key: string): string {
  const [part, place = ''] = key.split('.');
  if (part === 'button')
    return templateWords('link', { label: buttons.find(({ id }) => id === `t${place}`)?.label ?? place });
  return templateWords(part === 'header' ? 'header' : 'body', { place: `{{${place}}}` });
}

/** Shows the message as the customer will see it. */
function Preview({ template, values }: { template: MessageTemplate; values: TemplateValues }) {
  const { text, buttons } = fillTemplate(template, values);
  return (
    <Box role="group" aria-label={templateWords('preview')} borderWidth="1px" borderRadius="lg" bg="bg.subtle" p="3">
      <Box dir="auto" lang={template.language.replaceAll('_', '-')} whiteSpace="pre-wrap" overflowWrap="anywhere">
        {text}
      </Box>
      {buttons.length > 0 && <MessageBlocks blocks={{ buttons }} response={undefined} />}
    </Box>
  );
}
