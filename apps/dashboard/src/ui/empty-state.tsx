import { Box, Button } from '@chakra-ui/react';
import { TriangleAlert } from 'lucide-react';
import { useId } from 'react';
import { CallError, wordsOf } from '../api/call-error.ts';
import { useCommands } from '../commands/commands.ts';
import { common } from '../i18n/en/common.ts';
import { ui } from '../i18n/en/ui.ts';
import { EmptyState } from './empty.tsx';

export { EmptyState };

/** A read failed, in the server's words, with a way to try again. */
export function FailedState({ error, retry, compact }: { error: unknown; retry: () => void; compact?: boolean }) {
  const forbidden = error instanceof CallError && error.status === 403;
  const id = useId();
  useCommands(
    forbidden ? [] : [{ id: `retry:${id}`, label: common('tryAgain'), group: 'General', keys: 'x a', run: retry }],
  );
  return (
    <Box role="alert" height={compact ? 'auto' : '100%'}>
      <EmptyState
        icon={TriangleAlert}
        title={forbidden ? ui('mayNotSee') : ui('notLoaded')}
        compact={compact ?? false}
        action={
          forbidden ? undefined : (
            <Button variant="outline" size="xs" onClick={retry}>
              {common('tryAgain')}
            </Button>
          )
        }
      >
        {wordsOf(error)}
      </EmptyState>
    </Box>
  );
}
