import { Box, Stack } from '@chakra-ui/react';
import { channelName } from '@parley/contracts/channels/channel-name';
import type { BulkPreview } from '@parley/contracts/conversations/bulk-messages';
import { Paperclip } from 'lucide-react';
import { FileName } from '../../domain/files/file-name.tsx';
import { bulkMessages as words } from '../../i18n/en/bulkmessages.ts';
import { files as fileWords } from '../../i18n/en/files.ts';
import { language, locale } from '../../i18n/language.ts';
import { t } from '../../i18n/server-text.ts';
import { customerLabel } from '../../ui/person.ts';
import styles from './bulk.module.css';

interface BulkReviewProps {
  preview: BulkPreview;
  /** Files that go with each message. */
  files: readonly { key: string; name: string }[];
}

/** Shows the text that each contact of a bulk message gets, its files, and who is left out, with the reason. */
export function BulkReview({ preview: { recipients, leftOut }, files }: BulkReviewProps) {
  return (
    <Stack gap="4">
      <Box as="section" aria-labelledby="bulk-recipients">
        <Box as="h3" id="bulk-recipients" fontWeight="600">
          {words('willGet', { count: recipients.length })}
        </Box>
        {recipients.some(({ channel }) => channel === 'email') && (
          <Box as="p" color="fg.muted" fontSize="sm" mt="0.5">
            {words('unsubscribe')}
          </Box>
        )}
        {files.length > 0 && (
          <ul className={styles.files} aria-label={fileWords('list')}>
            {files.map(({ key, name }) => (
              <li key={key}>
                <Paperclip size={14} aria-hidden />
                <FileName name={name} />
              </li>
            ))}
          </ul>
        )}
        <ul className={styles.list}>
          {recipients.map(({ contactId, visitorId, name, email, channel, subject, content }, index) => (
            <li key={contactId}>
              <details open={index === 0}>
                <summary aria-label={words('messageTo', { name: nameOf({ contactId, visitorId, name, email }) })}>
                  <bdi>{nameOf({ contactId, visitorId, name, email })}</bdi>
                  <small>
                    {channelName(channel, language())}
                    {channel === 'email' && name !== null && email !== null && (
                      <>
                        {' '}
                        · <bdi>{email}</bdi>
                      </>
                    )}
                  </small>
                </summary>
                <div className={styles.text} dir="auto">
                  {subject !== null && <strong>{subject}</strong>}
                  {content}
                </div>
              </details>
            </li>
          ))}
        </ul>
      </Box>
      {leftOut.length > 0 && (
        <Box as="section" aria-labelledby="bulk-left-out">
          <Box as="h3" id="bulk-left-out" fontWeight="600">
            {words('leftOut', { count: leftOut.length })}
          </Box>
          <ul className={styles.list}>
            {byReason(leftOut).map(([reason, contacts]) => (
              <li key={reason}>
                <details open={leftOut.length <= listedMax}>
                  <summary>
                    {reason}
                    <small data-numbers>{new Intl.NumberFormat(locale()).format(contacts.length)}</small>
                  </summary>
                  <ul className={styles.names}>
                    {contacts.map((contact) => (
                      <li key={contact.contactId}>
                        <bdi>{nameOf(contact)}</bdi>
                      </li>
                    ))}
                  </ul>
                </details>
              </li>
            ))}
          </ul>
        </Box>
      )}
    </Stack>
  );
}

/** Maximum number of contacts left out that are listed at once; more are folded away below their reasons. */
const listedMax = 8;

type LeftOut = BulkPreview['leftOut'];

/** Returns the contacts left out for each reason, the most frequent one first. */
const byReason = (leftOut: LeftOut): [reason: string, contacts: LeftOut][] =>
  [...Map.groupBy(leftOut, ({ localized, reason }) => t(localized, reason))].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );

const nameOf = ({
  contactId,
  visitorId,
  name,
  email,
}: Pick<LeftOut[number], 'contactId' | 'visitorId' | 'name' | 'email'>): string =>
  name ?? email ?? customerLabel({ id: contactId, visitorId, customerName: name, customerEmail: email });
