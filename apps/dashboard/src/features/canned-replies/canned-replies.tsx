import { Box, Button, Skeleton } from '@chakra-ui/react';
import type { CannedReply } from '@parley/contracts/messages/canned-replies';
import { deleteCannedReply, exportCannedReplies, listCannedReplies } from '@parley/contracts/routes/canned-replies';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, Languages, MessageSquareQuote, Plus, SearchX, Upload } from 'lucide-react';
import { useDeferredValue, useMemo, useState } from 'react';
import { call, send } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { rowProps, useRowKeys, useRows } from '../../commands/rows.ts';
import { useMay } from '../../forms/permissions.ts';
import { replies } from '../../i18n/en/replies.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState, FailedState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { PanelSearch } from '../../ui/panel-search.tsx';
import { Tag } from '../../ui/tag.tsx';
import { dateStamp } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { saveAs } from '../../ui/save-as.ts';
import { ActionIcon } from '../../domain/canned-replies/action-icon.tsx';
import { actionWords, useActionNames } from '../../domain/canned-replies/action-words.ts';
import { useTeams } from '../../domain/users/use-teams.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import styles from '../../domain/canned-replies/canned-replies.module.css';
import { ImportDialog } from './import-dialog.tsx';
import { indexOf, rank } from '../../domain/canned-replies/ranking.ts';
import { ReplyForm } from './reply-form.tsx';

/** Number of replies shown; the others are found by search. */
const shownAtOnce = 100;

/** Manages canned replies, shared and personal. */
export function CannedReplies() {
  const { data, error, refetch, isPending } = useRead(listCannedReplies, {});
  const [words, setWords] = useState('');
  const [isAdding, setAdding] = useState(false);
  const [isImporting, setImporting] = useState(false);
  const [deleting, setDeleting] = useState<CannedReply | null>(null);
  const shown = useFound(data ?? none, useDeferredValue(words));
  const isEmpty = data?.length === 0;
  const add = () => setAdding(true);
  useRows();
  useCommands([{ id: 'canned-reply:add', label: replies('add'), group: 'General', keys: 'n', run: add }]);
  useRowKeys({ e: replies('editReply'), '#': replies('deleteReply') });
  return (
    <Panel
      title={replies('title')}
      description={replies('description')}
      flush
      action={
        <Box display="flex" flexWrap="wrap" gap="2">
          {!isEmpty && <ExportButton />}
          <Button size="xs" variant="outline" onClick={() => setImporting(true)}>
            <Upload size={14} aria-hidden />
            {replies('importAll')}
          </Button>
          {!isEmpty && (
            <Button size="xs" variant="outline" onClick={add}>
              <Plus size={14} aria-hidden />
              {replies('add')}
            </Button>
          )}
        </Box>
      }
    >
      {isAdding && <ReplyForm onDone={() => setAdding(false)} />}
      {data && data.length > 0 && (
        <Box borderTopWidth={isAdding ? '1px' : '0'}>
          <PanelSearch label={replies('search')} placeholder={replies('search')} value={words} onChange={setWords} />
        </Box>
      )}
      {isPending && <Skeleton height="4.25rem" m="4" />}
      {error && !data && <FailedState compact error={error} retry={() => void refetch()} />}
      {isEmpty && !isAdding && (
        <EmptyState
          icon={MessageSquareQuote}
          title={replies('empty')}
          compact
          action={<EmptyAction onClick={add}>{replies('add')}</EmptyAction>}
        >
          {replies('emptyHint')}
        </EmptyState>
      )}
      {data && data.length > 0 && shown.length === 0 && (
        <EmptyState
          icon={SearchX}
          title={replies('nothingFound', { words })}
          compact
          action={<EmptyAction onClick={() => setWords('')}>{teamWords('clearSearch')}</EmptyAction>}
        />
      )}
      <Box as="ul" listStyleType="none">
        {shown.slice(0, shownAtOnce).map((reply) => (
          <ReplyRow key={reply.id} reply={reply} onDelete={() => setDeleting(reply)} />
        ))}
      </Box>
      <DeleteReply reply={deleting} onClose={() => setDeleting(null)} />
      {isImporting && <ImportDialog onClose={() => setImporting(false)} />}
    </Panel>
  );
}

