import type { Message } from '@parley/contracts/entities';
import { listMessageVersions } from '@parley/contracts/routes/conversations';
import { useRead } from '../../../api/read.ts';
import { common } from '../../../i18n/en/common.ts';
import { revisions } from '../../../i18n/en/revisions.ts';
import { exactTime } from '../../../ui/times.ts';
import { VersionsDialog } from '../../../domain/revisions/versions-dialog.tsx';

/** Lists a message's earlier texts, for administrators. */
export default function HistoryDialog({ message, onClose }: { message: Message; onClose: () => void }) {
  const { conversationId, seq } = message;
  const versions = useRead(listMessageVersions, { params: { id: conversationId, seq } }).data ?? [];
  return (
    <VersionsDialog
      versions={versions.map(({ content, replacedByName, replacedAt }) => ({
        at: replacedAt,
        content,
        caption: revisions('until', { who: replacedByName ?? common('someone'), time: exactTime(replacedAt) }),
      }))}
      onClose={onClose}
    />
  );
}
