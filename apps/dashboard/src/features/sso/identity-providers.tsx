import { Box, Button } from '@chakra-ui/react';
import type { IdentityProvider, IdentityProviderTest } from '@parley/contracts/users/identity-providers';
import {
  deleteIdentityProvider,
  listIdentityProviders,
  readProviderTest,
  startProviderTest,
  testIdentityProvider,
} from '@parley/contracts/routes/identity-providers';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { keyOf, read, alwaysFresh, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { common } from '../../i18n/en/common.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { ssoWords } from '../../i18n/en/sso.ts';
import { t } from '../../i18n/server-text.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Tag } from '../../ui/tag.tsx';
import { refusalWords } from '../../auth/refusal-words.ts';
import { ProviderForm } from './provider-form.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';

/** Manages the sign-in services. */
export function IdentityProviders() {
  const providers = useRead(listIdentityProviders, {});
  const [deleting, setDeleting] = useState<IdentityProvider | null>(null);
  useRowKeys({ e: common('edit'), p: ssoWords('test'), '#': ssoWords('deleteTitle') });
  return (
    <>
      <ItemsPanel
        title={ssoWords('title')}
        description={ssoWords('about')}
        add={{ id: 'provider:add', label: ssoWords('add') }}
        items={providers}
        empty={{ icon: KeyRound, title: ssoWords('none'), hint: ssoWords('noneHint') }}
        renderForm={(provider, onDone) => <ProviderForm provider={provider} onDone={onDone} />}
      >
        {(provider, onEdit) => (
          <ProviderLine provider={provider} onEdit={onEdit} onDelete={() => setDeleting(provider)} />
        )}
      </ItemsPanel>
      <DeleteProvider provider={deleting} onClose={() => setDeleting(null)} />
    </>
  );
}

interface ProviderLineProps {
  provider: IdentityProvider;
  onEdit: () => void;
  onDelete: () => void;
}

function ProviderLine({ provider, onEdit, onDelete }: ProviderLineProps) {
  const test = useMutation({
    mutationFn: () => call(testIdentityProvider, { params: { id: provider.id } }),
    onError: (error) => toastFailure(error, integrationWords('testFailed')),
  });
  // The test of a sign-in leads back to this address.
  const [search] = useSearchParams();
  const tested = useQuery({
    ...read(readProviderTest, { params: { id: provider.id } }),
    ...alwaysFresh,
    enabled: search.get('tested') === provider.id,
  });
  const outcome = test.data ?? tested.data;
  const testButton = (
    <Button size="2xs" variant="outline" aria-keyshortcuts="p" {...pausedWhile(test.isPending, () => test.mutate())}>
      {test.isPending ? integrationWords('testing') : ssoWords('test')}
    </Button>
  );
  return (
    <ItemLine change={{ onEdit, onDelete, others: testButton }}>
      <Box display="flex" flexWrap="wrap" alignItems="center" columnGap="2" fontSize="sm">
        <bdi>{provider.name}</bdi>
        {!provider.isActive && <Tag>{ssoWords('off')}</Tag>}
      </Box>
      <Box color="fg.muted" fontSize="xs">
        <bdi dir="ltr">{provider.issuer}</bdi>
      </Box>
      {outcome && <Outcome provider={provider} outcome={outcome} />}
    </ItemLine>
  );
}

/** Shows the result of a test. Once the service answers, a test sign-in, which signs nobody in, shows its user data. */
function Outcome({ provider, outcome }: { provider: IdentityProvider; outcome: IdentityProviderTest }) {
  const { success, refusal, localized, message } = outcome;
  const signIn = useMutation({
    mutationFn: () => call(startProviderTest, { params: { id: provider.id } }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure(error, integrationWords('testFailed')),
  });
  return (
    <Box role="status" display="flex" flexWrap="wrap" alignItems="center" gap="2" mt="1" fontSize="xs">
      <Tag tone={success ? 'green' : 'red'}>{success ? ssoWords('works') : integrationWords('testFailed')}</Tag>
      <Box color="fg.muted" overflowWrap="anywhere">
        {refusal ? refusalWords(refusal) : t(localized, message)}
      </Box>
      <Button size="2xs" variant="outline" {...pausedWhile(signIn.isPending, () => signIn.mutate())}>
        {ssoWords('testSignIn')}
      </Button>
    </Box>
  );
}

function DeleteProvider({ provider, onClose }: { provider: IdentityProvider | null; onClose: () => void }) {
  const client = useQueryClient();
  return (
    <DeleteDialog
      title={ssoWords('deleteTitle')}
      id={provider?.id ?? null}
      remove={(id) => call(deleteIdentityProvider, { params: { id } })}
      onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listIdentityProviders) })}
      onClose={onClose}
    >
      {ssoWords('deleteHint', { name: provider?.name ?? '' })}
    </DeleteDialog>
  );
}
