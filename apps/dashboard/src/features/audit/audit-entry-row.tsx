import { Box, IconButton } from '@chakra-ui/react';
import type { AuditEntry } from '@parley/contracts/entities';
import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { auditWords } from '../../i18n/en/audit.ts';
import { settingsWords } from '../../i18n/en/settings.ts';
import { Time } from '../../ui/time.tsx';
import { actionName } from './action-name.ts';

/** What was done, by whom; with what changed, where it came from and its place in the chain when it is opened. */
export function AuditEntryRow({ entry }: { entry: AuditEntry }) {
  const { at, actorName, action, subject } = entry;
  const [open, setOpen] = useState(false);
  return (
    <Box as="li" borderTopWidth="1px" px="4" py="1.5">
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="0.5">
        <Box flex="1 1 15rem" minW="0" overflowWrap="anywhere">
          <bdi>{actorName ?? settingsWords('system')}</bdi>{' '}
          <Box as="span" color="fg.muted">
            {actionName(action)}
          </Box>{' '}
          {subject && <bdi>{subject}</bdi>}
        </Box>
        <Box color="fg.muted" fontSize="xs">
          <Time at={at} />
        </Box>
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
      {open && <Details entry={entry} />}
    </Box>
  );
}

function Details({ entry: { details, address, no, hash } }: { entry: AuditEntry }) {
  const { before, after, ...others } = details;
  return (
    <Box as="dl" display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="3" rowGap="1" py="2" fontSize="xs">
      {before !== undefined && <Detail name={auditWords('before')}>{JSON.stringify(before)}</Detail>}
      {after !== undefined && <Detail name={auditWords('after')}>{JSON.stringify(after)}</Detail>}
      {Object.entries(others).map(([name, value]) => (
        <Detail key={name} name={name}>
          {typeof value === 'string' ? value : JSON.stringify(value)}
        </Detail>
      ))}
      {address && <Detail name={auditWords('address')}>{address}</Detail>}
      {no !== null && (
        <Detail name={auditWords('entry')}>
          {no} · {hash}
        </Detail>
      )}
    </Box>
  );
}

const Detail = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <Box as="dt" color="fg.muted">
      {name}
    </Box>
    <Box as="dd" dir="auto" fontFamily="mono" overflowWrap="anywhere">
      {children}
    </Box>
  </>
);
