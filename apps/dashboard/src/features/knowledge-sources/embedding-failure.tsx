import { Box, Button } from '@chakra-ui/react';
import { getEmbeddingState, retryEmbeddings } from '@parley/contracts/routes/knowledge-sources';
import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { read, alwaysFresh } from '../../api/read.ts';
import { sourceWords as words } from '../../i18n/en/sources.ts';
import { t } from '../../i18n/server-text.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

const watchMs = 5_000;

/** Shows why passages are not found by meaning; nothing if they are, or there is no model for it. */
export function EmbeddingFailure() {
  const { data } = useQuery({
    ...read(getEmbeddingState, {}),
    ...alwaysFresh,
    refetchInterval: ({ state }) => (state.data?.reason ? watchMs : false),
  });
  const retry = useMutation({
    mutationFn: () => call(retryEmbeddings, {}),
    onError: (error) => toastFailure(error),
  });
  if (!data?.reason) return null;
  return (
    <Box
      role="status"
      display="flex"
      flexWrap="wrap"
      gap="2"
      px="4"
      py="2.5"
      alignItems="center"
      borderBottomWidth="1px"
    >
      <Box flex="1 1 16rem" minW="0" color="fg.error" fontSize="sm" overflowWrap="anywhere">
        {words('notByMeaning', { reason: t(data.reasonLocalized, data.reason) })}
      </Box>
      <Button size="2xs" variant="outline" {...pausedWhile(retry.isPending, () => retry.mutate())}>
        {words('retry')}
      </Button>
    </Box>
  );
}
