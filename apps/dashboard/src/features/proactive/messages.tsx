import { Box, IconButton, Switch } from '@chakra-ui/react';
import { effectOf } from '@parley/contracts/proactive/effect';
import type { ProactiveMessage, ProactiveReport } from '@parley/contracts/proactive/proactive';
import {
  deleteProactive,
  listProactive,
  orderProactive,
  reportProactive,
  updateProactive,
} from '@parley/contracts/routes/proactive';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, Megaphone } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, read, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { locale } from '../../i18n/language.ts';
import { proactiveWords } from '../../i18n/en/proactive.ts';
import { ruleWords } from '../../i18n/en/rules.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { MessageForm } from './message-form.tsx';

const rounded = (number: number): string =>
  new Intl.NumberFormat(locale(), { maximumFractionDigits: 1, signDisplay: 'exceptZero' }).format(number);

/** Manages the proactive messages: their order, which are on, and what they have led to. */
export function Messages() {
  const client = useQueryClient();
  const messages = useRead(listProactive, {});
  const mayReport = useMay('reports.read');
  const report = useQuery({ ...read(reportProactive, { query: {} }), enabled: mayReport }).data;
  const [deleting, setDeleting] = useState<ProactiveMessage | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(listProactive) });
  const change = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSettled: refresh,
    onError: (error) => toastFailure(error),
  });
  const ids = (messages.data ?? []).map(({ id }) => id);
  const move = (from: number, to: number) => {
    const id = ids[from];
    if (id === undefined || to < 0 || to >= ids.length) return;
    change.mutate(() => call(orderProactive, { body: { ids: ids.toSpliced(from, 1).toSpliced(to, 0, id) } }));
  };
  useRowKeys({ e: common('edit'), '#': proactiveWords('delete') });
  return (
    <>
      <ItemsPanel
        title={proactiveWords('title')}
        description={proactiveWords('hint')}
        add={{ id: 'proactive:add', label: proactiveWords('add') }}
        items={messages}
        empty={{ icon: Megaphone, title: proactiveWords('none'), hint: proactiveWords('noneHint') }}
        renderForm={(message, onDone) => <MessageForm message={message} onDone={onDone} />}
      >
        {(message, onEdit) => {
          const place = ids.indexOf(message.id);
          return (
            <ItemLine
              change={{
                onEdit,
                onDelete: () => setDeleting(message),
                others: ids.length > 1 && (
                  <>
                    <IconButton
                      size="2xs"
                      variant="ghost"
                      aria-label={ruleWords('moveUp', { name: message.name })}
                      disabled={place === 0}
                      onClick={() => move(place, place - 1)}
                    >
                      <ArrowUp size={14} aria-hidden />
                    </IconButton>
                    <IconButton
                      size="2xs"
                      variant="ghost"
                      aria-label={ruleWords('moveDown', { name: message.name })}
                      disabled={place === ids.length - 1}
                      onClick={() => move(place, place + 1)}
                    >
                      <ArrowDown size={14} aria-hidden />
                    </IconButton>
                  </>
                ),
              }}
            >
              <Box display="flex" gap="3" alignItems="flex-start">
                <Switch.Root
                  size="sm"
                  mt="0.5"
                  checked={message.isOn}
                  onCheckedChange={({ checked: isOn }) =>
                    change.mutate(() => call(updateProactive, { params: { id: message.id }, body: { isOn } }))
                  }
                >
                  <Switch.HiddenInput aria-label={proactiveWords('turnOn', { name: message.name })} />
                  <Switch.Control />
                </Switch.Root>
                <Box minW="0">
                  <Box as="bdi" fontWeight="500">
                    {message.name}
                  </Box>
                  <Box fontSize="sm" lineClamp="2">
                    <bdi>{message.text}</bdi>
                  </Box>
                  {message.problem && (
                    <Box color="fg.error" fontSize="xs">
                      {proactiveWords(message.problem === 'person_left' ? 'personLeft' : 'assistantOff')}
                    </Box>
                  )}
                  <Numbers isOn={message.isOn} report={report?.find(({ id }) => id === message.id)} />
                </Box>
              </Box>
            </ItemLine>
          );
        }}
      </ItemsPanel>
      <DeleteDialog
        title={proactiveWords('delete')}
        id={deleting?.id ?? null}
        remove={(id) => call(deleteProactive, { params: { id } })}
        onDeleted={refresh}
        onClose={() => setDeleting(null)}
      >
        {proactiveWords('deleteHint', { name: deleting?.name ?? '' })}
      </DeleteDialog>
    </>
  );
}

/** Shows what became of a message, and how sure its effect is. */
function Numbers({ isOn, report }: { isOn: boolean; report: ProactiveReport | undefined }) {
  const effect = report && effectOf(report.shown, report.heldOut);
  const isMeasured = report !== undefined && report.shown.visitors + report.heldOut.visitors > 0;
  return (
    <Box color="fg.muted" fontSize="xs" data-numbers>
      <Facts>
        {!isOn && proactiveWords('off')}
        {report && proactiveWords('last30')}
        {isMeasured && proactiveWords('shown', { number: report.shown.visitors.toLocaleString(locale()) })}
        {report && proactiveWords('answered', { number: report.answered.toLocaleString(locale()) })}
        {isMeasured && proactiveWords('dismissed', { number: report.dismissed.toLocaleString(locale()) })}
        {effect
          ? proactiveWords('effect', {
              more: rounded(effect.more),
              from: rounded(effect.from),
              to: rounded(effect.to),
            })
          : isMeasured && proactiveWords('unclear')}
      </Facts>
    </Box>
  );
}
