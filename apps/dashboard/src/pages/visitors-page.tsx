import { Box, Button, SimpleGrid } from '@chakra-ui/react';
import { listLiveVisitors } from '@parley/contracts/routes/live-visitors';
import { listWebsites } from '@parley/contracts/routes/websites';
import type { LiveVisitor } from '@parley/contracts/visitors/live-visitors';
import { Radar } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { useRead } from '../api/read.ts';
import { useRows } from '../commands/rows.ts';
import { VisitorRow } from '../features/visitors/visitor-row.tsx';
import { WriteDialog } from '../features/visitors/write-dialog.tsx';
import { useMay } from '../forms/permissions.ts';
import { visitorWords as words } from '../i18n/en/visitors.ts';
import { Awaited } from '../ui/awaited.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { Page } from '../ui/page.tsx';
import { Panel } from '../ui/panel.tsx';

/** /visitors: how many visitors each website has now, and those who report their pages. */
export default function VisitorsPage() {
  const live = useRead(listLiveVisitors, {});
  const websites = useRead(listWebsites, {});
  const mayWrite = useMay('conversations.reply');
  const maySetUp = useMay('websites.manage');
  const [chosen, choose] = useState<string>();
  const [writingTo, writeTo] = useState<LiveVisitor>();
  useRows();
  const counted = live.data?.websites ?? [];
  // A single website needs no choice.
  const of = chosen ?? (counted.length === 1 ? counted[0]?.websiteId : undefined);
  const domainOf = (id: string) => websites.data?.find((each) => each.id === id)?.domain ?? '';
  const listed = counted.filter(
    ({ websiteId }) => websites.data?.find(({ id }) => id === websiteId)?.liveVisitors === 'pages',
  );
  const visitors = live.data?.visitors.filter(({ websiteId }) => (chosen ?? websiteId) === websiteId) ?? [];
  return (
    <Page title={words('title')} description={words('about')}>
      <Awaited read={live} lines={6} />
      {live.data && counted.length === 0 && (
        <EmptyState
          icon={Radar}
          title={words('off')}
          action={
            maySetUp && (
              <Button asChild size="xs" variant="outline">
                <Link to="/widget">{words('setUp')}</Link>
              </Button>
            )
          }
        >
          {words('offHint')}
        </EmptyState>
      )}
      <SimpleGrid columns={{ base: 2, md: 4 }} gap="2" mb="4">
        {counted.map(({ websiteId, count }) => (
          <Button
            key={websiteId}
            variant="outline"
            height="auto"
            py="3"
            justifyContent="space-between"
            aria-pressed={chosen === websiteId}
            bg={chosen === websiteId ? 'bg.muted' : undefined}
            onClick={() => choose(chosen === websiteId ? undefined : websiteId)}
          >
            <Box as="span" truncate>
              {domainOf(websiteId)}
            </Box>
            <Box as="b" data-numbers>
              {count}
            </Box>
          </Button>
        ))}
      </SimpleGrid>
      {counted.length > 0 && (
        <Panel flush title={of === undefined ? words('all') : domainOf(of)}>
          {visitors.length === 0 && (
            <EmptyState compact icon={Radar} title={words(listed.length > 0 ? 'none' : 'countsOnly')} action={null}>
              {listed.length > 0 ? words('noneHint') : null}
            </EmptyState>
          )}
          <Box as="ul" listStyleType="none">
            {visitors.map((visitor) => (
              <VisitorRow
                key={visitor.id}
                visitor={visitor}
                domain={listed.length > 1 ? domainOf(visitor.websiteId) : undefined}
                onWrite={mayWrite ? () => writeTo(visitor) : undefined}
              />
            ))}
          </Box>
        </Panel>
      )}
      {writingTo && <WriteDialog visitor={writingTo} onClose={() => writeTo(undefined)} />}
    </Page>
  );
}
