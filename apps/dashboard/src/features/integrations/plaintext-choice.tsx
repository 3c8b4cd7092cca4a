import { Box, Button } from '@chakra-ui/react';
import type { Settings } from '@parley/contracts/settings';
import { TriangleAlert } from 'lucide-react';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { SwitchField } from '../../ui/fields.tsx';
import type { Edited } from './integration-form.tsx';

type PlaintextChoiceProps = Pick<Edited<Settings['emailConfig']>, 'value' | 'set' | 'guard'>;

/**
 * Whether a server that offers no encryption gets mail all the same. Asked outright where one was set up before this was
 * a question: it gets mail until somebody answers.
 */
export function PlaintextChoice({ value, set, guard }: PlaintextChoiceProps) {
  if (value.smtpSecure) return null;
  if (value.smtpAllowPlaintext !== null)
    return (
      <SwitchField
        label={integrationWords('plaintext')}
        {...guard('smtpAllowPlaintext', integrationWords('plaintextHint'))}
        checked={value.smtpAllowPlaintext}
        onChange={(smtpAllowPlaintext) => set({ smtpAllowPlaintext })}
      />
    );
  const { disabled, hint } = guard('smtpAllowPlaintext');
  return (
    <Box
      role="group"
      aria-label={integrationWords('encryption')}
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
        <Box fontWeight="600">{integrationWords('plaintextQuestion')}</Box>
        <Box mt="0.5">{integrationWords.rich('plaintextQuestionHint', { host: <bdi>{value.smtpHost}</bdi> })}</Box>
        {hint && <Box mt="1">{hint}</Box>}
        <Box display="flex" flexWrap="wrap" gap="2" mt="2.5">
          <Button size="xs" disabled={disabled} onClick={() => set({ smtpAllowPlaintext: false })}>
            {integrationWords('onlyEncrypted')}
          </Button>
          <Button
            size="xs"
            variant="outline"
            bg="bg"
            disabled={disabled}
            onClick={() => set({ smtpAllowPlaintext: true })}
          >
            {integrationWords('allowPlaintext')}
          </Button>
        </Box>
      </Box>
    </Box>
  );
}
