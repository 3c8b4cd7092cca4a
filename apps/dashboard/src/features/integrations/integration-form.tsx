import { Box, Button, Stack } from '@chakra-ui/react';
import { testIntegration } from '@parley/contracts/routes/administration';
import { useMutation } from '@tanstack/react-query';
import { BookOpen } from 'lucide-react';
import type { FormEvent, ReactNode } from 'react';
import { call } from '../../api/call.ts';
import { wordsOf } from '../../api/call-error.ts';
import type { Draft } from '../../forms/draft.ts';
import { SaveBar } from '../../forms/save-bar.tsx';
import { SwitchField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { toast } from '../../ui/toast/toasts.ts';
import styles from './integrations.module.css';
import type { IntegrationKind } from './kinds.ts';

interface IntegrationFormProps<T extends { enabled: boolean }> {
  kind: IntegrationKind;
  draft: Draft<T>;
  isPending: boolean;
  onSave: (edits: Partial<T>) => void;
  children: ReactNode;
}

/** What every integration's tab has: the switch, its fields, a test, its documentation. */
export function IntegrationForm<T extends { enabled: boolean }>(props: IntegrationFormProps<T>) {
  const { kind, draft, isPending, onSave, children } = props;
  const test = useMutation({
    mutationFn: () => call(testIntegration, { params: { integration: kind.id } }),
    onSuccess: () => toast({ title: 'Test successful', description: `${kind.name} integration is working properly.` }),
    onError: (error) =>
      toast({
        title: 'Test failed',
        description: `${kind.name} integration test failed: ${wordsOf(error)}`,
        variant: 'destructive',
      }),
  });
  const save = (event: FormEvent) => {
    event.preventDefault();
    onSave(draft.edits);
  };
  const enabled: Partial<T> = {};
  return (
    <Panel
      title={kind.name}
      description={kind.about}
      action={
        <a className={styles.docs} href={`/docs/integrations#${kind.docs}`} target="_blank" rel="noopener">
          <BookOpen size={14} aria-hidden />
          Documentation
        </a>
      }
    >
      <form onSubmit={save}>
        <Stack gap="16px">
          <SwitchField
            label={`Enable ${kind.name}`}
            checked={draft.value.enabled}
            onChange={(checked) => draft.set({ ...enabled, enabled: checked })}
          />
          {children}
        </Stack>
        <Box display="flex" flexWrap="wrap" alignItems="flex-end" justifyContent="space-between" gap="8px">
          <SaveBar isDirty={draft.isDirty} isPending={isPending} onReset={draft.reset} />
          <Button
            variant="outline"
            disabled={test.isPending || draft.isDirty}
            title={draft.isDirty ? 'Save first: the test uses what is saved' : undefined}
            onClick={() => test.mutate()}
          >
            {test.isPending ? 'Testing…' : `Test ${kind.name}`}
          </Button>
        </Box>
      </form>
    </Panel>
  );
}
