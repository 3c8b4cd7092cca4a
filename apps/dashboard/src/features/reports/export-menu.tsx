import { Button, Menu } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import { reportRows, type ReportRows } from '@parley/contracts/reports/reports';
import { downloadReportRows, type Report } from '@parley/contracts/routes/reports';
import { Download } from 'lucide-react';
import { addressOf } from '../../api/address.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { OverMain } from '../../ui/over.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { reportCsv } from './report-csv.ts';

interface ExportMenuProps {
  report: Report | undefined;
  where: Filter | null;
}

const rowWords: Record<ReportRows, () => string> = {
  conversations: () => reportWords('exportConversations'),
  messages: () => reportWords('exportMessages'),
  ratings: () => reportWords('exportRatings'),
};

/** Saves what the report shows, or the rows of its days and conversations. */
export function ExportMenu({ report, where }: ExportMenuProps) {
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
            {report &&
              !report.isOwn &&
              reportRows.map((rows) => (
                <Menu.Item key={rows} value={rows} asChild>
                  {/* However many they are: the browser writes them to the file as they come. */}
                  <a
                    download
                    href={addressOf(downloadReportRows, {
                      params: { rows },
                      query: {
                        from: report.range.from,
                        to: report.range.to,
                        ...(where && { filter: JSON.stringify(where) }),
                      },
                    })}
                  >
                    {rowWords[rows]()}
                  </a>
                </Menu.Item>
              ))}
          </Menu.Content>
        </Menu.Positioner>
      </OverMain>
    </Menu.Root>
  );
}
