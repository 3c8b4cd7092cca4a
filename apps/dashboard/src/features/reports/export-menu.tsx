import { Button, Menu } from '@chakra-ui/react';
import type { Filter } from '@parley/contracts/filter/filter';
import { reportCsvFile } from '@parley/contracts/reports/csv';
import { reportRows, type ReportRows } from '@parley/contracts/reports/reports';
import { downloadReportRows, type Report } from '@parley/contracts/routes/reports';
import { Download } from 'lucide-react';
import { addressOf } from '../../api/address.ts';
import { reportWords } from '../../i18n/en/reports.ts';
import { OverMain } from '../../ui/over.tsx';
import { saveAs } from '../../ui/save-as.ts';
import { reportLanguage } from './report-words.ts';

interface ExportMenuProps {
  report: Report | undefined;
  filter: Filter | null;
}

const rowWords: Record<ReportRows, () => string> = {
  conversations: () => reportWords('exportConversations'),
  messages: () => reportWords('exportMessages'),
  ratings: () => reportWords('exportRatings'),
};

/** Saves what the report shows, or the rows of its days and conversations. */
export function ExportMenu({ report, filter }: ExportMenuProps) {
  const saveSeen = () => {
    if (!report) return;
    const { name, content } = reportCsvFile(report, reportLanguage());
    saveAs(new Blob([content], { type: 'text/csv' }), name);
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
                        ...(filter && { filter: JSON.stringify(filter) }),
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
