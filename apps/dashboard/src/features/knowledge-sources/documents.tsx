import { Box, Button } from '@chakra-ui/react';
import {
  documentStates,
  type DocumentState,
  type KnowledgeDocument,
  type KnowledgeSource,
  type SetAside,
} from '@parley/contracts/knowledge/knowledge';
import {
  listKnowledgeDocuments,
  readKnowledgeDocument,
  retryKnowledgeDocument,
} from '@parley/contracts/routes/knowledge-sources';
import { keepPreviousData, useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { FileText } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { inbox } from '../../i18n/en/inbox.ts';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { t } from '../../i18n/server-text.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Select } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { Placeholders } from '../../ui/placeholders.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';

export type ShownDocuments = DocumentState | 'all' | 'instruction';
const stateWords = { waiting: 'waiting', ready: 'ready', skipped: 'skipped', failed: 'failed' } as const;
const shownWords = { all: 'all', ...stateWords, instruction: 'aside_instruction' } as const;
const tones = { waiting: 'neutral', ready: 'green', skipped: 'plain', failed: 'red' } as const;

const asideWords = {
  hidden: 'aside_hidden',
  instruction: 'aside_instruction',
  user_content: 'aside_user_content',
} as const satisfies Record<SetAside['why'], string>;

interface DocumentsDialogProps {
  source: KnowledgeSource;
  /** Documents that are shown first. */
  shown: ShownDocuments;
  /** Milliseconds between reads of its documents while the source is being read; null otherwise. */
  watchMs: number | null;
  onChanged: () => void;
  onClose: () => void;
}

/** The documents of a source, what became of each, and one of them as it was read. */
export function DocumentsDialog({ source, shown: first, watchMs, onChanged, onClose }: DocumentsDialogProps) {
  const [state, setState] = useState(first);
  const [opened, setOpened] = useState<KnowledgeDocument | null>(null);
  const query = state === 'all' ? {} : state === 'instruction' ? { setAside: state } : { state };
  const documents = useInfiniteQuery({
    // Read again after each reading of the source.
    queryKey: [...keyOf(listKnowledgeDocuments, { params: { id: source.id }, query }), source.finishedAt],
    placeholderData: keepPreviousData,
    refetchInterval: watchMs ?? false,
    queryFn: ({ pageParam, signal }) =>
      call(
        listKnowledgeDocuments,
        { params: { id: source.id }, query: { ...query, ...(pageParam && { after: pageParam }) } },
        signal,
      ),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  });
  const found = documents.data?.pages.flatMap((page) => page.documents);
  const changed = () => {
    void documents.refetch();
    onChanged();
  };
  if (opened) {
    return (
      <DialogFrame title={opened.title} size="lg" isLong onClose={() => setOpened(null)}>
        <Reading id={opened.id} />
      </DialogFrame>
    );
  }
  return (
    <DialogFrame title={source.name} size="lg" isLong onClose={onClose}>
      <Select
        aria-label={words('show')}
        value={state}
        options={(['all', ...documentStates, 'instruction'] satisfies ShownDocuments[]).map((value) => ({
          value,
          label: words(shownWords[value]),
        }))}
        onChange={setState}
      />
      <Awaited read={documents} lines={4} />
      {found?.length === 0 && (
        <EmptyState
          icon={FileText}
          title={words('noDocuments')}
          compact
          action={
            state === 'all' ? (
              <EmptyAction onClick={onClose}>{common('close')}</EmptyAction>
            ) : (
              <EmptyAction onClick={() => setState('all')}>{inbox('showAll')}</EmptyAction>
            )
          }
        />
      )}
      <Box as="ul" listStyleType="none" mt="2">
        {found?.map((document) => (
          <DocumentRow
            key={document.id}
            document={document}
            canRetry={source.kind !== 'article'}
            onOpen={() => setOpened(document)}
            onChanged={changed}
          />
        ))}
      </Box>
      {documents.hasNextPage && (
        <Button
          size="xs"
          variant="outline"
          mt="2"
          {...pausedWhile(documents.isFetchingNextPage, () => void documents.fetchNextPage())}
        >
          {words('more')}
        </Button>
      )}
    </DialogFrame>
  );
}

interface DocumentRowProps {
  document: KnowledgeDocument;
  canRetry: boolean;
  onOpen: () => void;
  onChanged: () => void;
}

function DocumentRow({ document, canRetry, onOpen, onChanged }: DocumentRowProps) {
  const { id, title, url, state, reason, reasonLocalized, version, passages, setAside, changedAt } = document;
  const retry = useMutation({
    mutationFn: () => call(retryKnowledgeDocument, { params: { id } }),
    onSuccess: onChanged,
    onError: (error) => toastFailure(error),
  });
  return (
    <Box as="li" borderTopWidth="1px" py="2" display="flex" flexWrap="wrap" gap="2" alignItems="flex-start">
      <Box flex="1 1 14rem" minW="0" overflowWrap="anywhere">
        <Box display="flex" flexWrap="wrap" gap="1.5" alignItems="center">
          {version > 0 ? (
            <Box asChild textAlign="start" fontWeight="500" textDecoration="underline">
              <button type="button" onClick={onOpen}>
                <bdi>{title}</bdi>
              </button>
            </Box>
          ) : (
            <bdi>{title}</bdi>
          )}
          <Tag tone={tones[state]}>{words(stateWords[state])}</Tag>
          {setAside.length > 0 && (
            <Tag tone={setAside.some(({ why }) => why === 'instruction') ? 'amber' : 'plain'}>
              {words('setAside')} ({setAside.length})
            </Tag>
          )}
        </Box>
        {reason !== null && (
          <Box fontSize="sm" color={state === 'failed' ? 'fg.error' : 'fg.muted'}>
            {t(reasonLocalized, reason)}
          </Box>
        )}
        <Box display="flex" flexWrap="wrap" columnGap="3" color="fg.muted" fontSize="xs" data-numbers>
          {url !== null && url !== title && <bdi>{url}</bdi>}
          {version > 0 && <span>{words('version', { version })}</span>}
          {passages > 0 && <span>{words('passages', { count: passages })}</span>}
          {changedAt && <Time at={changedAt} />}
        </Box>
      </Box>
      {canRetry && state === 'failed' && (
        <Button size="2xs" variant="outline" {...pausedWhile(retry.isPending, () => retry.mutate())}>
          {words('retry')}
        </Button>
      )}
    </Box>
  );
}

/** Shows a document as it was read: its passages, and its earlier versions. */
function Reading({ id }: { id: string }) {
  const details = useRead(readKnowledgeDocument, { params: { id } });
  if (details.isPending) return <Placeholders count={3} />;
  if (details.isError) return <FailedState compact error={details.error} retry={() => void details.refetch()} />;
  const { document, passages, versions } = details.data;
  return (
    <Box fontSize="sm">
      {document.url && (
        <Box asChild textDecoration="underline">
          <a href={document.url} target="_blank" rel="noreferrer">
            {words('toOriginal')}
          </a>
        </Box>
      )}
      <Box as="h3" fontWeight="600" mt="3">
        {words('passagesTitle')}
      </Box>
      {passages.map(({ id: key, headings, text }) => (
        <Box key={key} mt="2" p="3" borderWidth="1px" borderRadius="md" whiteSpace="pre-wrap" overflowWrap="anywhere">
          {headings.length > 0 && (
            <Box color="fg.muted" fontSize="xs">
              <bdi>{headings.join(' › ')}</bdi>
            </Box>
          )}
          <bdi>{text}</bdi>
        </Box>
      ))}
      {document.setAside.length > 0 && (
        <Box as="h3" fontWeight="600" mt="4">
          {words('setAside')}
        </Box>
      )}
      {document.setAside.map(({ why, text }, at) => (
        <Box key={at} mt="2" p="3" borderWidth="1px" borderRadius="md" overflowWrap="anywhere" color="fg.muted">
          <Box fontSize="xs" fontWeight="500">
            {words(asideWords[why])}
          </Box>
          <bdi>{text}</bdi>
        </Box>
      ))}
      <Box as="h3" fontWeight="600" mt="4">
        {words('versions')}
      </Box>
      {versions.map(({ version, markdown, createdAt }) => (
        <Box as="details" key={version} mt="1">
          <summary>
            {words('version', { version })}, <Time at={createdAt} />
          </summary>
          <Box whiteSpace="pre-wrap" overflowWrap="anywhere" color="fg.muted">
            <bdi>{markdown}</bdi>
          </Box>
        </Box>
      ))}
    </Box>
  );
}
