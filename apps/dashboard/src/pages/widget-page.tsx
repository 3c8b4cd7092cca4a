import { Grid, SimpleGrid, Skeleton, Stack } from '@chakra-ui/react';
import { listWebsites } from '@parley/contracts/routes/websites';
import type { Settings } from '@parley/contracts/settings/settings';
import { useRead } from '../api/read.ts';
import { useRows } from '../commands/rows.ts';
import { Websites } from '../features/websites/websites.tsx';
import { Appearance } from '../features/widget-settings/appearance.tsx';
import { EmbedCode } from '../features/widget-settings/embed-code.tsx';
import { isColour } from '../forms/colour-picker.tsx';
import { useDraft } from '../forms/draft.ts';
import { useSettings } from '../forms/settings.ts';
import { widgetWords } from '../i18n/en/widget.ts';
import { FailedState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';
import { Statistic } from '../ui/statistic.tsx';
import { WidgetPreview } from '../ui/widget-preview.tsx';

/** /widget: Widget Settings. */
export default function WidgetPage() {
  const settings = useSettings();
  useRows();
  return (
    <Page title={widgetWords('title')} description={widgetWords('about')}>
      {settings.isError && !settings.data && (
        <FailedState error={settings.error} retry={() => void settings.refetch()} />
      )}
      {settings.isPending && <Skeleton height="30rem" />}
      {settings.data && <WidgetSettings config={settings.data.widgetConfig} />}
    </Page>
  );
}

function WidgetSettings({ config }: { config: Settings['widgetConfig'] }) {
  const draft = useDraft('widget', config);
  const websites = useRead(listWebsites, {});
  // While a colour is being typed it is not one yet.
  const shownColour = isColour(draft.value.primaryColor) ? draft.value.primaryColor : config.primaryColor;
  return (
    <Grid templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 1fr) minmax(0, 26rem)' }} gap="4">
      <Stack gap="4">
        <Appearance draft={draft} />
        <EmbedCode />
        <Websites />
      </Stack>
      <Stack gap="4" alignSelf="start" position={{ lg: 'sticky' }} top="4">
        <Panel title={widgetWords('preview')} description={widgetWords('previewHint')}>
          <WidgetPreview config={{ ...draft.value, primaryColor: shownColour }} />
        </Panel>
        <Panel title={widgetWords('stats')}>
          <SimpleGrid columns={3} gap="2">
            <Statistic
              label={widgetWords('activeWebsites')}
              value={websites.data?.filter(({ isActive }) => isActive).length}
            />
            <Statistic label={widgetWords('totalWebsites')} value={websites.data?.length} />
            <Statistic label={widgetWords('widgetStatus')} value={widgetWords('isActive')} />
          </SimpleGrid>
        </Panel>
      </Stack>
    </Grid>
  );
}
