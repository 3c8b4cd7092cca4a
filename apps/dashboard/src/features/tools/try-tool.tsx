import { Box, Stack } from '@chakra-ui/react';
import { listToolCalls, tryTool } from '@parley/contracts/routes/tools';
import type { Tool, ToolCallState } from '@parley/contracts/assistant/tools';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { faultOf, wordsOf } from '../../api/call-error.ts';
import { useRead } from '../../api/read.ts';
import { common } from '../../i18n/en/common.ts';
import { toolWords as words } from '../../i18n/en/tools.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { TextArea } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';
import { Tag, type TagTone } from '../../ui/tag.tsx';
import { Time } from '../../ui/time.tsx';
import { objectOf } from '../../domain/tools/definition.ts';

const tones: Record<ToolCallState, TagTone> = {
  asked: 'yellow',
  running: 'neutral',
  done: 'green',
  failed: 'red',
  unsure: 'red',
  declined: 'neutral',
  dropped: 'neutral',
};

const stateWords = {
  asked: 'asked',
  running: 'running',
  done: 'done',
  failed: 'failed',
  unsure: 'unsure',
  declined: 'declined',
  dropped: 'dropped',
} as const satisfies Record<ToolCallState, string>;

/** Arguments with a place for each value. */
function sampleOf({ parameters }: Tool): string {
  const { properties } = parameters;
  const names = typeof properties === 'object' && properties !== null ? Object.keys(properties) : [];
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, ''])), null, 2);
}

/** Calls an action once, by hand, and lists its calls in conversations. */
export function TryTool({ tool, onClose }: { tool: Tool; onClose: () => void }) {
  const { id, name, effect } = tool;
  const [text, setText] = useState(() => sampleOf(tool));
  const [isAsking, setAsking] = useState(false);
  const calls = useRead(listToolCalls, { params: { id } });
  const given = objectOf(text);
  const trial = useMutation({
    mutationFn: (confirmed: boolean) => call(tryTool, { params: { id }, body: { arguments: given ?? {}, confirmed } }),
    onSettled: () => setAsking(false),
  });
  const { data, error } = trial;
  return (
    <FormDialog
      title={`${words('tryIt')}: ${name}`}
      size="lg"
      isLong
      leaveLabel={common('close')}
      submitLabel={words('call')}
      isPaused={trial.isPending || !given}
      onSubmit={() => (effect === 'write' ? setAsking(true) : trial.mutate(false))}
      onClose={onClose}
    >
      <Stack gap="4">
        <TextArea
          label={words('tryArguments')}
          error={error ? (faultOf(error, 'arguments') ?? wordsOf(error)) : given ? undefined : words('badSchema')}
          rows={5}
          dir="ltr"
          fontFamily="mono"
          spellCheck={false}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        {data && (
          <Box role="status" fontSize="sm">
            <Box color={data.problem ? 'fg.error' : 'fg.muted'} mb="1">
              {data.problem
                ? words('failedAfter', { milliseconds: data.milliseconds, problem: data.message ?? data.problem })
                : words('answered', { milliseconds: data.milliseconds })}
            </Box>
            {data.text && (
              <Box
                as="pre"
                dir="ltr"
                whiteSpace="pre-wrap"
                overflowWrap="anywhere"
                bg="bg.muted"
                borderRadius="md"
                p="3"
              >
                {data.text}
              </Box>
            )}
          </Box>
        )}
        <Box>
          <Box fontSize="sm" fontWeight="500" mb="1">
            {words('calls')}
          </Box>
          {calls.data?.length === 0 && (
            <Box fontSize="sm" color="fg.muted">
              {words('noCalls')}
            </Box>
          )}
          <Box as="ul" listStyleType="none">
            {calls.data?.map((each) => (
              <Box
                as="li"
                key={each.callId}
                borderTopWidth="1px"
                py="2"
                fontSize="sm"
                display="flex"
                flexWrap="wrap"
                gap="2"
                alignItems="center"
              >
                <Tag tone={tones[each.state]}>{words(stateWords[each.state])}</Tag>
                {each.requestedBy !== null && <Tag tone="neutral">{words('byCard')}</Tag>}
                <Box asChild flex="1 1 10rem" minW="0" overflowWrap="anywhere" textDecoration="underline">
                  <Link to={`/conversations?selected=${each.conversationId}`}>{JSON.stringify(each.arguments)}</Link>
                </Box>
                <Time at={each.createdAt} />
              </Box>
            ))}
          </Box>
        </Box>
      </Stack>
      <ConfirmDialog
        open={isAsking}
        title={words('tryIt')}
        confirmLabel={words('call')}
        pending={trial.isPending}
        onConfirm={() => trial.mutate(true)}
        onClose={() => setAsking(false)}
      >
        {words('tryWrite', { name })}
      </ConfirmDialog>
    </FormDialog>
  );
}
