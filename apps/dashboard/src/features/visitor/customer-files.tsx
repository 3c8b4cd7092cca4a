import { listCustomerFiles } from '@parley/contracts/routes/conversations';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { alwaysFresh, read } from '../../api/read.ts';
import { AttachmentList } from '../../domain/files/attachments.tsx';
import { visitor as words } from '../../i18n/en/visitor.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { Time } from '../../ui/time.tsx';
import styles from './visitor.module.css';

interface CustomerFilesProps {
  conversationId: string;
  linkTo: (id: string, messageSeq: number) => string;
}

/** Lists the files that the customer sent and received, each with a link to its message. */
export default function CustomerFiles({ conversationId, linkTo }: CustomerFilesProps) {
  const files = useQuery({ ...read(listCustomerFiles, { params: { id: conversationId } }), ...alwaysFresh });
  return (
    <>
      <Awaited read={files} lines={2} />
      {files.data?.length === 0 && <p className={styles.quiet}>{words('none')}</p>}
      <ul className={styles.files}>
        {files.data?.map(({ attachment, conversationId: of, seq, isFromCustomer, sentAt }) => (
          <li key={attachment.id}>
            <AttachmentList attachments={[attachment]} />
            <Link className={styles.quiet} to={linkTo(of, seq)}>
              {words(isFromCustomer ? 'fromCustomer' : 'fromTeam')} <Time at={sentAt} />
            </Link>
          </li>
        ))}
      </ul>
    </>
  );
}
