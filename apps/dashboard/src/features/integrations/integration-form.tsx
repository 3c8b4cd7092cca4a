import { Box, Button, Stack } from '@chakra-ui/react';
import { missingFields } from '@parley/contracts/channels/channel';
import { testIntegration } from '@parley/contracts/routes/integrations';
import type { AssistantChange } from '@parley/contracts/assistant/rehearsals';
import type { SettingsChange } from '@parley/contracts/routes/settings';
import { guardedOf } from '@parley/contracts/settings/secret-fields';
import type { Settings } from '@parley/contracts/settings/settings';
import { useMutation } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { faultOf, wordsOf } from '../../api/call-error.ts';
import { useCommands } from '../../commands/commands.ts';
import { type Draft, useDraft } from '../../forms/draft.ts';
import { adminsOnly, useMay } from '../../forms/permissions.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { useSaveSection } from '../../forms/settings.ts';
import { common } from '../../i18n/en/common.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { listed } from '../../i18n/language.ts';
import { type Field, labelOf, settingFields } from '../../domain/fields/fields.ts';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toast } from '../../ui/toast/toasts.ts';
import { RehearseButton } from '../../domain/rehearsal/rehearse-button.tsx';
import styles from './integrations.module.css';
import type { IntegrationKind } from './kinds.ts';

/** Props for an integration's fields: the values as edited, and the server's error for each. */
export interface Edited<T> extends Pick<Draft<T>, 'value' | 'set'> {
  fault: (field: string) => string | undefined;
  /** Disables a field that decides where messages go if the user may not change it, and adds the reason to its hint. */
  guard: (field: keyof T & string, hint?: string) => { disabled: boolean; hint: string | undefined };
}

interface IntegrationFormProps<T extends { enabled: boolean }> {
  kind: IntegrationKind;
  settings: Settings;
  /** Returns its section of the settings. */
  savedOf: (settings: Settings) => T;
  /** The edits as the settings take them in. */
  changeOf: (edits: Partial<T>) => SettingsChange;
  children: (edited: Edited<T>) => ReactNode;
  /** Returns the edits that can be rehearsed over past conversations before they are saved. */
  rehearsed?: (edits: Partial<T>) => AssistantChange | null;
  /** Sentence on what is missing besides its fields. */
  missing?: string | undefined;
  /** Called when a test has ended, with whatever result. */
  onTested?: () => void;
}

/** Shows the parts of every integration's tab: the switch, its fields, saving, a test, its documentation. */
export function IntegrationForm<T extends { enabled: boolean }>(props: IntegrationFormProps<T>) {
  const { kind, settings, savedOf, changeOf, children, rehearsed, onTested } = props;
  const name = kind.name();
  const draft = useDraft(`integration ${kind.id}`, savedOf(settings));
  const change = useSaveSection(draft, { changeOf, savedOf, success: common('integrationUpdated') });
  const { value, set } = draft;
  const test = useMutation({
    mutationFn: () => call(testIntegration, { params: { integration: kind.id } }),
    onSettled: () => onTested?.(),
    onSuccess: () =>
      toast({ title: integrationWords('tested'), description: integrationWords('testedHint', { name }) }),
    onError: (error) =>
      toast({
        title: integrationWords('testFailed'),
        description: integrationWords('testFailedHint', { name, error: wordsOf(error) }),
        variant: 'destructive',
      }),
  });
  const fields = missingFields(kind.settings, value);
  const labels: Readonly<Record<string, Field | undefined>> = settingFields[kind.section];
  const missing =
    fields.length > 0
      ? integrationWords('missing', {
          count: fields.length,
          fields: listed(fields.map((field) => (labels[field] ? labelOf(labels[field]) : field))),
        })
      : props.missing;
  const canTest = !test.isPending && !draft.isDirty;
  const documentation = `/docs/integrations#${kind.docs}`;
  const group = 'General' as const;
  useCommands([
    ...(canTest
      ? [{ id: 'test', label: integrationWords('test', { name }), group, keys: 't', run: () => test.mutate() }]
      : []),
    {
      id: 'documentation',
      label: integrationWords('documentationOf', { name }),
      group,
      keys: 'h',
      run: () => void window.open(documentation, '_blank', 'noopener'),
    },
  ]);
  const save = (event: FormEvent) => {
    event.preventDefault();
    change.save();
  };
  const enabled: Partial<T> = {};
  const guarded = useMay('security.manage') ? [] : guardedOf(kind.settings.schema);
  const guard = (field: string, hint?: string) => {
    const disabled = guarded.includes(field);
    return { disabled, hint: disabled ? [hint, adminsOnly()].filter(Boolean).join(' ') : hint };
  };
  return (
    <Panel
      title={name}
      description={kind.about()}
      action={
        <a className={styles.docs} href={documentation} target="_blank" rel="noopener">
          <BookOpen size={14} aria-hidden />
          {integrationWords('documentation')}
        </a>
      }
    >
      <form onSubmit={save}>
        <Stack gap="4">
          <SwitchField
            label={integrationWords('enable', { name })}
            checked={value.enabled}
            onChange={(checked) => set({ ...enabled, enabled: checked })}
          />
          {children({ value, set, fault: (field) => faultOf(change.error, field), guard })}
        </Stack>
        {missing !== undefined && (
          <Box role="status" mt="4" fontSize="sm" color="fg.muted">
            {missing}
          </Box>
        )}
        <Box display="flex" flexWrap="wrap" gap="2" mt="5">
          <Button
            size="sm"
            variant="outline"
            title={draft.isDirty ? integrationWords('saveFirst') : undefined}
            {...pausedWhile(!canTest, () => test.mutate())}
          >
            {test.isPending ? integrationWords('testing') : integrationWords('test', { name })}
          </Button>
          {rehearsed && <RehearseButton change={rehearsed(draft.edits)} />}
        </Box>
        <SaveBar isDirty={draft.isDirty} isPending={change.isPending} onReset={draft.reset} />
      </form>
    </Panel>
  );
}
