import { Box, Button } from '@chakra-ui/react';
import { Download } from 'lucide-react';
import { useSyncExternalStore } from 'react';
import { forgetCopies } from '../../api/offline-copy.ts';
import { layout } from '../../i18n/en/layout.ts';
import { forms } from '../../i18n/en/forms.ts';
import { pushWords } from '../../i18n/en/push.ts';
import { install, installPrompt, isInstalled, onInstallPrompt } from '../../loading/install-prompt.ts';
import { setPreference, usePreferences } from '../../preferences/preferences.ts';
import { ActionRow } from '../../ui/action-row.tsx';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';

const isIos = (): boolean => /iPhone|iPad/.test(navigator.userAgent);

function changeCopy(on: boolean): void {
  setPreference('offlineCopy', on);
  if (!on) void forgetCopies();
  toast({ title: forms('settingsUpdated') });
}

/** Installs the app on this device, and sets whether it keeps a copy for when there is no network. */
export function AppSettings() {
  const offer = useSyncExternalStore(onInstallPrompt, installPrompt);
  const { offlineCopy } = usePreferences();
  return (
    <Panel title={pushWords('app')}>
      <Box display="flex" flexDirection="column" gap="4">
        {isInstalled() ? (
          <Box fontSize="sm">{pushWords('installed')}</Box>
        ) : isIos() ? (
          <IosSteps />
        ) : (
          <ActionRow label={layout('install')} hint={pushWords(offer ? 'installHint' : 'byMenu')}>
            {offer && (
              <Button size="sm" variant="outline" onClick={install}>
                <Download size={14} aria-hidden />
                {layout('install')}
              </Button>
            )}
          </ActionRow>
        )}
        <SwitchField
          label={pushWords('offlineCopy')}
          hint={pushWords('offlineCopyHint')}
          checked={offlineCopy}
          onChange={changeCopy}
        />
      </Box>
    </Panel>
  );
}

/** Safari has no button for it. */
function IosSteps() {
  return (
    <Box data-setting="" fontSize="sm">
      <Box fontWeight="500">{pushWords('iosTitle')}</Box>
      <Box as="ol" ps="5" listStyleType="decimal" color="fg.muted">
        <li>{pushWords('iosShare')}</li>
        <li>{pushWords('iosAdd')}</li>
        <li>{pushWords('iosOpen')}</li>
      </Box>
    </Box>
  );
}
