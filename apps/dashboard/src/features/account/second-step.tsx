import { Box, Button, Heading, Stack } from '@chakra-ui/react';
import { finishLogin, passkeyRequest } from '@parley/contracts/routes/sign-in';
import type { SecondStepKind } from '@parley/contracts/users/sign-in';
import { call } from '../../api/call.ts';
import { useAuth } from '../../auth/auth.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { type GivenProof, ProofForm, type TypedProof } from './proof-form.tsx';

interface SecondStepProps {
  kinds: readonly SecondStepKind[];
  onBack: () => void;
}

/** Asks for the account's second step, after the right password. */
export default function SecondStep({ kinds, onBack }: SecondStepProps) {
  const { enter } = useAuth();
  const typed: TypedProof[] = [
    ...(kinds.includes('totp') ? (['code'] as const) : []),
    ...(kinds.includes('recovery') ? (['recoveryCode'] as const) : []),
  ];
  const prove = async (proof: GivenProof) => {
    if (!('password' in proof)) enter(await call(finishLogin, { body: proof }));
  };
  return (
    <Stack gap="4">
      <Heading as="h2" textStyle="lg">
        {accessWords('oneMoreStep')}
      </Heading>
      <ProofForm
        typed={typed}
        // Users with only a passkey don't see a field first.
        isPasskeyFirst={!kinds.includes('totp')}
        request={kinds.includes('passkey') ? () => call(passkeyRequest, {}) : undefined}
        prove={prove}
      />
      <Box>
        <Button variant="ghost" size="xs" onClick={onBack}>
          {accessWords('backToLogin')}
        </Button>
      </Box>
    </Stack>
  );
}
