import { Box, Button } from '@chakra-ui/react';
import type { KnowledgeSource } from '@parley/contracts/knowledge/knowledge';
import {
  deleteKnowledgeSource,
  listKnowledgeSources,
  readKnowledgeSource,
  updateKnowledgeSource,
} from '@parley/contracts/routes/knowledge-sources';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Library } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, read } from '../../api/read.ts';
import { rowProps } from '../../commands/rows.ts';
import { common } from '../../i18n/en/common.ts';
import { rehearsalWords } from '../../i18n/en/rehearsals.ts';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { t } from '../../i18n/server-text.ts';
import { Facts } from '../../ui/facts.tsx';
import { ListPanel } from '../../ui/list-panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { AddFile } from './add-file.tsx';
import { DocumentsDialog, type ShownDocuments } from './documents.tsx';
import { EmbeddingFailure } from './embedding-failure.tsx';
import { SourceForm } from './source-form.tsx';
import { SourceMenu } from './source-menu.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Milliseconds between reads while a source is being read. */
const watchMs = 1_500;

const isUnderWay = ({ state }: Pick<KnowledgeSource, 'state'>): boolean => state === 'waiting' || state === 'reading';

const stateTones = { waiting: 'neutral', reading: 'yellow', ready: 'green', failed: 'red' } as const;

/** Lists the sources besides the articles, each with the state of its reading. */
export function KnowledgeSources() {
  const sources = useQuery({
    ...read(listKnowledgeSources, {}),
    refetchInterval: ({ state }) => (state.data?.some(isUnderWay) ? watchMs : false),
  });
  const client = useQueryClient();
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(listKnowledgeSources) });
  const [adding, setAdding] = useState<'website' | 'git' | null>(null);
  const [opened, setOpened] = useState<{ id: string; shown: ShownDocuments } | null>(null);
  const others = sources.data?.filter(({ kind }) => kind !== 'article');
  const shown = others?.find(({ id }) => id === opened?.id);
  return (
    <>
      <ListPanel
        title={words('title')}
        description={words('about')}
        read={sources}
        items={others}
        add={{ label: words('addSite'), onAdd: () => setAdding('website') }}
        buttons={
          <>
            <Button size="xs" variant="outline" onClick={() => setAdding('git')}>
              {words('addGit')}
            </Button>
            <AddFile onAdded={refresh} />
          </>
        }
        empty={{ icon: Library, title: words('none'), hint: words('noneHint') }}
        above={
          <>
            <EmbeddingFailure />
            {adding && <SourceForm key={adding} kind={adding} onSaved={refresh} onDone={() => setAdding(null)} />}
          </>
        }
        isAdding={adding !== null}
        removal={{
          title: words('deleteSource'),
          remove: (id) => call(deleteKnowledgeSource, { params: { id } }),
          onDeleted: () => {
            refresh();
            toast({ title: common('integrationUpdated'), description: words('deleted') });
          },
          renderHint: ({ name }) => words('deleteHint', { name }),
        }}
      >
        {(source, onDelete) => (
          <SourceItem
            key={source.id}
            source={source}
            onChanged={refresh}
            onShow={(first) => setOpened({ id: source.id, shown: first })}
            onDelete={onDelete}
          />
        )}
      </ListPanel>
      {shown && opened && (
        <DocumentsDialog
          source={shown}
          shown={opened.shown}
          watchMs={isUnderWay(shown) ? watchMs : null}
          onChanged={refresh}
          onClose={() => setOpened(null)}
        />
      )}
    </>
  );
}

interface SourceItemProps {
  source: KnowledgeSource;
  onChanged: () => void;
  onShow: (first: ShownDocuments) => void;
  onDelete: () => void;
}

function SourceItem({ source, onChanged, onShow, onDelete }: SourceItemProps) {
  const { id, kind, name, url, state, reason, reasonLocalized, counts, audience, finishedAt, isPaused, flagged } =
    source;
  const [isEditing, setEditing] = useState(false);
  const again = useMutation({
    mutationFn: () => call(readKnowledgeSource, { params: { id } }),
    onSuccess: onChanged,
    onError: (error) => toastFailure(error),
  });
  const pause = useMutation({
    mutationFn: () =>
      call(updateKnowledgeSource, { params: { id }, body: { isPaused: !isPaused, expected: { isPaused } } }),
    onSuccess: () => {
      onChanged();
      toast({
        title: common('integrationUpdated'),
        description: rehearsalWords(isPaused ? 'sourceUsed' : 'sourcePaused'),
      });
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      {isEditing && kind !== 'article' ? (
        <SourceForm kind={kind} source={source} onSaved={onChanged} onDone={() => setEditing(false)} />
      ) : (
        <Box display="flex" flexWrap="wrap" gap="2" px="4" py="2.5" alignItems="center">
          <Box flex="1 1 16rem" minW="0">
            <Box display="flex" flexWrap="wrap" gap="1.5" alignItems="center" fontWeight="500" overflowWrap="anywhere">
              <bdi>{name}</bdi>
              <Tag>{words(kind)}</Tag>
              <Tag tone={stateTones[state]}>{words(state)}</Tag>
              {isPaused && <Tag tone="amber">{rehearsalWords('notInUse')}</Tag>}
              {flagged > 0 && (
                <button type="button" onClick={() => onShow('instruction')}>
                  <Tag tone="amber">
                    {words('aside_instruction')} ({flagged})
                  </Tag>
                </button>
              )}
              {audience !== 'public' && <Tag tone="outline">{words(audience)}</Tag>}
            </Box>
            {url && (
              <Box color="fg.muted" fontSize="sm" overflowWrap="anywhere">
                <bdi>{url}</bdi>
              </Box>
            )}
            <Box color="fg.muted" fontSize="xs" data-numbers aria-live={isUnderWay(source) ? 'polite' : 'off'}>
              <Facts>
                {words('countRead', { count: counts.ready })}
                {counts.waiting > 0 && words('countWaiting', { count: counts.waiting })}
                {counts.failed > 0 && words('countFailed', { count: counts.failed })}
                {finishedAt && words.rich('lastRead', { time: <Time at={finishedAt} /> })}
              </Facts>
            </Box>
            {reason !== null && (
              <Box color={state === 'failed' ? 'fg.error' : 'fg.muted'} fontSize="sm" overflowWrap="anywhere">
                {t(reasonLocalized, reason)}
              </Box>
            )}
          </Box>
          <Box display="flex" flexWrap="wrap" gap="1">
            <Button
              size="2xs"
              variant="outline"
              aria-label={words('openOne', { name })}
              onClick={() => onShow(counts.failed > 0 ? 'failed' : 'all')}
            >
              {words('documents')}
            </Button>
            <Button
              size="2xs"
              variant="outline"
              {...pausedWhile(again.isPending || isUnderWay(source), () => again.mutate())}
            >
              {words('readAgain')}
            </Button>
            <SourceMenu
              source={source}
              isPending={pause.isPending}
              onPause={() => pause.mutate()}
              onEdit={() => setEditing(true)}
              onDelete={onDelete}
            />
          </Box>
        </Box>
      )}
    </Box>
  );
}
