import { Box, Stack } from '@chakra-ui/react';
import type { MessageBlocks as Blocks, MessageButton, MessageResponse } from '@parley/contracts/messages/blocks';
import { Check, ExternalLink } from 'lucide-react';
import { formWords } from '../../../i18n/en/customerforms.ts';

interface MessageBlocksProps {
  blocks: Blocks;
  /** The customer's answer. */
  response: MessageResponse | undefined;
}

/** Shows the buttons, cards or form that a message has for its customer. */
export default function MessageBlocks({ blocks: { buttons, cards, form }, response }: MessageBlocksProps) {
  return (
    <Stack gap="2" mt="2" whiteSpace="normal">
      {buttons && <Buttons buttons={buttons} pressed={response?.button} />}
      {cards && (
        <Box as="ul" display="flex" gap="2" overflowX="auto" listStyleType="none">
          {cards.map((card) => (
            <Box as="li" key={card.title} flex="0 0 12rem" borderWidth="1px" borderRadius="md" p="2.5" dir="auto">
              <Box fontWeight="600">{card.title}</Box>
              {card.text && (
                <Box whiteSpace="pre-line" textStyle="sm" mb="2">
                  {card.text}
                </Box>
              )}
              {card.buttons && <Buttons buttons={card.buttons} pressed={response?.button} />}
            </Box>
          ))}
        </Box>
      )}
      {form && (
        <Box borderWidth="1px" borderRadius="md" p="2.5" dir="auto">
          <Box fontWeight="600">{form.title}</Box>
          <Box as="ol" ps="5" listStyleType="decimal" textStyle="sm">
            {form.fields.map(({ id, label }) => (
              <li key={id}>{label}</li>
            ))}
          </Box>
          <Box textStyle="xs" mt="1" display="flex" gap="1" alignItems="center">
            {response && <Check size={13} aria-hidden />}
            {formWords(response ? 'answered' : 'open')}
          </Box>
        </Box>
      )}
    </Stack>
  );
}

const Buttons = ({ buttons, pressed }: { buttons: readonly MessageButton[]; pressed: string | undefined }) => (
  <Box display="flex" gap="1.5" flexWrap="wrap">
    {buttons.map(({ id, label, url }) => (
      <Box
        key={id}
        display="inline-flex"
        gap="1"
        alignItems="center"
        borderWidth="1px"
        borderColor="border.emphasized"
        borderRadius="full"
        px="2.5"
        py="0.5"
        textStyle="sm"
        fontWeight={id === pressed ? '600' : undefined}
        dir="auto"
      >
        {id === pressed && <Check size={13} aria-hidden />}
        {url ? (
          <Box asChild display="inline-flex" gap="1" alignItems="center">
            <a href={url} target="_blank" rel="noopener noreferrer">
              {label}
              <ExternalLink size={12} aria-hidden />
            </a>
          </Box>
        ) : (
          label
        )}
      </Box>
    ))}
  </Box>
);
