import { Grid } from '@chakra-ui/react';
import { Kanban } from 'lucide-react';
import { integrationWords } from '../../../i18n/en/integrations.ts';
import { TextField } from '../../../ui/fields.tsx';
import { twoColumns } from '../../../ui/two-columns.ts';
import { IntegrationForm } from '../integration-form.tsx';
import type { ChannelScreen, FormProps } from './screen.ts';

function TrelloForm({ kind, settings }: FormProps) {
  return (
    <IntegrationForm
      kind={kind}
      settings={settings}
      savedOf={(all) => all.trelloConfig}
      changeOf={(trelloConfig) => ({ trelloConfig })}
    >
      {({ value, set, fault, guard }) => (
        <>
          <Grid templateColumns={twoColumns} gap="4">
            <TextField
              label={integrationWords('apiKey')}
              {...guard('apiKey')}
              type="password"
              autoComplete="new-password"
              value={value.apiKey}
              error={fault('apiKey')}
              onChange={(event) => set({ apiKey: event.target.value })}
            />
            <TextField
              label={integrationWords('token')}
              {...guard('token')}
              type="password"
              autoComplete="new-password"
              value={value.token}
              error={fault('token')}
              onChange={(event) => set({ token: event.target.value })}
            />
          </Grid>
          <TextField
            label={integrationWords('boardId')}
            {...guard('boardId')}
            value={value.boardId}
            error={fault('boardId')}
            onChange={(event) => set({ boardId: event.target.value.trim() })}
          />
        </>
      )}
    </IntegrationForm>
  );
}

export const trello: ChannelScreen = { icon: Kanban, about: () => integrationWords('aboutTrello'), Form: TrelloForm };
