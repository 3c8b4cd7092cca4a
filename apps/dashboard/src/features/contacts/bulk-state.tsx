/** State of a bulk message in few words, for its row and its page. */
import type { BulkMessage } from '@parley/contracts/conversations/bulk-messages';
import { bulkMessages as words } from '../../i18n/en/bulkmessages.ts';
import { Tag, type TagTone } from '../../ui/tag.tsx';

/** Returns the subject or, without one, the first line of the text, or the name of a file. */
export const bulkTitle = ({ subject, content, attachments }: BulkMessage): string =>
  subject ?? (content.split('\n')[0] || attachments?.[0]?.name) ?? '';

const states: Record<BulkMessage['status'], { tone: TagTone; label: () => string }> = {
  waiting: { tone: 'yellow', label: () => words('isWaiting') },
  sending: { tone: 'yellow', label: () => words('isSending') },
  done: { tone: 'green', label: () => words('isDone') },
  stopped: { tone: 'neutral', label: () => words('isStopped') },
  failed: { tone: 'red', label: () => words('isFailed') },
};

export function BulkStatusTag({ status }: Pick<BulkMessage, 'status'>) {
  const { tone, label } = states[status];
  return <Tag tone={tone}>{label()}</Tag>;
}

/** Shows how many contacts were written to, have replied, and were not written to. */
export function BulkCounts({ message: { total, sent, failed, leftOut, replied } }: { message: BulkMessage }) {
  return (
    <>
      <span data-numbers>{words('sentOf', { sent, total: total - leftOut })}</span>
      {replied > 0 && <span data-numbers>{words('repliedCount', { count: replied })}</span>}
      {failed > 0 && <span data-numbers>{words('failedCount', { count: failed })}</span>}
      {leftOut > 0 && <span data-numbers>{words('leftOutCount', { count: leftOut })}</span>}
    </>
  );
}
