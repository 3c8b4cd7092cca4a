import { Box, Stack } from '@chakra-ui/react';
import { conversationChannel } from '@parley/contracts/channels/list';
import type { BulkPreview } from '@parley/contracts/conversations/bulk-messages';
import { bulkMessages as words } from '../../i18n/en/bulkmessages.ts';
import { t } from '../../i18n/server-text.ts';
import { customerLabel } from '../../ui/person.ts';
import styles from './bulk.module.css';

/** Shows the text that each contact of a bulk message gets, and who is left out, with the reason. */
export function BulkReview({ preview: { recipients, leftOut } }: { preview: BulkPreview }) {
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
        <ul className={styles.list}>
          {recipients.map(({ contactId, name, email, channel, subject, content }, index) => (
            <li key={contactId}>
              <details open={index === 0}>
                <summary aria-label={words('messageTo', { name: nameOf({ contactId, name, email }) })}>
                  <bdi>{nameOf({ contactId, name, email })}</bdi>
                  <small>
                    {conversationChannel(channel).name}
                    {channel === 'email' && name !== null && email !== null && <bdi> · {email}</bdi>}
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
            {leftOut.map(({ contactId, name, email, reason, localized }) => (
              <li key={contactId} className={styles.leftOut}>
                <bdi>{nameOf({ contactId, name, email })}</bdi>
                <small>{t(localized, reason)}</small>
              </li>
            ))}
          </ul>
        </Box>
      )}
    </Stack>
  );
}

const nameOf = ({ contactId, name, email }: { contactId: string; name: string | null; email: string | null }): string =>
  name ?? email ?? customerLabel({ id: contactId, visitorId: null, customerName: name, customerEmail: email });
