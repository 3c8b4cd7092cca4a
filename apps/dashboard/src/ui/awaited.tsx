import type { UseQueryResult } from '@tanstack/react-query';
import { FailedState } from './empty-state.tsx';
import { Placeholders } from './placeholders.tsx';

interface AwaitedProps {
  read: Pick<UseQueryResult, 'data' | 'error' | 'isError' | 'isPending' | 'refetch'>;
  /** Number of lines to show while it loads; left out, nothing is shown. */
  lines?: number;
}

/** Shows what stands in place of a read's content: lines while it loads, or why it failed. */
export function Awaited({ read, lines = 0 }: AwaitedProps) {
  if (read.isPending) return lines > 0 && <Placeholders count={lines} />;
  if (!read.isError || read.data) return null;
  return <FailedState compact error={read.error} retry={() => void read.refetch()} />;
}
