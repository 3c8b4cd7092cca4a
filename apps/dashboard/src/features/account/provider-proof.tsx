import { Box, Button } from '@chakra-ui/react';
import { stepUpAtProvider } from '@parley/contracts/routes/sign-in';
import { useMutation } from '@tanstack/react-query';
import { LogIn } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import { ssoSignInWords } from '../../i18n/en/ssosignin.ts';
import { pausedWhile } from '../../ui/paused-while.ts';
import { hearProof } from './proof-channel.ts';
import { refusalWords } from '../../auth/refusal-words.ts';

/**
 * Asks for a new sign-in at the service where the session began: in a window of its own, so that nothing here is lost.
 */
export function ProviderProof({ name, onProven }: { name: string; onProven: () => void }) {
  const [refused, setRefused] = useState<string | null>(null);
  const onHeard = useEffectEvent((reason: string | null) => (reason === null ? onProven() : setRefused(reason)));
  useEffect(() => hearProof((reason) => onHeard(reason)), []);
  const leave = useMutation({
    mutationFn: async () => {
      // Opened at once, while the click counts: later, browsers block windows.
      const opened = window.open('', '_blank');
      try {
        const { url } = await call(stepUpAtProvider, {});
        if (opened) opened.location.replace(url);
        else window.location.assign(url);
      } catch (error) {
        opened?.close();
        throw error;
      }
    },
    onMutate: () => setRefused(null),
  });
  const fault = leave.error ? wordsOf(leave.error) : refused === null ? null : refusalWords(refused);
  return (
    <Box>
      <Button width="full" {...pausedWhile(leave.isPending, () => leave.mutate())}>
        <LogIn size={15} aria-hidden />
        {ssoSignInWords('continueWith', { name })}
      </Button>
      {fault !== null && (
        <Box role="alert" color="fg.error" fontSize="sm" mt="2">
          {fault}
        </Box>
      )}
    </Box>
  );
}
