import { Button, Menu } from '@chakra-ui/react';
import type { Report } from '@parley/contracts/routes/reports';
import { Download } from 'lucide-react';
import { reportWords } from '../../i18n/en/reports.ts';
import { OverMain } from '../../ui/over.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { reportCsv } from './report-csv.ts';

/** Saves what the report shows. */
export function ExportMenu({ report }: { report: Report | undefined }) {
  const saveSeen = () => {
    if (!report) return;
    // The mark tells spreadsheets that it is UTF-8.
    const file = new Blob([`\ufeff${reportCsv(report)}`], { type: 'text/csv' });
    saveAs(file, `${report.report}-${report.range.from}-${report.range.to}.csv`);
  };
  return (
    <Menu.Root positioning={{ placement: 'bottom-end' }} lazyMount unmountOnExit>
      <Menu.Trigger asChild>
        <Button size="xs" variant="outline" disabled={!report}>
          <Download size={14} aria-hidden />
          {reportWords('export')}
        </Button>
      </Menu.Trigger>
      <OverMain>
        <Menu.Positioner>
          <Menu.Content>
            <Menu.Item value="seen" onClick={saveSeen}>
              {reportWords('exportSeen')}
            </Menu.Item>
          </Menu.Content>
        </Menu.Positioner>
      </OverMain>
    </Menu.Root>
  );
}
