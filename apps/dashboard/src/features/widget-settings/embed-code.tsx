import { Box, Button, Stack } from '@chakra-ui/react';
import { listWebsites, sendTestMessage } from '@parley/contracts/routes/websites';
import { useMutation } from '@tanstack/react-query';
import { ExternalLink, Mail, MessageSquarePlus } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { call } from '../../api/call.ts';
import { useRead } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { widgetWords } from '../../i18n/en/widget.ts';
import { setPreference } from '../../preferences/preferences.ts';
import { CopyLine } from '../../ui/copy-line.tsx';
import { SelectField } from '../../ui/fields.tsx';
import { Panel } from '../../ui/panel.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';
import { codeFor, type Platform, platformNames, platforms, whereWords } from './install.ts';

/** The code that puts the widget on a website, by platform, with ways to pass it on and to try it. */
export function EmbedCode() {
  const [platform, choose] = useState<Platform>('html');
  const code = codeFor(platform, window.location.origin);
  const where = whereWords(platform);
  return (
    <Panel title={widgetWords('embedCode')} description={widgetWords('embedCodeHint')}>
      <Stack gap="3">
        <Box maxW={{ sm: 'xs' }}>
          <SelectField
            label={widgetWords('platform')}
            value={platform}
            options={platforms.map((value) => ({ value, label: platformNames[value] }))}
            onChange={choose}
          />
        </Box>
        <Box fontSize="sm" color="fg.muted">
          {where}
        </Box>
        <CopyLine
          text={code}
          label={widgetWords('copyCode')}
          keys="x c"
          onCopied={() => setPreference('embedCodeCopied', true)}
          description={widgetWords('copiedCode')}
        />
        <Box display="flex" flexWrap="wrap" gap="2">
          <Button asChild size="xs" variant="outline">
            <a href={mailFor(`${where}\n\n${code}`)} onClick={() => setPreference('embedCodeCopied', true)}>
              <Mail size={14} aria-hidden />
              {widgetWords('sendToDeveloper')}
            </a>
          </Button>
          <TestVisits />
          <TestMessage />
        </Box>
      </Stack>
    </Panel>
  );
}

/** Returns a link that opens the user's own mail program with the code. */
const mailFor = (code: string): string =>
  `mailto:?subject=${encodeURIComponent(widgetWords('developerSubject'))}&body=${encodeURIComponent(
    `${widgetWords('developerBody')}\n\n${code}`,
  )}`;

/** Returns a page of the website that shows the widget; the demo shop stands for this machine. */
const pageOf = (domain: string): string => (domain === 'localhost' ? '/demo' : `https://${domain}/`);

/** Sends a message as a visitor of the first website, and opens the conversation. */
function TestMessage() {
  const navigate = useNavigate();
  const mayManage = useMay('websites.manage');
  const [first] = useRead(listWebsites, {}).data ?? [];
  const send = useMutation({
    mutationFn: (id: string) => call(sendTestMessage, { params: { id } }),
    onSuccess: ({ conversationId }) => navigate(`/conversations?filter=all&selected=${conversationId}`),
    onError: (error) => toastFailure(error),
  });
  if (!first || !mayManage) return null;
  return (
    <Button size="xs" variant="outline" {...pausedWhile(send.isPending, () => send.mutate(first.id))}>
      <MessageSquarePlus size={14} aria-hidden />
      {widgetWords('testMessage')}
    </Button>
  );
}

/** Opens websites in a new tab, with the chat as visitors have it. */
function TestVisits() {
  const websites = useRead(listWebsites, {}).data ?? [];
  return websites
    .filter(({ isActive }) => isActive)
    .slice(0, 3)
    .map(({ id, domain }) => (
      <Button key={id} asChild size="xs" variant="outline">
        <a href={pageOf(domain)} target="_blank" rel="noopener">
          <ExternalLink size={14} aria-hidden />
          {widgetWords('testVisit', { domain })}
        </a>
      </Button>
    ));
}
