import { Box, IconButton } from '@chakra-ui/react';
import type { AuditEntry } from '@parley/contracts/entities';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { auditWords } from '../../i18n/en/audit.ts';
import { contactWords } from '../../i18n/en/contacts.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { listed } from '../../i18n/language.ts';
import { Facts } from '../../ui/facts.tsx';
import { Time } from '../../ui/time.tsx';
import { actionName } from './action-name.ts';
import { ChangesLine, type ChangeInWords, changesInWords, valueInWords } from './audited-changes.tsx';
import { fieldName, type Names, sectionName } from './field-names.ts';

/** Shows an action and its actor; opened also its changes, origin and place in the chain. */
export function AuditEntryRow({ entry, names }: { entry: AuditEntry; names: Names }) {
  const { at, actorName, action } = entry;
  const changes = changesInWords(entry, names);
  const [open, setOpen] = useState(false);
  return (
    <Box as="li" borderTopWidth="1px" px="4" py="1.5">
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="0.5">
        <Box flex="1 1 15rem" minW="0" overflowWrap="anywhere">
          <bdi>{actorName ?? settingsWords('system')}</bdi>{' '}
          <Box as="span" color="fg.muted">
            {actionName(action)}
          </Box>{' '}
          <bdi>{aboutWhat(entry, names)}</bdi>
          {!open && changes.length > 0 && <ChangesLine changes={changes} />}
        </Box>
        <Box display="flex" alignItems="center" gap="2" color="fg.muted" fontSize="xs">
          <Time at={at} />
          <IconButton
            size="2xs"
            variant="ghost"
            aria-label={auditWords('details')}
            aria-expanded={open}
            onClick={() => setOpen(!open)}
          >
            <ChevronDown size={14} aria-hidden />
          </IconButton>
        </Box>
      </Box>
      {open && <Details entry={entry} changes={changes} names={names} />}
    </Box>
  );
}

/** Returns the subject: its name if known, null if the actor did it to their own account. */
function aboutWhat(entry: AuditEntry, names: Names): string | null {
  const { actorId, subject, subjectName, details } = entry;
  if (subject === null || subject === `user ${actorId}`) return null;
  const [kind, id = ''] = subject.split(' ');
  // Uses the name of that time, for a subject that was renamed or deleted since.
  const then = [details.name, details.title, details.domain].find((name) => typeof name === 'string');
  if (typeof then === 'string') return then;
  if (kind === 'batch' && typeof details.total === 'number')
    return contactWords('conversationCount', { count: details.total });
  const shortcut = typeof details.shortcut === 'string' ? `/${details.shortcut}` : undefined;
  return sectionName(subject) ?? subjectName ?? shortcut ?? names.get(id) ?? subject;
}

interface DetailsProps {
  entry: AuditEntry;
  changes: readonly ChangeInWords[];
  names: Names;
}

function Details({ entry, changes, names }: DetailsProps) {
  const { subject, details, address, no, hash } = entry;
  // The names of the fields are those of the changes.
  const { before: _before, after: _after, fields, ...others } = details;
  const fieldNames = changes.length === 0 && Array.isArray(fields) ? fields.map(String) : [];
  return (
    <Box
      as="dl"
      display="grid"
      gridTemplateColumns="fit-content(50%) minmax(0, 1fr)"
      columnGap="3"
      rowGap="1"
      py="2"
      fontSize="xs"
    >
      {changes.map(({ name, change }, index) => (
        <Detail key={index} name={name} isText>
          {change}
        </Detail>
      ))}
      {fieldNames.length > 0 && (
        <Detail name={auditWords('what')} isText>
          {listed(fieldNames.map((name) => fieldName(subject, [name], names) ?? name))}
        </Detail>
      )}
      {Object.entries(others).map(([name, value]) => (
        <Detail key={name} name={fieldName(subject, [name], names) ?? name} isText>
          {valueInWords(subject, [name], value, names)}
        </Detail>
      ))}
      {subject && <Detail name={auditWords('about')}>{subject}</Detail>}
      {address && <Detail name={auditWords('address')}>{address}</Detail>}
      {no !== null && (
        <Detail name={auditWords('entry')}>
          <Facts>
            {no}
            {hash}
          </Facts>
        </Detail>
      )}
    </Box>
  );
}

const Detail = ({ name, isText = false, children }: { name: string; isText?: boolean; children: ReactNode }) => (
  <>
    <Box as="dt" color="fg.muted">
      {name}
    </Box>
    <Box as="dd" dir="auto" fontFamily={isText ? undefined : 'mono'} whiteSpace="pre-wrap" overflowWrap="anywhere">
      {children}
    </Box>
  </>
);
