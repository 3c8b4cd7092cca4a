import { Box, Button, HStack, SimpleGrid } from '@chakra-ui/react';
import type { KnowledgeContradiction } from '@parley/contracts/knowledge/contradictions';
import { listSuspendedPassages } from '@parley/contracts/routes/answers';
import {
  listKnowledgeContradictions,
  settleKnowledgeContradiction,
  suspendContradictingPassage,
} from '@parley/contracts/routes/knowledge-sources';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { alwaysFresh, keyOf, read } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { answerWords as words } from '../../i18n/en/answers.ts';
import { Panel } from '../../ui/panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { calendarDate } from '../../ui/times.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';
import styles from '../../domain/answers/answers.module.css';

/** Lists passages that contradict each other, and suspends one of two; nothing while there are none. */
export function Contradictions() {
  const mayManage = useMay('articles.manage');
  const found = useQuery({ ...read(listKnowledgeContradictions, {}), ...alwaysFresh, enabled: mayManage });
  if (!found.data || found.data.length === 0) return null;
  return (
    <Panel title={words('contradictions')} description={words('contradictionsAbout')} flush>
      <Box as="ul" listStyleType="none">
        {found.data.map((each) => (
          <Pair key={`${each.older.passageId} ${each.newer.passageId}`} {...each} />
        ))}
      </Box>
    </Panel>
  );
}

function Pair({ older, newer }: KnowledgeContradiction) {
  const client = useQueryClient();
  const refresh = (title: string) => {
    toast({ title });
    void client.invalidateQueries({ queryKey: keyOf(listSuspendedPassages) });
    return client.invalidateQueries({ queryKey: keyOf(listKnowledgeContradictions) });
  };
  const suspend = useMutation({
    mutationFn: (passageId: string) => call(suspendContradictingPassage, { params: { id: passageId } }),
    onSuccess: () => refresh(words('suspendedNow')),
    onError: (error) => toastFailure(error),
  });
  const settle = useMutation({
    mutationFn: () =>
      call(settleKnowledgeContradiction, {
        body: { olderPassageId: older.passageId, newerPassageId: newer.passageId },
      }),
    onSuccess: () => refresh(words('contradictionSettled')),
    onError: (error) => toastFailure(error),
  });
  const isPending = suspend.isPending || settle.isPending;
  return (
    <Box as="li" px="4" py="3" borderTopWidth="1px" borderColor="border">
      <SimpleGrid columns={{ base: 1, md: 2 }} gap="4" fontSize="sm">
        {([older, newer] as const).map((side) => (
          <Box key={side.passageId} minW="0" display="flex" flexDirection="column" gap="2">
            <HStack gap="2" flexWrap="wrap">
              <Tag tone={side === older ? 'plain' : 'green'}>{words(side === older ? 'olderOne' : 'newerOne')}</Tag>
              <strong>
                <bdi>{side.title}</bdi>
              </strong>
              {side.datedOn && <span className={styles.fine}>{calendarDate(side.datedOn)}</span>}
            </HStack>
            <div className={styles.passage} dir="auto">
              {side.text}
            </div>
            {side.url && (
              <Box asChild overflowWrap="anywhere" textDecoration="underline" fontSize="xs">
                <a href={side.url} target="_blank" rel="noreferrer">
                  <bdi>{side.url}</bdi>
                </a>
              </Box>
            )}
            <Button
              size="xs"
              variant="outline"
              alignSelf="flex-start"
              disabled={isPending}
              onClick={() => suspend.mutate(side.passageId)}
            >
              {words(side === older ? 'suspendOlder' : 'suspendNewer')}
            </Button>
          </Box>
        ))}
      </SimpleGrid>
      <Button size="xs" variant="ghost" mt="2" disabled={isPending} onClick={() => settle.mutate()}>
        {words('bothRight')}
      </Button>
    </Box>
  );
}
