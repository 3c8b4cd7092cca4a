import { Box } from '@chakra-ui/react';
import { type AuditAction, auditActions } from '@parley/contracts/audit-actions';
import { listAuditLog } from '@parley/contracts/routes/data';
import { useRead } from '../../api/read.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { inWords } from '../../i18n/said.ts';
import { FailedState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { Time } from '../../ui/time.tsx';

/** One of a later release has no words here yet. */
const isAction = (action: string): action is AuditAction => Object.hasOwn(auditActions, action);

/** Who did what, newest first. Admins only. */
export function AuditLog() {
  const entries = useRead(listAuditLog, { query: { limit: 20 } });
  return (
    <Panel title={settingsWords('auditLog')} description={settingsWords('auditLogHint')} flush>
      {entries.isError && !entries.data && (
        <FailedState compact error={entries.error} retry={() => void entries.refetch()} />
      )}
      {entries.data?.length === 0 && (
        <Box px="4" py="3" fontSize="sm" color="fg.muted">
          {settingsWords('nothingYet')}
        </Box>
      )}
      <Box as="ul" listStyleType="none" fontSize="sm">
        {entries.data?.map(({ id, at, actorName, action, subject }) => (
          <Box
            as="li"
            key={id}
            display="flex"
            flexWrap="wrap"
            columnGap="3"
            rowGap="0.5"
            px="4"
            py="1.5"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
          >
            <Box flex="1 1 15rem" minW="0" overflowWrap="anywhere">
              <bdi>{actorName ?? settingsWords('system')}</bdi>{' '}
              <Box as="span" color="fg.muted">
                {isAction(action) ? inWords({ code: action, values: {} }, auditActions[action]) : action}
              </Box>{' '}
              {subject && <bdi>{subject}</bdi>}
            </Box>
            <Box color="fg.muted" fontSize="xs">
              <Time at={at} />
            </Box>
          </Box>
        ))}
      </Box>
    </Panel>
  );
}
