import { Box, Button, Input, Menu } from '@chakra-ui/react';
import { listTopics, mergeTopic, tagTopic, updateTopic } from '@parley/contracts/routes/topics';
import { topicNameMaxLength } from '@parley/contracts/topics/limits';
import type { Topic } from '@parley/contracts/topics/topics';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Merge, Pencil, Shapes, Tags, Eye, EyeOff } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { topicWords } from '../../i18n/en/topics.ts';
import { undoWords } from '../../i18n/en/undo.ts';
import { locale } from '../../i18n/language.ts';
import { undoBatch } from '@parley/contracts/routes/bulk';
import { Awaited } from '../../ui/awaited.tsx';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { EmptyState } from '../../ui/empty.tsx';
import { Facts } from '../../ui/facts.tsx';
import { focusAtFirst, SelectField } from '../../ui/fields.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** Action on a topic, in its row. */
interface Doing {
  id: string;
  kind: 'rename' | 'merge';
}

/** Lists the topics that customers ask about; users who manage tags rename, merge and hide them, or make tags of them. */
export default function TopicsDialog({ onClose }: { onClose: () => void }) {
  const mayChange = useMay('tags.manage');
  const topics = useRead(listTopics, {});
  const [doing, setDoing] = useState<Doing | null>(null);
  const all = topics.data ?? [];
  return (
    <DialogFrame title={topicWords('manage')} size="lg" isLong onClose={onClose}>
      <Box as="p" color="fg.muted" textStyle="sm" mb="3">
        {topicWords('hint')}
      </Box>
      <Awaited read={topics} lines={5} />
      {topics.data?.length === 0 && (
        <EmptyState compact icon={Shapes} title={topicWords('none')} action={undefined}>
          {topicWords('noneHint')}
        </EmptyState>
      )}
      <Box as="ul" listStyleType="none">
        {all.map((topic) => (
          <Box as="li" key={topic.id} borderTopWidth="1px" _first={{ borderTopWidth: '0' }} py="2">
            <Line topic={topic} mayChange={mayChange} onDo={(kind) => setDoing({ id: topic.id, kind })} />
            {doing?.id === topic.id && doing.kind === 'rename' && (
              <Rename topic={topic} onDone={() => setDoing(null)} />
            )}
            {doing?.id === topic.id && doing.kind === 'merge' && (
              <MergeInto topic={topic} others={all.filter(({ id }) => id !== topic.id)} onDone={() => setDoing(null)} />
            )}
          </Box>
        ))}
      </Box>
    </DialogFrame>
  );
}

/** Reads the topics and the reports again after a change. */
function useChange<Input, Answer>(change: (input: Input) => Promise<Answer>, onDone?: (answer: Answer) => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: change,
    onSuccess: (answer) => {
      void client.invalidateQueries({ queryKey: keyOf(listTopics) });
      void client.invalidateQueries({ queryKey: ['/api/reports'] });
      onDone?.(answer);
    },
    onError: (error) => toastFailure(error),
  });
}

interface LineProps {
  topic: Topic;
  mayChange: boolean;
  onDo: (kind: Doing['kind']) => void;
}

function Line({ topic, mayChange, onDo }: LineProps) {
  const hiding = useChange((isHidden: boolean) => call(updateTopic, { params: { id: topic.id }, body: { isHidden } }));
  const tagging = useChange(
    () => call(tagTopic, { params: { id: topic.id } }),
    (batch) =>
      toast({
        title: topicWords('tagged', { number: batch.total.toLocaleString(locale()) }),
        action: {
          label: undoWords('undo'),
          keys: 'z',
          run: () => void call(undoBatch, { params: { id: batch.id } }).catch((error: unknown) => toastFailure(error)),
        },
      }),
  );
  return (
    <Box display="flex" alignItems="center" gap="3">
      <Box flex="1" minW="0" overflowWrap="anywhere" color={topic.isHidden ? 'fg.muted' : undefined}>
        <Box as="bdi" fontWeight="500">
          {topic.name}
        </Box>
        <Box color="fg.muted" textStyle="xs">
          <Facts>
            {topicWords('conversations', { number: topic.conversations.toLocaleString(locale()) })}
            {topicWords(topic.namedBy)}
            {topic.isHidden && topicWords('hidden')}
          </Facts>
        </Box>
      </Box>
      {mayChange && (
        <MoreMenu isInDialog label={topicWords('actions', { name: topic.name })}>
          <Menu.Item value="rename" onClick={() => onDo('rename')}>
            <Pencil size={15} aria-hidden />
            {topicWords('rename')}
          </Menu.Item>
          <Menu.Item value="merge" onClick={() => onDo('merge')}>
            <Merge size={15} aria-hidden />
            {topicWords('merge')}
          </Menu.Item>
          <Menu.Item value="tag" disabled={tagging.isPending} onClick={() => tagging.mutate(undefined)}>
            <Tags size={15} aria-hidden />
            {topicWords('makeTag')}
          </Menu.Item>
          <Menu.Item value="hide" disabled={hiding.isPending} onClick={() => hiding.mutate(!topic.isHidden)}>
            {topic.isHidden ? <Eye size={15} aria-hidden /> : <EyeOff size={15} aria-hidden />}
            {topicWords(topic.isHidden ? 'show' : 'hide')}
          </Menu.Item>
        </MoreMenu>
      )}
    </Box>
  );
}

function Rename({ topic, onDone }: { topic: Topic; onDone: () => void }) {
  const [name, setName] = useState(topic.name);
  const saving = useChange(
    (given: string) => call(updateTopic, { params: { id: topic.id }, body: { name: given } }),
    onDone,
  );
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (name.trim() !== '') saving.mutate(name.trim());
  };
  return (
    <form onSubmit={submit}>
      <Box display="flex" gap="2" mt="2">
        <Input
          ref={focusAtFirst}
          size="sm"
          dir="auto"
          aria-label={topicWords('nameOf', { name: topic.name })}
          maxLength={topicNameMaxLength}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <Button type="submit" size="sm" disabled={name.trim() === ''} loading={saving.isPending}>
          {topicWords('save')}
        </Button>
      </Box>
    </form>
  );
}

function MergeInto({ topic, others, onDone }: { topic: Topic; others: readonly Topic[]; onDone: () => void }) {
  const [into, setInto] = useState(others[0]?.id ?? '');
  const merging = useChange(
    (other: string) => call(mergeTopic, { params: { id: topic.id }, body: { into: other } }),
    onDone,
  );
  return (
    <Box display="flex" flexWrap="wrap" alignItems="flex-end" gap="2" mt="2">
      <Box flex="1" minW="12rem">
        <SelectField
          label={topicWords('mergeInto')}
          hint={topicWords('mergeHint')}
          value={into}
          options={others.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={setInto}
        />
      </Box>
      <Button size="sm" disabled={into === ''} loading={merging.isPending} onClick={() => merging.mutate(into)}>
        {topicWords('mergeOf', { name: topic.name })}
      </Button>
    </Box>
  );
}
