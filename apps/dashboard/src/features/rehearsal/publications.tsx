import { Box, Button, Skeleton } from '@chakra-ui/react';
import type { AssistantPublication } from '@parley/contracts/assistant/rehearsals';
import { listPublications, revertPublication } from '@parley/contracts/routes/rehearsals';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { History } from 'lucide-react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { rowProps } from '../../commands/rows.ts';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { subjectOf } from './change-parts.ts';
import { changedReads } from './changed-reads.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './rehearsal.module.css';

/** Lists the changes that were published from their reports, and reverts them. */
export function Publications() {
  const publications = useRead(listPublications, {});
  const client = useQueryClient();
  const goBack = useMutation({
    mutationFn: (id: string) => call(revertPublication, { params: { id } }),
    onSuccess: () => {
      toast({ title: words('wentBackToast') });
      for (const route of changedReads) void client.invalidateQueries({ queryKey: keyOf(route) });
    },
    onError: (error) => toastFailure(error),
  });
  return (
    <Panel title={words('publications')} description={words('publicationsAbout')} flush>
      {publications.isPending && <Skeleton height="4.25rem" m="4" />}
      <Awaited read={publications} />
      {publications.data?.length === 0 && (
        <EmptyState icon={History} title={words('noPublications')} compact action={null} />
      )}
      <ul className={styles.list}>
        {publications.data?.map((publication) => (
          <Publication
            key={publication.id}
            publication={publication}
            isPaused={goBack.isPending}
            onGoBack={() => goBack.mutate(publication.id)}
          />
        ))}
      </ul>
    </Panel>
  );
}

interface PublicationProps {
  publication: AssistantPublication;
  isPaused: boolean;
  onGoBack: () => void;
}

function Publication({ publication, isPaused, onGoBack }: PublicationProps) {
  const { rehearsalId, change, before, publishedBy, publishedAt, revertedBy, revertedAt } = publication;
  const name = subjectOf(change, before);
  return (
    <li {...rowProps} className={styles.item}>
      <Box display="flex" flexWrap="wrap" gap="2" alignItems="center">
        <Box flex="1 1 16rem" minW="0">
          <Box display="flex" flexWrap="wrap" gap="1.5" alignItems="center">
            <span className={styles.name} dir="auto">
              {name}
            </span>
            {revertedAt !== null && <Tag>{words('wentBack', { who: revertedBy ?? words('someone') })}</Tag>}
          </Box>
          <div className={styles.fine}>
            <Facts>
              {words.rich('by', { who: publishedBy ?? words('someone'), when: <Time at={publishedAt} /> })}
              <Link to={`/knowledge?tab=rehearsals&rehearsal=${rehearsalId}`}>{words('report')}</Link>
            </Facts>
          </div>
        </Box>
        {revertedAt === null && (
          <Button
            size="2xs"
            variant="outline"
            aria-label={`${words('goBack')}: ${name}`}
            title={words('goBackHint')}
            {...pausedWhile(isPaused, onGoBack)}
          >
            {words('goBack')}
          </Button>
        )}
      </Box>
    </li>
  );
}
