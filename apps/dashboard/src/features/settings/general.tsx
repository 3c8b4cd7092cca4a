import { Box, Stack } from '@chakra-ui/react';
import { usePublicUrl } from '../../forms/public-url.ts';
import { settingsNav } from '../../i18n/en/settingsnav.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { Panel } from '../../ui/panel.tsx';

/** Shows the address of the installation, and where programs find its API. */
export function General() {
  const address = usePublicUrl();
  return (
    <Panel title={settingsNav('general')} description={settingsNav('generalHint')}>
      <Stack gap="4">
        <Box data-setting="">
          <Box fontWeight="500" fontSize="sm">
            {settingsNav('address')}
          </Box>
          <Box color="fg.muted" fontSize="sm" mb="2">
            {settingsNav('addressHint')}
          </Box>
          <CopyLine text={address} label={settingsNav('copyAddress')} />
        </Box>
      </Stack>
    </Panel>
  );
}
