import { Box, Button, Stack } from '@chakra-ui/react';
import { addTool, listOfferedTools, listTools, updateTool } from '@parley/contracts/routes/tools';
import { offerState, type Tool, type ToolDefinition, toolMethods } from '@parley/contracts/assistant/tools';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { faultOf } from '../../api/call-error.ts';
import { keyOf } from '../../api/read.ts';
import { conflictWords } from '../../api/as-seen.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { toolWords as words } from '../../i18n/en/tools.ts';
import { itemFields, optionsOf } from '../../domain/fields/fields.ts';
import { SelectField, SwitchField, TextArea, TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { RehearseButton } from '../../domain/rehearsal/rehearse-button.tsx';
import {
  bindingLines,
  bindingsOf,
  definitionOf,
  headerLines,
  headersOf,
  linesOf,
  newTool,
  objectOf,
  unchangedSince,
} from '../../domain/tools/definition.ts';

interface ToolFormProps {
  tool: Tool | null;
  /** Default values of a new action. */
  start?: ToolDefinition;
  onSaved: () => void;
  onClose: () => void;
}

/** Edits a whole action. Text fields are parsed while the user types, and errors are shown beside them. */
export function ToolForm({ tool, start = newTool, onSaved, onClose }: ToolFormProps) {
  const [given, setGiven] = useState(() => (tool ? definitionOf(tool, tool.isActive) : start));
  const [parameters, setParameters] = useState(() => JSON.stringify(given.parameters, null, 2));
  const [bindings, setBindings] = useState(() => bindingLines(given.bindings));
  const [headers, setHeaders] = useState(() => headerLines(given.http?.headers ?? []));
  const [fields, setFields] = useState(() => (given.http?.fields ?? []).join('\n'));
  const set = (change: Partial<ToolDefinition>) => setGiven((before) => ({ ...before, ...change }));
  const { http } = given;
  const setHttp = (change: Partial<NonNullable<ToolDefinition['http']>>) =>
    http && set({ http: { ...http, ...change } });

  const schema = objectOf(parameters);
  const isSchema = schema?.type === 'object';
  const bound = bindingsOf(bindings);
  const { mcp } = given;
  const offer = useOffer(tool && mcp);
  const definition: ToolDefinition = {
    ...given,
    parameters: schema ?? {},
    bindings: bound ?? {},
    http: http && { ...http, headers: headersOf(headers), fields: linesOf(fields) },
    // Saves what was shown here.
    mcp: mcp && { ...mcp, ...(offer.now && { offer: offer.now.offer }) },
  };
  const put = (seen: Tool | undefined) => {
    if (!seen) return call(addTool, { body: definition });
    const expected = { ...definitionOf(seen, seen.isActive), ...unchangedSince(seen, definition.http?.headers) };
    return call(updateTool, { params: { id: seen.id }, body: { ...definition, expected } });
  };
  const save = useSaveItem(put, { item: tool ?? undefined, list: keyOf(listTools), onDone: onSaved });
  const fault = (field: string) => (save.error ? faultOf(save.error, field) : undefined);
  const isReady = isSchema && bound !== undefined && !offer.isAsked;
  return (
    <FormDialog
      title={tool ? words('edit', { name: tool.name }) : words('newAction')}
      size="lg"
      isLong
      stays
      submitLabel={words('save')}
      isPaused={save.isPending || !isReady}
      onSubmit={() => save.mutate()}
      onClose={onClose}
      beside={<RehearseButton change={isReady ? { tools: [{ id: tool?.id ?? null, definition }] } : null} />}
    >
      <Stack gap="4">
        {offer.state !== 'same' && (
          <Box role="status" fontSize="sm" bg="bg.muted" borderRadius="md" px="3" py="2">
            {words(offer.state === 'gone' ? 'offerGoneHint' : 'offerChangedHint')}
            {offer.now && (
              <>
                <Schema value={offer.now.parameters} />
                <Button
                  size="xs"
                  variant="outline"
                  onClick={() => setParameters(JSON.stringify(offer.now?.parameters, null, 2))}
                >
                  {words('takeSchema')}
                </Button>
              </>
            )}
          </Box>
        )}
        <TextField
          label={words('name')}
          hint={words('nameHint', { example: 'order_status' })}
          error={fault('name')}
          required
          dir="ltr"
          value={given.name}
          onChange={({ target }) => set({ name: target.value })}
        />
        <TextField
          label={words('does')}
          hint={words('doesHint')}
          error={fault('description')}
          required
          value={given.description}
          onChange={({ target }) => set({ description: target.value })}
        />
        <SelectField
          label={words('effect')}
          hint={given.effect === 'write' ? words('writeHint') : undefined}
          value={given.effect}
          options={optionsOf(itemFields.tool.effect)}
          onChange={(effect) => set(effect === 'write' ? { effect, isCard: false } : { effect })}
        />
        {given.effect === 'write' && (
          <TextField
            label={words('question')}
            hint={words('questionHint', { example: 'Cancel order {order}?' })}
            error={fault('confirmation')}
            value={given.confirmation}
            onChange={({ target }) => set({ confirmation: target.value })}
          />
        )}
        <SwitchField
          label={words('identity')}
          hint={words('identityHint')}
          checked={given.needsIdentity}
          onChange={(needsIdentity) => set({ needsIdentity })}
        />
        <SwitchField
          label={words('active')}
          hint={words('activeHint')}
          checked={given.isActive}
          onChange={(isActive) => set({ isActive })}
        />
        {given.effect === 'read' && (
          <>
            <SwitchField
              label={words('card')}
              hint={words('cardHint')}
              checked={given.isCard ?? false}
              onChange={(isCard) => set({ isCard })}
            />
            {fault('isCard') && (
              <Box role="alert" color="fg.error" fontSize="sm">
                {fault('isCard')}
              </Box>
            )}
          </>
        )}
        <TextArea
          label={words('arguments')}
          error={isSchema ? fault('parameters') : words('badSchema')}
          rows={8}
          dir="ltr"
          fontFamily="mono"
          spellCheck={false}
          value={parameters}
          onChange={({ target }) => setParameters(target.value)}
        />
        <TextArea
          label={words('bound')}
          hint={words('boundHint', { example: 'email: email' })}
          error={bound ? fault('bindings') : words('boundHint', { example: 'email: email, id: external_id' })}
          rows={2}
          dir="ltr"
          fontFamily="mono"
          value={bindings}
          onChange={({ target }) => setBindings(target.value)}
        />
        {http && (
          <>
            <Box display="grid" gridTemplateColumns={{ base: '1fr', md: '8rem 1fr' }} gap="3">
              <SelectField
                label={words('method')}
                value={http.method}
                options={[...toolMethods]}
                onChange={(method) => setHttp({ method, rest: method === 'GET' ? 'query' : 'body' })}
              />
              <TextField
                label={words('address')}
                hint={words('addressHint', { example: 'https://api.shop.example.com/orders/{order}' })}
                error={fault('http.url') ?? fault('http')}
                required
                dir="ltr"
                value={http.url}
                onChange={({ target }) => setHttp({ url: target.value })}
              />
            </Box>
            <SelectField
              label={words('rest')}
              value={http.rest}
              options={[
                { value: 'query', label: words('query') },
                { value: 'body', label: words('body') },
              ]}
              onChange={(rest) => setHttp({ rest })}
            />
            <TextArea
              label={words('headers')}
              hint={words('headersHint', { example: 'Authorization: Bearer 1234' })}
              error={fault('headers') ?? fault('http.headers')}
              rows={2}
              dir="ltr"
              fontFamily="mono"
              spellCheck={false}
              value={headers}
              onChange={({ target }) => setHeaders(target.value)}
            />
            <TextArea
              label={words('fields')}
              hint={words('fieldsHint', { example: 'order.status' })}
              error={fault('http.fields')}
              rows={2}
              dir="ltr"
              fontFamily="mono"
              value={fields}
              onChange={({ target }) => setFields(target.value)}
            />
          </>
        )}
        <Box display="grid" gridTemplateColumns={{ base: '1fr', md: '1fr 1fr' }} gap="3">
          <TextField
            label={words('largest')}
            type="number"
            min={1}
            max={256}
            error={fault('maxBytes')}
            value={Math.round(given.maxBytes / 1024)}
            onChange={({ target }) => set({ maxBytes: target.valueAsNumber * 1024 })}
          />
          <TextField
            label={words('seconds')}
            type="number"
            min={1}
            max={15}
            error={fault('timeoutSeconds')}
            value={given.timeoutSeconds}
            onChange={({ target }) => set({ timeoutSeconds: target.valueAsNumber })}
          />
        </Box>
        {conflictWords(save.error) && (
          <Box role="alert" color="fg.error" fontSize="sm">
            {conflictWords(save.error)}
          </Box>
        )}
      </Stack>
    </FormDialog>
  );
}

/** Reads the server's present version of the tool that an action was made from, when the form is opened. */
function useOffer(mcp: ToolDefinition['mcp']) {
  const params = { id: mcp?.serverId ?? '' };
  const offers = useQuery({
    queryKey: keyOf(listOfferedTools, { params }),
    queryFn: ({ signal }) => call(listOfferedTools, { params }, signal),
    enabled: mcp !== null,
    staleTime: 0,
    retry: false,
  });
  const { data = null } = offers;
  return {
    isAsked: mcp !== null && offers.isPending,
    now: data?.find(({ name }) => name === mcp?.tool),
    state: mcp ? offerState(mcp, data) : 'same',
  };
}

const Schema = ({ value }: { value: Record<string, unknown> }) => (
  <Box as="pre" dir="ltr" fontSize="xs" my="2" whiteSpace="pre-wrap" overflowWrap="anywhere">
    {JSON.stringify(value, null, 2)}
  </Box>
);
