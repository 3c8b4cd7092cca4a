import { Box, Button } from '@chakra-ui/react';
import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useCommands } from '../commands/commands.ts';
import { copyText } from './copy-text.ts';
import { toast } from './toast/toasts.ts';
import { ui } from '../i18n/en/ui.ts';

interface CopyLineProps {
  text: string;
  label: string;
  /** Text that the toast adds to "Copied!". */
  description?: string;
  /** Makes it a command, with these keys. */
  keys?: string;
  onCopied?: () => void;
}

/** A line of code with a button that copies it. */
export function CopyLine({ text, label, description, keys, onCopied }: CopyLineProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), 2_000);
    return () => clearTimeout(timer);
  }, [copied]);
  const copyAndAnnounce = () => {
    copyText(text).then(
      () => {
        setCopied(true);
        onCopied?.();
        toast({ title: ui('copied'), ...(description && { description: description }) });
      },
      () => toast({ title: ui('copyFailed'), description: ui('selectAndCopy'), variant: 'destructive' }),
    );
  };
  useCommands(keys ? [{ id: label, label, group: 'General', keys, run: copyAndAnnounce }] : []);
  return (
    <Box display="flex" gap="2" alignItems="flex-start">
      <Box
        as="pre"
        dir="ltr"
        flex="1"
        minW="0"
        px="3"
        py="1"
        minH="8"
        display="grid"
        alignContent="center"
        borderRadius="md"
        bg="bg.subtle"
        borderWidth="1px"
        fontFamily="mono"
        textStyle="xs"
        whiteSpace="pre-wrap"
        overflowWrap="anywhere"
      >
        {text}
      </Box>
      <Button variant="outline" aria-label={label} onClick={copyAndAnnounce}>
        {copied ? <Check size={15} aria-hidden /> : <Copy size={15} aria-hidden />}
        {ui('copy')}
      </Button>
    </Box>
  );
}
