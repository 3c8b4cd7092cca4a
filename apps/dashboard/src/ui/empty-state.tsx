import { Box, Button } from '@chakra-ui/react';
import { type LucideIcon, TriangleAlert } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { CallError, wordsOf } from '../api/call-error.ts';
import { useCommands } from '../commands/commands.ts';
import { common } from '../i18n/en/common.ts';
import { ui } from '../i18n/en/ui.ts';

interface EmptyStateProps {
  icon: LucideIcon;
  title: ReactNode;
  children?: ReactNode;
  action?: ReactNode;
  /** Less room, for panels. */
  compact?: boolean;
}

/** Nothing is here, and why or what to do about it. */
export function EmptyState({ icon: Icon, title, children, action, compact = false }: EmptyStateProps) {
  return (
    <Box
      display="flex"
      flexDirection="column"
      alignItems="center"
      justifyContent="center"
      textAlign="center"
      gap="1.5"
      px="6"
      py={compact ? '6' : '12'}
      color="fg.muted"
      height={compact ? 'auto' : '100%'}
    >
      <Box color="fg.subtle" mb="1.5">
        <Icon size={compact ? 22 : 28} strokeWidth={1.5} aria-hidden />
      </Box>
      <Box fontWeight="600" color="fg">
        {title}
      </Box>
      {children && (
        <Box maxW="36ch" fontSize="sm" textWrap="balance">
          {children}
        </Box>
      )}
      {action && <Box mt="2.5">{action}</Box>}
    </Box>
  );
}

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
