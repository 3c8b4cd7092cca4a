import { Box, Button, Stack } from '@chakra-ui/react';
import type { Mailbox } from '@parley/contracts/channels/mailboxes';
import type { MailProvider } from '@parley/contracts/channels/mail-oauth';
import {
  endMailConsent,
  listMailboxes,
  readMailConsent,
  startDeviceConsent,
  startMailConsent,
} from '@parley/contracts/routes/mailboxes';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useSearchParams } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { alwaysFresh, keyOf, read } from '../../api/read.ts';
import { useSettings } from '../../forms/settings.ts';
import { mailboxAccess } from '../../i18n/en/mailboxaccess.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { Time } from '../../ui/time.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { toast } from '../../ui/toast/toasts.ts';

/** How often the server is asked whether a code was entered. */
const askEveryMs = 3_000;

/** Shows whether a mailbox's owner lets it be read, and the ways to sign in at the provider. */
export function MailboxConsent({ mailbox }: { mailbox: Pick<Mailbox, 'id'> }) {
  const client = useQueryClient();
  const params = { id: mailbox.id };
  const consent = useQuery({
    ...read(readMailConsent, { params }),
    ...alwaysFresh,
    refetchInterval: ({ state }) => (state.data?.device ? askEveryMs : false),
  });
  const reload = () => {
    void client.invalidateQueries({ queryKey: keyOf(readMailConsent) });
    void client.invalidateQueries({ queryKey: keyOf(listMailboxes) });
  };
  const failed = { onError: (error: Error) => toastFailure(error, mailboxAccess('consentFailed')) };
  const signIn = useMutation({
    mutationFn: () => call(startMailConsent, { params }),
    onSuccess: ({ url }) => window.location.assign(url),
    ...failed,
  });
  const codeSignIn = useMutation({
    mutationFn: () => call(startDeviceConsent, { params }),
    onSuccess: reload,
    ...failed,
  });
  const end = useMutation({ mutationFn: () => call(endMailConsent, { params }), onSuccess: reload, ...failed });
  const name = useProviderName(consent.data?.provider);
  if (!consent.data) return null;
  const { state, provider, grantedAt, device } = consent.data;
  const isBusy = signIn.isPending || codeSignIn.isPending || end.isPending;
  return (
    <Stack gap="2" fontSize="xs">
      <Box display="flex" flexWrap="wrap" alignItems="center" gap="2">
        <Box color={state === 'granted' ? 'fg.muted' : 'fg.error'}>
          {state === 'granted' && grantedAt
            ? mailboxAccess.rich('accessGranted', { time: <Time at={grantedAt} /> })
            : mailboxAccess(state === 'refused' ? 'accessRefused' : 'accessMissing')}
        </Box>
        <Button
          size="2xs"
          variant={state === 'granted' ? 'outline' : 'solid'}
          {...pausedWhile(isBusy, () => signIn.mutate())}
        >
          {mailboxAccess('signInAt', { name })}
        </Button>
        {/* Google's codes give no access to mail. */}
        {provider !== 'google' && state !== 'granted' && (
          <Button size="2xs" variant="outline" {...pausedWhile(isBusy, () => codeSignIn.mutate())}>
            {mailboxAccess('useCode')}
          </Button>
        )}
        {state !== 'missing' && (
          <Button size="2xs" variant="ghost" {...pausedWhile(isBusy, () => end.mutate())}>
            {mailboxAccess('endAccess')}
          </Button>
        )}
      </Box>
      {device && (
        <Box role="status" borderWidth="1px" borderRadius="lg" p="3">
          {mailboxAccess.rich('enterCode', {
            url: (
              <a href={device.verificationUrl} target="_blank" rel="noreferrer" dir="ltr">
                {device.verificationUrl}
              </a>
            ),
          })}
          <Box fontFamily="mono" textStyle="xl" letterSpacing="wider" my="1" dir="ltr">
            {device.userCode}
          </Box>
          <Box color="fg.muted">{mailboxAccess('waitingForCode')}</Box>
        </Box>
      )}
    </Stack>
  );
}

function useProviderName(provider: MailProvider | undefined): string {
  const other = useSettings().data?.mailOauthConfig.otherName;
  return { google: 'Google', microsoft: 'Microsoft', other: other || 'OAuth' }[provider ?? 'other'];
}

const outcomes = {
  granted: { title: () => mailboxAccess('consentGranted'), isFailure: false },
  refused: { title: () => mailboxAccess('consentRefused'), isFailure: true },
  expired: { title: () => mailboxAccess('consentExpired'), isFailure: true },
  failed: { title: () => mailboxAccess('consentFailed'), isFailure: true },
} as const;

/** Announces the outcome of a sign-in when the browser is back from the provider. */
export function useConsentOutcome(): void {
  const [query, setQuery] = useSearchParams();
  const given = query.get('consent');
  useEffect(() => {
    if (given === null) return;
    const outcome = Object.entries(outcomes).find(([name]) => name === given)?.[1];
    if (outcome) toast({ title: outcome.title(), ...(outcome.isFailure && { variant: 'destructive' as const }) });
    setQuery(
      (before) => {
        const { consent: _c, mailbox: _m, ...rest } = Object.fromEntries(before);
        return rest;
      },
      { replace: true },
    );
  }, [given, setQuery]);
}