const none: readonly CannedReply[] = [];

/** Returns all by shortcut, or those that match the words, the best first. */
function useFound(all: readonly CannedReply[], words: string): readonly CannedReply[] {
  const index = useMemo(
    () =>
      indexOf(all.map((reply) => ({ ...reply, words: [reply, ...reply.variants].map(({ text }) => text).join('\n') }))),
    [all],
  );
  if (words.trim() === '') return all;
  const found = new Set(rank(index, { typed: words, lastMessage: '', limit: shownAtOnce }).map(({ id }) => id));
  return all.filter(({ id }) => found.has(id));
}

function ReplyRow({ reply, onDelete }: { reply: CannedReply; onDelete: () => void }) {
  const mayShare = useMay('replies.share');
  const names = useActionNames();
  const [isEditing, setEditing] = useState(false);
  const { shortcut, name, text, ownerId, teamId, actions, variants, uses } = reply;
  const team = useTeams().find(({ id }) => id === teamId);
  return (
    <Box as="li" {...rowProps} borderTopWidth="1px" _first={{ borderTopWidth: '0' }}>
      {isEditing ? (
        <ReplyForm reply={reply} onDone={() => setEditing(false)} />
      ) : (
        <div className={styles.row}>
          <div>
            <div className={styles.head}>
              <code dir="ltr">/{shortcut}</code>
              <bdi>{name}</bdi>
              <Tag tone={ownerId === null ? 'neutral' : 'outline'}>
                {team ? <bdi>{team.name}</bdi> : replies(ownerId === null ? 'shared' : 'own')}
              </Tag>
            </div>
            {text && (
              <span className={styles.words} dir="auto">
                {text}
              </span>
            )}
            <div className={styles.meta}>
              <Facts>
                {actions.map((action, index) => (
                  <span key={index}>
                    <ActionIcon type={action.type} />
                    {actionWords(action, names)}
                  </span>
                ))}
                {variants.length > 0 && (
                  <span title={variants.map(({ language }) => language).join(', ')}>
                    <Languages size={13} aria-hidden />
                    {replies('languages', { count: variants.length })}
                  </span>
                )}
                {uses === 0 ? replies('neverUsed') : replies('uses', { count: uses })}
              </Facts>
            </div>
          </div>
          {(ownerId !== null || mayShare) && (
            <Box display="flex" gap="1">
              <Button size="2xs" variant="outline" aria-keyshortcuts="e" onClick={() => setEditing(true)}>
                {replies('edit')}
              </Button>
              <Button size="2xs" variant="ghost" aria-keyshortcuts="#" onClick={onDelete}>
                {replies('delete')}
              </Button>
            </Box>
          )}
        </div>
      )}
    </Box>
  );
}

function ExportButton() {
  const { mutate, isPending } = useMutation({
    mutationFn: async () => (await send(exportCannedReplies, {})).blob(),
    onSuccess: (file) => {
      saveAs(file, `canned-replies-${dateStamp(new Date())}.csv`);
      toast({ title: replies('exported') });
    },
    onError: (error) => toastFailure(error, replies('exportFailed')),
  });
  return (
    <Button size="xs" variant="outline" disabled={isPending} onClick={() => mutate()}>
      <Download size={14} aria-hidden />
      {replies('exportAll')}
    </Button>
  );
}

function DeleteReply({ reply, onClose }: { reply: CannedReply | null; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={replies('deleteReply')}
      id={reply?.id ?? null}
      remove={(id) => call(deleteCannedReply, { params: { id } })}
      onDeleted={() => {
        void client.invalidateQueries({ queryKey: keyOf(listCannedReplies) });
        toast({ title: replies('deleted') });
      }}
      onClose={onClose}
    >
      {replies('deleteQuestion', { name: reply?.name ?? '' })}
    </DeleteDialog>
  );
}
