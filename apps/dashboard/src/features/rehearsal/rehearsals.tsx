import { Box, Stack } from '@chakra-ui/react';
import type { Rehearsal } from '@parley/contracts/assistant/rehearsals';
import { listRehearsals } from '@parley/contracts/routes/rehearsals';
import { useQuery } from '@tanstack/react-query';
import { FlaskConical } from 'lucide-react';
import { Link, useSearchParams } from 'react-router-dom';
import { read } from '../../api/read.ts';
import { rowProps } from '../../commands/rows.ts';
import { layout } from '../../i18n/en/layout.ts';
import { rehearsalWords as words } from '../../i18n/en/rehearsals.ts';
import { t } from '../../i18n/server-text.ts';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';
import { subjectOf } from './change-parts.ts';
import { Publications } from './publications.tsx';
import { Awaited } from '../../ui/awaited.tsx';
import styles from './rehearsal.module.css';
import { Report } from './report.tsx';
import { RehearsalTags, watchMs } from './states.tsx';
import { RehearsalTests } from './tests.tsx';

/** Shows rehearsals, publications and tests; or one report. */
export default function Rehearsals() {
  const [query] = useSearchParams();
  const shown = query.get('rehearsal');
  if (shown !== null) return <Report key={shown} id={shown} />;
  return (
    <Stack gap="4">
      <RehearsalList />
      <Publications />
      <RehearsalTests />
    </Stack>
  );
}

function RehearsalList() {
  const rehearsals = useQuery({
    ...read(listRehearsals, {}),
    refetchInterval: ({ state }) => watchMs(state.data),
  });
  return (
    <Panel title={words('title')} description={words('about')} flush>
      <Awaited read={rehearsals} lines={3} />
      {rehearsals.data?.length === 0 && (
        <EmptyState
          icon={FlaskConical}
          title={words('none')}
          compact
          action={
            <EmptyAction to="/integrations?tab=ai">{layout('goTo', { screen: layout('integrations') })}</EmptyAction>
          }
        >
          {words('noneHint')}
        </EmptyState>
      )}
      <ul className={styles.list}>
        {rehearsals.data?.map((rehearsal) => (
          <RehearsalItem key={rehearsal.id} rehearsal={rehearsal} />
        ))}
      </ul>
    </Panel>
  );
}

function RehearsalItem({ rehearsal }: { rehearsal: Rehearsal }) {
  const { id, change, before, createdBy, createdAt, changed, failed, reason, reasonLocalized, tests } = rehearsal;
  const { answered, questions } = rehearsal;
  return (
    <li {...rowProps} className={styles.item}>
      <Box display="flex" flexWrap="wrap" gap="1.5" alignItems="center">
        <Link to={`/knowledge?tab=rehearsals&rehearsal=${id}`} className={styles.name} dir="auto">
          {subjectOf(change, before)}
        </Link>
        <RehearsalTags rehearsal={rehearsal} />
      </Box>
      <div className={styles.fine} data-numbers>
        <Facts>
          {words.rich('by', { who: createdBy ?? words('someone'), when: <Time at={createdAt} /> })}
          {words('progress', { answered, questions })}
          {words('changed', { count: changed })}
          {failed > 0 && words('failed', { count: failed })}
          {tests.failing > 0 && words('testsFailing', tests)}
        </Facts>
      </div>
      {reason !== null && <div className={styles.fine}>{t(reasonLocalized, reason)}</div>}
    </li>
  );
}
