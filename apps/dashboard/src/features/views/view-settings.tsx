import { Box, Skeleton } from '@chakra-ui/react';
import { listViews } from '@parley/contracts/routes/views';
import { Filter } from 'lucide-react';
import { useRead } from '../../api/read.ts';
import { layout } from '../../i18n/en/layout.ts';
import { settingsNav } from '../../i18n/en/settingsnav.ts';
import { views as words } from '../../i18n/en/views.ts';
import { Awaited } from '../../ui/awaited.tsx';
import { EmptyAction } from '../../ui/empty-action.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Panel } from '../../ui/panel.tsx';
import { ViewList } from './view-list.tsx';

/** Lists the saved views in the settings. New ones are saved in the inbox, where their filter is set. */
export function ViewSettings() {
  const views = useRead(listViews, {});
  return (
    <Panel title={words('views')} description={settingsNav('viewsHint')} flush>
      {views.isPending && <Skeleton height="4.25rem" m="4" />}
      <Awaited read={views} />
      {views.data?.length === 0 && (
        <EmptyState
          icon={Filter}
          title={settingsNav('noViews')}
          compact
          action={<EmptyAction to="/conversations">{layout('goTo', { screen: layout('conversations') })}</EmptyAction>}
        >
          {words('noneYetHint')}
        </EmptyState>
      )}
      {views.data && views.data.length > 0 && (
        <Box p="4">
          <ViewList views={views.data} />
        </Box>
      )}
    </Panel>
  );
}
