import { Grid } from '@chakra-ui/react';
import { Send } from 'lucide-react';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import { AwayTextField } from './away-text-field.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';
import { WebsiteField } from './website-field.tsx';

function TelegramForm({ kind, settings }: FormProps) {
  return (
    <IntegrationForm
      kind={kind}
      settings={settings}
      savedOf={(all) => all.telegramConfig}
      changeOf={(telegramConfig) => ({ telegramConfig })}
    >
      {({ value, set, fault, guard }) => (
        <Grid templateColumns={twoColumns} gap="4">
          <TextField
            label={integrationWords('botToken')}
            {...guard('botToken', integrationWords('botTokenHint'))}
            type="password"
            autoComplete="new-password"
            value={value.botToken}
            error={fault('botToken')}
            onChange={(event) => set({ botToken: event.target.value.trim() })}
          />
          <WebsiteField value={value} set={set} fault={fault} />
          <TextField
            label={integrationWords('teamChat')}
            {...guard('teamChatId', integrationWords('teamChatHint'))}
            placeholder="-1001234567890"
            dir="ltr"
            value={value.teamChatId}
            error={fault('teamChatId')}
            onChange={(event) => set({ teamChatId: event.target.value.trim() })}
          />
          <AwayTextField value={value} set={set} fault={fault} />
        </Grid>
      )}
    </IntegrationForm>
  );
}

export const telegram: ChannelScreen = {
  icon: Send,
  about: () => integrationWords('aboutTelegram'),
  Form: TelegramForm,
};
