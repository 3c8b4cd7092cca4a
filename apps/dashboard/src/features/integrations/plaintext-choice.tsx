import { Box, Button } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings';
import { TriangleAlert } from 'lucide-react';
import { SwitchField } from '../../ui/fields.tsx';
import type { Edited } from './integration-form.tsx';

type PlaintextChoiceProps = Pick<Edited<Settings['emailConfig']>, 'value' | 'set'>;

/**
 * Whether a server that offers no encryption gets mail all the same. Asked outright where one was set up before this was
 * a question: it gets mail until somebody answers.
 */
export function PlaintextChoice({ value, set }: PlaintextChoiceProps) {
  if (value.smtpSecure) return null;
  if (value.smtpAllowPlaintext !== null)
    return (
      <SwitchField
        label="Send without encryption"
        hint="To a server that offers none (no STARTTLS). Mails and the password can then be read on the way. Off, such a server gets nothing."
        checked={value.smtpAllowPlaintext}
        onChange={(smtpAllowPlaintext) => set({ smtpAllowPlaintext })}
      />
    );
  return (
    <Box
      role="group"
      aria-label="Encryption"
      display="flex"
      gap="2.5"
      p="3"
      borderWidth="1px"
      borderColor="border.warning"
      borderRadius="lg"
      bg="bg.warning"
      fontSize="sm"
    >
      <Box color="fg.warning" pt="0.5">
        <TriangleAlert size={16} aria-hidden />
      </Box>
      <Box flex="1" minW="0">
        <Box fontWeight="600">Your decision is needed: may mail go out without encryption?</Box>
        <Box mt="0.5">
          If <bdi>{value.smtpHost}</bdi> offers none, mails and the password can be read on the way. Until you decide,
          mail is encrypted where the server offers it and sent all the same where it does not.
        </Box>
        <Box display="flex" flexWrap="wrap" gap="2" mt="2.5">
          <Button size="xs" onClick={() => set({ smtpAllowPlaintext: false })}>
            Only with encryption
          </Button>
          <Button size="xs" variant="outline" bg="bg" onClick={() => set({ smtpAllowPlaintext: true })}>
            Allow sending without
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
