import { Box, Button, Stack } from '@chakra-ui/react';
import type { ApiKey } from '@parley/contracts/users/api-keys';
import { endApiKey, endOwnApiKey, listApiKeys, listOwnApiKeys } from '@parley/contracts/routes/api-keys';
import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { permissionWords } from '../../domain/users/permission-words.ts';
import { apiKeyWords } from '../../i18n/en/apikeys.ts';
import { rolesWords } from '../../i18n/en/roles.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemsPanel } from '../../ui/items-panel.tsx';
import { Tag } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { dayOf } from '../../ui/times.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { KeyForm } from './key-form.tsx';

/** Keys that act as the signed-in user. */
export function OwnApiKeys() {
  return <Keys kind="personal" keys={useRead(listOwnApiKeys, {})} />;
}

/** Shows all users' keys, and service keys. For administrators. */
export function AllApiKeys() {
  return <Keys kind="service" keys={useRead(listApiKeys, {})} />;
}

function Keys({ kind, keys }: { kind: ApiKey['kind']; keys: UseQueryResult<ApiKey[]> }) {
  const [ending, setEnding] = useState<ApiKey | null>(null);
  const isService = kind === 'service';
  const add = apiKeyWords(isService ? 'addService' : 'add');
  useRowKeys({ '#': apiKeyWords('endCommand') });
  return (
    <>
      <ItemsPanel
        title={apiKeyWords('title')}
        description={apiKeyWords(isService ? 'allHint' : 'ownHint')}
        add={{ id: `api-key:add-${kind}`, label: add }}
        items={keys}
        empty={{ icon: KeyRound, title: apiKeyWords('none'), hint: apiKeyWords('noneHint') }}
        renderForm={(_key, onDone) => <KeyForm kind={kind} onDone={onDone} />}
      >
        {(key) => <KeyLine apiKey={key} showsOwner={isService} onEnd={() => setEnding(key)} />}
      </ItemsPanel>
      <EndKey kind={kind} apiKey={ending} onClose={() => setEnding(null)} />
    </>
  );
}

interface KeyLineProps {
  apiKey: ApiKey;
  showsOwner: boolean;
  onEnd: () => void;
}

/** Number of permissions that are named; of more, only the count is shown. */
const namedMax = 3;

function KeyLine({ apiKey, showsOwner, onEnd }: KeyLineProps) {
  const { kind, name, prefix, userName, permissions, websiteIds, expiresAt, lastUsedAt } = apiKey;
  const given = permissions.filter((each) => each !== 'read' && each !== 'write');
  const granted = given.map(permissionWords).join(', ');
  const count = given.length;
  const isExpired = expiresAt !== null && Date.parse(expiresAt) <= Date.now();
  return (
    <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="3" rowGap="1" px="4" py="2.5" fontSize="sm">
      <Stack flex="1 1 14rem" minW="0" gap="0.5" overflowWrap="anywhere">
        <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
          <bdi>{name}</bdi>
          {showsOwner && kind === 'service' && <Tag>{apiKeyWords('service')}</Tag>}
          {showsOwner && kind === 'personal' && (
            <Box color="fg.muted">{apiKeyWords.rich('of', { name: <bdi>{userName}</bdi> })}</Box>
          )}
          {isExpired && <Tag tone="red">{apiKeyWords('expired')}</Tag>}
        </Box>
        <Box color="fg.muted" fontSize="xs" data-numbers>
          <Facts>
            <Box as="span" dir="ltr" fontFamily="mono">
              {prefix}…
            </Box>
            {apiKeyWords(permissions.includes('write') ? 'readWrite' : 'readOnly')}
            {count > 0 && (
              <span title={granted}>{count > namedMax ? apiKeyWords('permissionCount', { count }) : granted}</span>
            )}
            {websiteIds && rolesWords('websiteCount', { count: websiteIds.length })}
            {lastUsedAt ? apiKeyWords.rich('usedLast', { time: <Time at={lastUsedAt} /> }) : apiKeyWords('neverUsed')}
            {expiresAt &&
              !isExpired &&
              apiKeyWords.rich('expiresOn', { time: <time dateTime={expiresAt}>{dayOf(expiresAt)}</time> })}
          </Facts>
        </Box>
      </Stack>
      <Button size="2xs" variant="outline" aria-keyshortcuts="#" onClick={onEnd}>
        {apiKeyWords('end')}
      </Button>
    </Box>
  );
}

interface EndKeyProps {
  kind: ApiKey['kind'];
  apiKey: ApiKey | null;
  onClose: () => void;
}

function EndKey({ kind, apiKey, onClose }: EndKeyProps) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={apiKeyWords('endTitle', { name: apiKey?.name ?? '' })}
      confirmLabel={apiKeyWords('end')}
      id={apiKey?.id ?? null}
      remove={(id) => call(kind === 'service' ? endApiKey : endOwnApiKey, { params: { id } })}
      onDeleted={() => {
        void client.invalidateQueries({ queryKey: keyOf(listOwnApiKeys) });
        void client.invalidateQueries({ queryKey: keyOf(listApiKeys) });
        toast({ title: apiKeyWords('ended') });
      }}
      onClose={onClose}
    >
      {apiKeyWords('endHint')}
    </DeleteDialog>
  );
}
