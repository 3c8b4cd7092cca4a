import type { SignInProvider } from '@parley/contracts/routes/auth';
import { Box, Button, Stack } from '@chakra-ui/react';
import { isReturnPath } from '@parley/contracts/users/identity-providers';
import { startProviderSignIn } from '@parley/contracts/routes/identity-providers';
import { useMutation } from '@tanstack/react-query';
import { call } from '../../api/call.ts';
import { ssoSignInWords } from '../../i18n/en/ssosignin.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { refusalWords } from '../../auth/refusal-words.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

interface ProvidersProps {
  providers: readonly SignInProvider[];
  /** Path in the dashboard to return to. */
  returnTo: string;
  /** Whether it is below a form that signs in as well. */
  isBesideForm: boolean;
}

/** Shows a button for each sign-in service. */
export function Providers({ providers, returnTo, isBesideForm }: ProvidersProps) {
  const start = useMutation({
    mutationFn: ({ id }: SignInProvider) =>
      call(startProviderSignIn, { params: { id }, body: isReturnPath(returnTo) ? { returnTo } : {} }),
    onSuccess: ({ url }) => window.location.assign(url),
    onError: (error) => toastFailure(error, ssoSignInWords('failed')),
  });
  if (providers.length === 0) return null;
  // Pending until the other page has loaded, or was left again.
  const goingTo = start.isPending || start.isSuccess ? start.variables : undefined;
  return (
    <Stack gap="3" mt={isBesideForm ? '4' : '0'}>
      {isBesideForm && (
        <Box display="flex" alignItems="center" gap="3" color="fg.muted" fontSize="sm">
          <Box flex="1" borderTopWidth="1px" />
          {ssoSignInWords('or')}
          <Box flex="1" borderTopWidth="1px" />
        </Box>
      )}
      {providers.map((provider) => (
        <Button
          key={provider.id}
          size="md"
          variant={isBesideForm ? 'outline' : 'solid'}
          {...pausedWhile(start.isPending, () => start.mutate(provider))}
        >
          <Box as="span" overflow="hidden" textOverflow="ellipsis">
            {goingTo?.id === provider.id
              ? ssoSignInWords('going', { name: provider.name })
              : ssoSignInWords('continueWith', { name: provider.name })}
          </Box>
        </Button>
      ))}
    </Stack>
  );
}

/** Shows why a sign-in service did not sign the user in; nothing for an address without a reason. */
export function Refused({ reason }: { reason: string | null }) {
  const why = reason === null ? null : refusalWords(reason);
  if (why === null) return null;
  return (
    <Box role="alert" mb="4" p="3" borderRadius="md" bg="red.subtle" color="red.fg" fontSize="sm">
      <Box fontWeight="600">{ssoSignInWords('failed')}</Box>
      {why}
    </Box>
  );
}
