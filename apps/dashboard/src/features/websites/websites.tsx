import { Box, Button, Input, Skeleton } from '@chakra-ui/react';
import { addWebsite, listWebsites } from '@parley/contracts/routes/websites';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Globe } from 'lucide-react';
import { type FormEvent, useRef, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useCommands } from '../../commands/commands.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { adminsOnly, useMay } from '../../forms/permissions.ts';
import { websiteWords } from '../../i18n/en/websites.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { hostnameOf } from './domain.ts';
import { WebsiteItem } from './website-item.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { Awaited } from '../../ui/awaited.tsx';

/** The websites the widget may live on. */
export function Websites() {
  const maySecrets = useMay('websites.secrets');
  const websites = useRead(listWebsites, {});
  const may = useMay('websites.manage');
  useRowKeys({
    o: websiteWords('pageRules'),
    ...(may && { a: websiteWords('widgetOnOff'), '#': websiteWords('deleteWebsite') }),
    ...(maySecrets && { v: websiteWords('showSecretCommand'), r: websiteWords('replaceSecretCommand') }),
  });
  return (
    <Panel title={websiteWords('title')} description={websiteWords('about')} flush>
      <Box px="4" py="3" borderBottomWidth="1px">
        <AddWebsite may={may} />
        {!may && (
          <Box mt="2" fontSize="xs" color="fg.muted">
            {adminsOnly()}
          </Box>
        )}
      </Box>
      {websites.isPending && <Skeleton height="10" m="4" />}
      <Awaited read={websites} />
      {websites.data?.length === 0 && (
        <EmptyState icon={Globe} title={websiteWords('none')} compact action={null}>
          {websiteWords('noneHint')}
        </EmptyState>
      )}
      <Box as="ul" listStyleType="none">
        {websites.data?.map((website) => (
          <WebsiteItem key={website.id} website={website} may={may} />
        ))}
      </Box>
    </Panel>
  );
}

function AddWebsite({ may }: { may: boolean }) {
  const client = useQueryClient();
  const [typed, setTyped] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const focus = () => field.current?.focus();
  useCommands(may ? [{ id: 'website:add', label: websiteWords('add'), group: 'General', keys: 'n', run: focus }] : []);
  const add = useMutation({
    mutationFn: (domain: string) =>
      call(addWebsite, { body: { domain, name: domain, isActive: true, allowedPages: [], whitelistMode: false } }),
    onSuccess: () => {
      setTyped('');
      void client.invalidateQueries({ queryKey: keyOf(listWebsites) });
      toast({ title: websiteWords('added') });
    },
    onError: (error) => toastFailure(error, websiteWords('addFailed')),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!typed.trim()) return;
    const domain = hostnameOf(typed);
    if (domain) add.mutate(domain);
    else
      toast({
        title: websiteWords('invalidDomain'),
        description: websiteWords('invalidDomainHint'),
        variant: 'destructive',
      });
  };
  return (
    <form onSubmit={submit}>
      <Box display="flex" gap="2">
        <Input
          ref={field}
          aria-label={websiteWords('domain')}
          placeholder="shop.example.com"
          spellCheck={false}
          autoCapitalize="none"
          disabled={!may}
          value={typed}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" disabled={!may} {...pausedWhile(add.isPending)}>
          {websiteWords('add')}
        </Button>
      </Box>
    </form>
  );
}
