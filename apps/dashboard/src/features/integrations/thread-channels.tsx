/** Edits which conversations become threads in which channels of another program. */
import { Box, Button, Grid, Stack } from '@chakra-ui/react';
import type { ThreadChannel } from '@parley/contracts/channels/threads';
import { listTeams } from '@parley/contracts/routes/teams';
import { listWebsites } from '@parley/contracts/routes/websites';
import { Plus, X } from 'lucide-react';
import { wordsOf } from '../../api/call-error.ts';
import { useRead } from '../../api/read.ts';
import { threadWords } from '../../i18n/en/threads.ts';
import { SelectField } from '../../ui/fields.tsx';

/** A channel that can be chosen. */
interface ChannelChoice {
  id: string;
  name: string;
  /** Shown for it. */
  label: string;
}

export interface EditedChannels {
  value: readonly ThreadChannel[];
  error: string | undefined;
  onChange: (value: ThreadChannel[]) => void;
}

interface ThreadChannelsProps extends EditedChannels {
  label: string;
  hint: string;
  choices: readonly ChannelChoice[];
  /** Why choices couldn't be read. */
  failure: Error | null;
  disabled?: boolean;
}

export function ThreadChannels(props: ThreadChannelsProps) {
  const { label, hint, choices, failure, disabled = false, value, error, onChange } = props;
  const teams = useRead(listTeams, {}).data ?? [];
  const websites = useRead(listWebsites, {}).data ?? [];
  const change = (index: number, part: Partial<ThreadChannel>) =>
    onChange(value.map((each, at) => (at === index ? { ...each, ...part } : each)));
  const free = choices.find(({ id }) => !value.some(({ channelId }) => channelId === id));
  return (
    <Box as="fieldset" {...(disabled && { disabled })}>
      <Box as="legend" fontSize="sm" fontWeight="500">
        {threadWords('channels')}
      </Box>
      <Box fontSize="sm" color="fg.muted" mb="2">
        {hint}
      </Box>
      {failure && (
        <Box role="alert" fontSize="sm" color="fg.error" mb="2">
          {threadWords('channelsFailed', { error: wordsOf(failure) })}
        </Box>
      )}
      <Stack gap="3">
        {value.map((each, index) => (
          <Grid
            key={each.channelId}
            templateColumns={{ base: '1fr auto', md: '1fr 1fr 1fr auto' }}
            gap="3"
            alignItems="end"
          >
            <SelectField
              label={label}
              value={each.channelId}
              options={optionsOf(choices, each)}
              onChange={(channelId) =>
                change(index, { channelId, name: choices.find(({ id }) => id === channelId)?.name ?? channelId })
              }
            />
            <Button
              size="sm"
              variant="ghost"
              order={{ base: 0, md: 3 }}
              aria-label={threadWords('removeChannel', { name: each.name })}
              onClick={() => onChange(value.filter((_each, at) => at !== index))}
            >
              <X size={15} aria-hidden />
            </Button>
            <Several
              label={threadWords('websites')}
              all={websites.map(({ id, domain }) => ({ id, name: domain }))}
              chosen={each.websiteIds}
              onChange={(websiteIds) => change(index, { websiteIds })}
            />
            <Several
              label={threadWords('teams')}
              all={teams}
              chosen={each.teamIds}
              onChange={(teamIds) => change(index, { teamIds })}
            />
          </Grid>
        ))}
      </Stack>
      {error && (
        <Box role="alert" fontSize="sm" color="fg.error" mt="2">
          {error}
        </Box>
      )}
      {free && (
        <Button
          size="xs"
          variant="outline"
          mt="3"
          onClick={() => onChange([...value, { channelId: free.id, name: free.name, websiteIds: [], teamIds: [] }])}
        >
          <Plus size={14} aria-hidden />
          {threadWords('addChannel')}
        </Button>
      )}
    </Box>
  );
}

/** A channel that is no longer there keeps its name. */
function optionsOf(choices: readonly ChannelChoice[], { channelId, name }: ThreadChannel) {
  const isKnown = choices.some(({ id }) => id === channelId);
  return [
    ...(isKnown ? [] : [{ value: channelId, label: name }]),
    ...choices.map(({ id, label }) => ({ value: id, label })),
  ];
}

interface SeveralProps {
  label: string;
  all: readonly { id: string; name: string }[];
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** Chooses some, or with none of them all. */
function Several({ label, all, chosen, onChange }: SeveralProps) {
  const names = all.filter(({ id }) => chosen.includes(id)).map(({ name }) => name);
  return (
    <Box as="details" alignSelf="start" mt={{ md: '6' }} gridColumn={{ base: '1 / -1', md: 'auto' }} fontSize="sm">
      <Box as="summary" cursor="pointer" py="1.5">
        <Box as="span" fontWeight="500">
          {label}
        </Box>
        {': '}
        <bdi>{names.length > 0 ? names.join(', ') : threadWords('all')}</bdi>
      </Box>
      {all.map(({ id, name }) => (
        <Box as="label" key={id} display="flex" gap="2" alignItems="center" py="0.5">
          <input
            type="checkbox"
            checked={chosen.includes(id)}
            onChange={({ currentTarget }) =>
              onChange(currentTarget.checked ? [...chosen, id] : chosen.filter((each) => each !== id))
            }
          />
          <bdi>{name}</bdi>
        </Box>
      ))}
    </Box>
  );
}
