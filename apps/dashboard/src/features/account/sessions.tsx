import { Box, Button, Skeleton } from '@chakra-ui/react';
import { endSession, endSessions, listSessions } from '@parley/contracts/routes/sessions';
import type { StaffSession } from '@parley/contracts/users/second-factors';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { signInMethodName } from '../../domain/users/sign-in-methods.ts';
import { accessWords } from '../../i18n/en/access.ts';
import { describeBrowser } from '../../ui/browser.ts';
import { Facts } from '../../ui/facts.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';

/** Users recognize this browser, and look for the others below it. */
const currentFirst = (a: StaffSession, b: StaffSession): number => Number(b.isCurrent) - Number(a.isCurrent);

/** Lists where the user is signed in, and ends sessions. */
export function Sessions() {
  const { id } = useMe();
  const client = useQueryClient();
  const sessions = useRead(listSessions, { params: { id } });
  const end = useMutation({
    mutationFn: (session: string | null) =>
      session === null ? call(endSessions, { params: { id } }) : call(endSession, { params: { id, session } }),
    onSuccess: (_, session) => toast({ title: accessWords(session === null ? 'sessionsEnded' : 'sessionEnded') }),
    onError: (error) => toastFailure(error),
    onSettled: () => void client.invalidateQueries({ queryKey: keyOf(listSessions, { params: { id } }) }),
  });
  const hasOthers = sessions.data?.some(({ isCurrent }) => !isCurrent) === true;
  return (
    <Panel
      title={accessWords('sessions')}
      description={accessWords('sessionsHint')}
      flush
      action={
        hasOthers && (
          <Button size="xs" variant="outline" {...pausedWhile(end.isPending, () => end.mutate(null))}>
            {accessWords('endOthers')}
          </Button>
        )
      }
    >
      {sessions.isPending && <Skeleton height="4.25rem" m="4" />}
      <Awaited read={sessions} />
      <Box as="ul" listStyleType="none">
        {sessions.data?.toSorted(currentFirst).map((session) => (
          <Box
            as="li"
            key={session.id}
            display="flex"
            flexWrap="wrap"
            alignItems="center"
            columnGap="4"
            rowGap="1"
            px="4"
            py="2.5"
            borderTopWidth="1px"
            _first={{ borderTopWidth: '0' }}
          >
            <SessionFacts session={session} />
            {!session.isCurrent && (
              <Button size="xs" variant="outline" {...pausedWhile(end.isPending, () => end.mutate(session.id))}>
                {accessWords('endSession')}
              </Button>
            )}
          </Box>
        ))}
      </Box>
    </Panel>
  );
}

function SessionFacts({ session }: { session: StaffSession }) {
  const { agent, method, address, lastUsedAt, isCurrent } = session;
  return (
    <Box flex="1 1 14rem" minW="0">
      <Box fontWeight="500" fontSize="sm" overflowWrap="anywhere">
        {agent ? describeBrowser(agent) : accessWords('unknownBrowser')}{' '}
        {isCurrent && <Tag tone="green">{accessWords('thisBrowser')}</Tag>}
      </Box>
      <Box color="fg.muted" fontSize="sm" data-numbers>
        <Facts>
          {lastUsedAt && accessWords.rich('lastUsed', { time: <Time at={lastUsedAt} /> })}
          {method && signInMethodName(method)}
          {address}
        </Facts>
      </Box>
    </Box>
  );
}
