import { Box, Button, Stack } from '@chakra-ui/react';
import { type ImportFound, type ImportMapping, importUndoDays } from '@parley/contracts/imports/import';
import { listAttributes } from '@parley/contracts/routes/attributes';
import { listImports, writeImport } from '@parley/contracts/routes/imports';
import { listMailboxes } from '@parley/contracts/routes/mailboxes';
import { listRepresentatives } from '@parley/contracts/routes/users';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { importWords } from '../../i18n/en/imports.ts';
import { Select } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

interface MappingFormProps {
  id: string;
  found: ImportFound;
  proposed: ImportMapping;
  /** Beside the button that imports. */
  discard: ReactNode;
}

interface Choice {
  value: string;
  label: string;
}

/** Decides what becomes of their users, inboxes, attributes and statuses, and begins to write. */
export function MappingForm({ id, found, proposed, discard }: MappingFormProps) {
  const client = useQueryClient();
  const [mapping, setMapping] = useState(proposed);
  const colleagues = useRead(listRepresentatives, {}).data ?? [];
  const websites = useRead(listWebsites, {}).data ?? [];
  const mailboxes = useRead(listMailboxes, {}).data ?? [];
  const attributes = useRead(listAttributes, {}).data ?? [];
  const write = useMutation({
    mutationFn: () => call(writeImport, { params: { id }, body: mapping }),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(listImports) }),
    onError: (error) => toastFailure(error, importWords('changeFailed')),
  });
  const nobody = { value: '', label: importWords('keepName') };
  const users = [nobody, ...colleagues.map((user) => ({ value: user.id, label: user.name }))];
  const places = [
    { value: '', label: importWords('noPlace') },
    ...websites.map((website) => ({ value: `website ${website.id}`, label: website.name })),
    ...mailboxes.map((mailbox) => ({ value: `mailbox ${mailbox.id}`, label: mailbox.name })),
  ];
  const attributeChoices = (subject: string, key: string | null): Choice[] => {
    const ours = attributes.filter((each) => each.subject === subject);
    const isNew = key !== null && !ours.some((each) => each.key === key);
    return [
      { value: '', label: importWords('leaveOut') },
      ...(isNew ? [{ value: key, label: importWords('newAttribute', { key }) }] : []),
      ...ours.map((each) => ({ value: each.key, label: each.name })),
    ];
  };
  return (
    <Stack gap="4">
      <Box>
        <Box fontWeight="500">{importWords('mapping')}</Box>
        <Box color="fg.muted" fontSize="sm">
          {importWords('mappingHint')}
        </Box>
      </Box>
      <Group title={importWords('user')} rows={found.users}>
        {(user) => (
          <Select
            aria-label={user.name}
            value={mapping.users.find((each) => each.id === user.id)?.userId ?? ''}
            options={users}
            onChange={(userId) =>
              setMapping({ ...mapping, users: replaced(mapping.users, user.id, { userId: userId || null }) })
            }
          />
        )}
      </Group>
      <Group title={importWords('inbox')} rows={found.inboxes}>
        {(inbox) => (
          <Select
            aria-label={inbox.name}
            value={placeOf(mapping.inboxes.find((each) => each.id === inbox.id))}
            options={places}
            onChange={(place) =>
              setMapping({ ...mapping, inboxes: replaced(mapping.inboxes, inbox.id, placeFrom(place)) })
            }
          />
        )}
      </Group>
      <Group title={importWords('attribute')} rows={found.attributes}>
        {(attribute) => {
          const isSame = (each: ImportMapping['attributes'][number]) =>
            each.id === attribute.id && each.subject === attribute.subject;
          const first = proposed.attributes.find(isSame)?.key ?? null;
          return (
            <Select
              aria-label={attribute.name}
              value={mapping.attributes.find(isSame)?.key ?? ''}
              options={attributeChoices(attribute.subject, first)}
              onChange={(key) =>
                setMapping({
                  ...mapping,
                  attributes: mapping.attributes.map((each) => (isSame(each) ? { ...each, key: key || null } : each)),
                })
              }
            />
          );
        }}
      </Group>
      <Group title={importWords('statuses')} rows={found.statuses.map((status) => ({ ...status, name: status.id }))}>
        {(status) => (
          <Select
            aria-label={status.name}
            value={mapping.statuses.find((each) => each.id === status.id)?.isClosed ? 'closed' : 'open'}
            options={[
              { value: 'open', label: importWords('open') },
              { value: 'closed', label: importWords('closed') },
            ]}
            onChange={(chosen) =>
              setMapping({
                ...mapping,
                statuses: replaced(mapping.statuses, status.id, { isClosed: chosen === 'closed' }),
              })
            }
          />
        )}
      </Group>
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="3">
        <Button size="sm" {...pausedWhile(write.isPending, () => write.mutate())}>
          {importWords('run')}
        </Button>
        {discard}
        <Box color="fg.muted" fontSize="sm" flex="1 1 16rem">
          {importWords('runHint', { count: importUndoDays })}
        </Box>
      </Box>
    </Stack>
  );
}

const replaced = <E extends { id: string }>(list: readonly E[], id: string, change: Partial<E>): E[] =>
  list.map((each) => (each.id === id ? { ...each, ...change } : each));

type Place = Pick<ImportMapping['inboxes'][number], 'websiteId' | 'mailboxId'>;

const placeOf = (place: Place | undefined): string => {
  if (place?.mailboxId) return `mailbox ${place.mailboxId}`;
  return place?.websiteId ? `website ${place.websiteId}` : '';
};

const placeFrom = (value: string): Place => {
  const [kind, id = null] = value.split(' ');
  return { websiteId: kind === 'website' ? id : null, mailboxId: kind === 'mailbox' ? id : null };
};

interface GroupProps<R> {
  title: string;
  rows: readonly R[];
  children: (row: R) => ReactNode;
}

/** Shows a choice for each of theirs. */
function Group<R extends { id: string; name: string }>({ title, rows, children }: GroupProps<R>) {
  if (rows.length === 0) return null;
  return (
    <Box>
      <Box fontSize="sm" color="fg.muted" mb="1">
        {title}
      </Box>
      <Box
        display="grid"
        gap="2"
        gridTemplateColumns={{ base: '1fr', sm: 'minmax(0, 1fr) minmax(0, 1fr)' }}
        alignItems="center"
      >
        {rows.map((row, at) => (
          <Box key={`${at} ${row.id}`} display="contents">
            <Box fontSize="sm" overflowWrap="anywhere">
              <bdi>{row.name || row.id}</bdi>
            </Box>
            {children(row)}
          </Box>
        ))}
      </Box>
    </Box>
  );
}
