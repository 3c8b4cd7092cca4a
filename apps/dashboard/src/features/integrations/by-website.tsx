import { Box, Stack } from '@chakra-ui/react';
import { listWebsites } from '@parley/contracts/routes/websites';
import type { Settings } from '@parley/contracts/settings/settings';
import { useRead } from '../../api/read.ts';
import { answerWords } from '../../i18n/en/answers.ts';
import { SwitchField, TextArea, TextField } from '../../ui/fields.tsx';

type Differences = Settings['aiConfig']['websites'];
type Difference = Omit<Differences[number], 'websiteId'>;

const same: Difference = { enabled: true, systemPrompt: '', tone: '' };
const isSame = ({ enabled, systemPrompt, tone }: Difference): boolean => enabled && systemPrompt === '' && tone === '';

interface ByWebsiteProps {
  value: Differences;
  error: string | undefined;
  onChange: (value: Differences) => void;
}

/** Edits what differs on each website: whether the assistant answers there, its prompt and its tone. */
export function ByWebsite({ value, error, onChange }: ByWebsiteProps) {
  const websites = useRead(listWebsites, {});
  return websites.data?.map(({ id, domain }) => {
    const own = value.find(({ websiteId }) => websiteId === id) ?? same;
    const put = (change: Partial<Difference>) => {
      const next = { ...own, ...change, websiteId: id };
      onChange([...value.filter(({ websiteId }) => websiteId !== id), ...(isSame(next) ? [] : [next])]);
    };
    return (
      <Box key={id} as="details" borderWidth="1px" borderColor="border" borderRadius="md" px="3" py="2">
        <Box as="summary" cursor="pointer" fontSize="sm" fontWeight="500">
          {domain}
          {!isSame(own) && (
            <Box as="span" color="fg.muted" fontWeight="400">
              {' · '}
              {answerWords(own.enabled ? 'differs' : 'offHere')}
            </Box>
          )}
        </Box>
        <Stack gap="4" mt="3">
          <SwitchField
            label={answerWords('answersOn', { website: domain })}
            checked={own.enabled}
            onChange={(enabled) => put({ enabled })}
          />
          <TextArea
            label={answerWords('promptOn', { website: domain })}
            hint={answerWords('promptOnHint')}
            rows={4}
            maxLength={20_000}
            value={own.systemPrompt}
            error={error}
            onChange={(event) => put({ systemPrompt: event.target.value })}
          />
          <TextField
            label={answerWords('tone', { website: domain })}
            hint={answerWords('toneHint')}
            maxLength={500}
            value={own.tone}
            error={error}
            onChange={(event) => put({ tone: event.target.value })}
          />
          <Box fontSize="xs" color="fg.muted">
            {answerWords('sourcesHere')}
          </Box>
        </Stack>
      </Box>
    );
  });
}
