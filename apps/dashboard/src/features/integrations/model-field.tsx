import { aiModels } from '@parley/contracts/assistant/settings';
import type { AssistantState } from '@parley/contracts/assistant/answers';
import { listAssistantModels } from '@parley/contracts/routes/answers';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { wordsOf } from '../../api/call-error.ts';
import { read } from '../../api/read.ts';
import { integrationWords } from '../../i18n/en/integrations.ts';
import { focusAtFirst, SelectField, TextField } from '../../ui/fields.tsx';

interface ModelFieldProps {
  value: string;
  /** True if the model is asked at a server that an admin has set, which may know none of OpenAI's names. */
  isOwnServer: boolean;
  /** True if the connection has edits: the list is of the saved one. */
  isUnsaved: boolean;
  state: AssistantState | undefined;
  error: string | undefined;
  onChange: (model: string) => void;
}

const another = '';
/** Keeps a list for a minute: it hardly changes while a user chooses from it. */
const staleTime = 60_000;

/** Chooses a model from the list of its server, or by a typed name. */
export function ModelField({ value, isOwnServer, isUnsaved, state, error, onChange }: ModelFieldProps) {
  const canList = !isUnsaved && state !== undefined && state.model !== null;
  const list = useQuery({ ...read(listAssistantModels, {}), enabled: canList, staleTime, retry: false });
  const [isTyped, setTyped] = useState(false);
  if (state?.isModelFixed && !isOwnServer) {
    return (
      <TextField
        label={integrationWords('model')}
        hint={integrationWords('modelFixed')}
        value={state.model ?? ''}
        readOnly
      />
    );
  }
  const theirs = canList ? (list.data?.models ?? []) : [];
  const usual = aiModels.filter((name) => (theirs.length > 0 ? theirs.includes(name) : !isOwnServer));
  const names = [...new Set([...usual, ...theirs])];
  const known = names.includes(value) || isTyped ? names : [value, ...names];
  const hint = isUnsaved
    ? integrationWords('modelsAfterSaving')
    : list.error
      ? integrationWords('modelsUnlisted', { error: wordsOf(list.error) })
      : undefined;
  const choose = (name: string) => {
    setTyped(name === another);
    if (name !== another) onChange(name);
  };
  return (
    <>
      <SelectField
        label={integrationWords('model')}
        hint={hint}
        error={isTyped ? undefined : error}
        value={isTyped ? another : value}
        options={[...known, { value: another, label: integrationWords('anotherModel') }]}
        onChange={choose}
      />
      {isTyped && (
        <TextField
          ref={focusAtFirst}
          label={integrationWords('modelName')}
          dir="ltr"
          maxLength={200}
          value={value}
          error={error}
          onChange={(event) => onChange(event.target.value.trim())}
        />
      )}
    </>
  );
}
