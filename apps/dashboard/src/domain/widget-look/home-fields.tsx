import { Box, IconButton, Stack } from '@chakra-ui/react';
import { homeBlocks, homeLinksMax } from '@parley/contracts/settings/settings';
import { ArrowUp } from 'lucide-react';
import { useState } from 'react';
import { settingFields } from '../fields/fields.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { SwitchField, TextArea } from '../../ui/fields.tsx';
import type { Look, LookFieldsProps } from './look-fields.tsx';

const { nameOf } = settingFields.widgetConfig.home;

/** Reads lines of a text and an address; a line without an address is left out. */
const linksOf = (text: string): Look['homeLinks'] =>
  text
    .split('\n')
    .flatMap((line) => {
      const [, title, url] = /^\s*(.{1,80}?)\s+(https?:\/\/\S+)\s*$/.exec(line) ?? [];
      return title && url ? [{ title, url }] : [];
    })
    .slice(0, homeLinksMax);

const textOf = (links: Look['homeLinks']): string => links.map(({ title, url }) => `${title} ${url}`).join('\n');

/** Edits what a chat without messages shows below the greeting, and in which order. */
export function HomeFields({ value: { home, homeLinks }, set }: Pick<LookFieldsProps, 'value' | 'set'>) {
  const [links, setLinks] = useState(() => textOf(homeLinks));
  const toggle = (block: (typeof homeBlocks)[number], isOn: boolean) =>
    set({ home: isOn ? [...home, block] : home.filter((each) => each !== block) });
  const raise = (at: number) => {
    const block = home[at];
    if (block) set({ home: home.filter((each) => each !== block).toSpliced(at - 1, 0, block) });
  };
  return (
    <Stack as="fieldset" gap="2.5">
      <Box as="legend" fontSize="sm" fontWeight="500" float="inline-start">
        {widgetWords('home')}
      </Box>
      {[...home, ...homeBlocks.filter((each) => !home.includes(each))].map((block, at) => (
        <Box key={block} display="flex" gap="2" alignItems="center">
          <Box flex="1">
            <SwitchField
              label={nameOf(block)}
              checked={home.includes(block)}
              onChange={(isOn) => toggle(block, isOn)}
            />
          </Box>
          <IconButton
            size="2xs"
            variant="ghost"
            aria-label={widgetWords('homeUp', { name: nameOf(block) })}
            disabled={at === 0 || !home.includes(block)}
            onClick={() => raise(at)}
          >
            <ArrowUp size={14} aria-hidden />
          </IconButton>
        </Box>
      ))}
      {home.includes('links') && (
        <TextArea
          label={nameOf('links')}
          hint={widgetWords('homeLinksHint')}
          rows={3}
          value={links}
          onChange={(event) => {
            setLinks(event.target.value);
            set({ homeLinks: linksOf(event.target.value) });
          }}
        />
      )}
    </Stack>
  );
}
