import { getEmailSource } from '@parley/contracts/routes/conversations';
import { useRead } from '../../../api/read.ts';
import { emails } from '../../../i18n/en/emails.ts';
import { Awaited } from '../../../ui/awaited.tsx';
import { DialogFrame } from '../../../ui/dialog-frame.tsx';
import styles from './original-email.module.css';

interface EmailSourceDialogProps {
  conversationId: string;
  seq: number;
  onClose: () => void;
}

/** Shows an email as it came: its headers, then its parts. */
export default function EmailSourceDialog({ conversationId, seq, onClose }: EmailSourceDialogProps) {
  const source = useRead(getEmailSource, { params: { id: conversationId, seq } });
  return (
    <DialogFrame title={emails('source')} size="xl" isLong onClose={onClose}>
      <Awaited read={source} lines={8} />
      {source.data && (
        <pre className={styles.source} dir="ltr">
          {source.data.source}
        </pre>
      )}
      {source.data?.isCut && <small>{emails('sourceIsCut')}</small>}
    </DialogFrame>
  );
}
