import { Box, Skeleton, Stack } from '@chakra-ui/react';
import { stepUpMinutes } from '@parley/contracts/users/limits';
import { getSecondFactors } from '@parley/contracts/routes/second-factors';
import { stepUp, stepUpPasskeyRequest } from '@parley/contracts/routes/sign-in';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';
import { useMe } from '../../auth/auth.tsx';
import { accessWords } from '../../i18n/en/access.ts';
import { DialogFrame } from '../../ui/dialog-frame.tsx';
import { type GivenProof, ProofForm, type TypedProof } from './proof-form.tsx';
import { ProviderProof } from './provider-proof.tsx';

/** Password, passkey or code once more. */
export default function StepUpDialog({ onProven, onClose }: { onProven: () => void; onClose: () => void }) {
  const me = useMe();
  const factors = useRead(getSecondFactors, { params: { id: me.id } });
  const { totp = false, passkeys = [], provider } = factors.data ?? {};
  // Users who sign in through a service have no password here.
  const typed: TypedProof[] = [
    ...(provider === undefined ? (['password'] as const) : []),
    ...(totp ? (['code'] as const) : []),
  ];
  const request = passkeys.length > 0 ? () => call(stepUpPasskeyRequest, {}) : undefined;
  const prove = async (proof: GivenProof) => {
    if ('recoveryCode' in proof) return;
    await call(stepUp, { body: proof });
    onProven();
  };
  return (
    <DialogFrame title={accessWords('proveTitle')} size="sm" onClose={onClose}>
      <Stack gap="4">
        <Box color="fg.muted">{accessWords('proveHint', { minutes: stepUpMinutes })}</Box>
        {factors.isPending ? (
          <Skeleton height="6rem" />
        ) : (
          <>
            {provider !== undefined && <ProviderProof name={provider} onProven={onProven} />}
            {(typed.length > 0 || request) && (
              <ProofForm typed={typed} request={request} isPasskeyFirst={provider !== undefined} prove={prove} />
            )}
          </>
        )}
      </Stack>
    </DialogFrame>
  );
}
