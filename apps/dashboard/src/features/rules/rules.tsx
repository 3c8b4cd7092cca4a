import { Box, Button, IconButton, Switch } from '@chakra-ui/react';
import { deleteRule, listRules, orderRules, updateRule } from '@parley/contracts/routes/rules';
import { listWebhooks } from '@parley/contracts/routes/integrations';
import type { Rule } from '@parley/contracts/rules/rules';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowDown, ArrowUp, GripVertical, Workflow } from 'lucide-react';
import { type DragEvent, useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, read, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { useActionNames } from '../../domain/canned-replies/action-words.ts';
import { useKnown } from '../../domain/filter/use-known.ts';
import { useMay } from '../../forms/permissions.ts';
import { ruleWords } from '../../i18n/en/rules.ts';
import { t } from '../../i18n/server-text.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { Facts } from '../../ui/facts.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { toastFailure } from '../../ui/toast/failure.ts';
import { RuleForm } from './rule-form.tsx';
import { RuleRuns } from './rule-runs.tsx';
import { type RuleNames, ruleSentence } from './rule-words.ts';

function useRuleNames(): RuleNames {
  const mayCall = useMay('webhooks.manage');
  const webhooks = useQuery({ ...read(listWebhooks, {}), enabled: mayCall }).data ?? [];
  return { ...useActionNames(), webhooks };
}

/** Manages the rules: their order, which are on, what they have done. */
export function Rules() {
  const client = useQueryClient();
  const rules = useRead(listRules, {});
  const names = useRuleNames();
  const known = useKnown();
  const [deleting, setDeleting] = useState<Rule | null>(null);
  const [dragged, setDragged] = useState<string | null>(null);
  const [shownLog, setShownLog] = useState<string | null>(null);
  const refresh = () => void client.invalidateQueries({ queryKey: keyOf(listRules) });
  const change = useMutation({
    mutationFn: (run: () => Promise<unknown>) => run(),
    onSettled: refresh,
    onError: (error) => toastFailure(error),
  });
  const ids = (rules.data ?? []).map(({ id }) => id);
  /** Moves a rule to the place of another, at once; the list that the server returns follows. */
  const move = (id: string, to: number) => {
    const from = ids.indexOf(id);
    if (from < 0 || to < 0 || to >= ids.length || from === to) return;
    const ordered = ids.toSpliced(from, 1).toSpliced(to, 0, id);
    client.setQueryData<Rule[]>(keyOf(listRules), (listed) =>
      listed?.toSorted((one, other) => ordered.indexOf(one.id) - ordered.indexOf(other.id)),
    );
    change.mutate(() => call(orderRules, { body: { ids: ordered } }));
  };
  useRowKeys({
    e: ruleWords('editRule'),
    l: ruleWords('log'),
    '[': ruleWords('moveUp', { name: '' }),
    ']': ruleWords('moveDown', { name: '' }),
    '#': ruleWords('deleteRule'),
  });
  const isOver = (event: DragEvent) => dragged !== null && event.preventDefault();
  return (
    <>
      <ItemsPanel
        title={ruleWords('rules')}
        description={ruleWords('rulesHint')}
        add={{ id: 'rule:add', label: ruleWords('addRule') }}
        items={rules}
        empty={{ icon: Workflow, title: ruleWords('noRules'), hint: ruleWords('noRulesHint') }}
        renderForm={(rule, onDone) => <RuleForm rule={rule} names={names} onDone={onDone} />}
      >
        {(rule, onEdit) => {
          const place = ids.indexOf(rule.id);
          return (
            <Box
              onDragOver={isOver}
              onDrop={() => dragged && move(dragged, place)}
              opacity={dragged === rule.id ? 0.5 : 1}
            >
              <ItemLine
                change={{
                  onEdit,
                  onDelete: () => setDeleting(rule),
                  others: (
                    <>
                      <Button
                        size="2xs"
                        variant="ghost"
                        aria-keyshortcuts="l"
                        aria-expanded={shownLog === rule.id}
                        onClick={() => setShownLog(shownLog === rule.id ? null : rule.id)}
                      >
                        {ruleWords('log')}
                      </Button>
                      <IconButton
                        size="2xs"
                        variant="ghost"
                        aria-label={ruleWords('moveUp', { name: rule.name })}
                        aria-keyshortcuts="["
                        disabled={place === 0}
                        onClick={() => move(rule.id, place - 1)}
                      >
                        <ArrowUp size={14} aria-hidden />
                      </IconButton>
                      <IconButton
                        size="2xs"
                        variant="ghost"
                        aria-label={ruleWords('moveDown', { name: rule.name })}
                        aria-keyshortcuts="]"
                        disabled={place === ids.length - 1}
                        onClick={() => move(rule.id, place + 1)}
                      >
                        <ArrowDown size={14} aria-hidden />
                      </IconButton>
                    </>
                  ),
                }}
              >
                <Box display="flex" gap="3" alignItems="flex-start">
                  <Box
                    as="span"
                    draggable
                    cursor="grab"
                    color="fg.muted"
                    mt="0.5"
                    title={ruleWords('drag')}
                    onDragStart={() => setDragged(rule.id)}
                    onDragEnd={() => setDragged(null)}
                  >
                    <GripVertical size={16} aria-hidden />
                  </Box>
                  <Switch.Root
                    size="sm"
                    mt="0.5"
                    checked={rule.isOn}
                    onCheckedChange={({ checked: isOn }) =>
                      change.mutate(() => call(updateRule, { params: { id: rule.id }, body: { isOn } }))
                    }
                  >
                    <Switch.HiddenInput aria-label={ruleWords('turnOn', { name: rule.name })} />
                    <Switch.Control />
                  </Switch.Root>
                  <Box minW="0">
                    <Box as="bdi" fontWeight="500">
                      {rule.name}
                    </Box>
                    <Box fontSize="sm">{ruleSentence(rule, names, known)}</Box>
                    {rule.problem && (
                      <Box color="fg.error" fontSize="xs">
                        {ruleWords('needsAttention', {
                          reason: rule.problem.localized
                            ? t(rule.problem.localized, rule.problem.reason)
                            : rule.problem.reason,
                        })}
                      </Box>
                    )}
                    <Box color="fg.muted" fontSize="xs">
                      <Facts>
                        {!rule.isOn && ruleWords('off')}
                        {ruleWords('runsOfWeek', { number: rule.runs.done })}
                        {rule.runs.failed > 0 && ruleWords('failedRuns', { number: rule.runs.failed })}
                        {rule.author && ruleWords('byAuthor', { name: rule.author.name })}
                      </Facts>
                    </Box>
                  </Box>
                </Box>
              </ItemLine>
              {shownLog === rule.id && <RuleRuns ruleId={rule.id} />}
            </Box>
          );
        }}
      </ItemsPanel>
      <DeleteDialog
        title={ruleWords('deleteRule')}
        id={deleting?.id ?? null}
        remove={(id) => call(deleteRule, { params: { id } })}
        onDeleted={refresh}
        onClose={() => setDeleting(null)}
      >
        {ruleWords('deleteRuleHint', { name: deleting?.name ?? '' })}
      </DeleteDialog>
    </>
  );
}
