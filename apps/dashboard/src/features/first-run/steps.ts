import { listInvitations, listRepresentatives } from '@parley/contracts/routes/users';
import { listWebsites } from '@parley/contracts/routes/websites';
import { useQuery } from '@tanstack/react-query';
import { read, useRead } from '../../api/read.ts';
import { useMay } from '../../forms/permissions.ts';
import { useSettings } from '../../forms/settings.ts';
import { common } from '../../i18n/en/common.ts';
import { firstRun } from '../../i18n/en/firstrun.ts';
import { listed } from '../../i18n/language.ts';
import { conversationList } from '../../live/conversation-cache.ts';
import { usePreferences } from '../../preferences/preferences.ts';

export interface Step {
  label: string;
  /** State of the step. */
  note: string;
  isDone: boolean;
  /** Address where the step is done. */
  to: string;
}

/** Returns the steps; undefined until all of it is known, since a step that was to do for a moment would be a lie. */
export function useSteps(): Step[] | undefined {
  const isAdmin = useMay('access.manage');
  const { embedCodeCopied, rightsReviewed } = usePreferences();
  const { data: websites } = useRead(listWebsites, {});
  const { data: team } = useRead(listRepresentatives, {});
  const { data: settings } = useSettings();
  const mayTest = useMay('websites.manage');
  const seen = websites?.find(({ firstSeenAt }) => firstSeenAt);
  // A website that was seen needs no test.
  const tried = useQuery({ ...conversationList({}), enabled: mayTest && websites !== undefined && !seen });
  const hasArrived = (tried.data?.items.length ?? 0) > 0;
  const invitations = useQuery({ ...read(listInvitations, {}), enabled: isAdmin });
  if (!websites || !team || !settings || (isAdmin && !invitations.data)) return undefined;
  if (mayTest && !seen && tried.isPending) return undefined;
  const [first] = websites;
  const others = team.length - 1;
  const invited = invitations.data?.length ?? 0;
  // Looked at is decided: that nothing beside is permitted is an answer, too.
  const isDecided = rightsReviewed || Object.values(settings.representativesMay).some(Boolean);
  const ways = [
    ...(settings.aiConfig.enabled ? [common('aiAssistant')] : []),
    ...(settings.emailConfig.enabled ? [common('email')] : []),
  ];
  return [
    {
      label: firstRun('addWebsite'),
      note: first ? listed(websites.map(({ domain }) => domain)) : firstRun('addWebsiteNote'),
      isDone: first !== undefined,
      to: '/widget?setting=add-website',
    },
    ...(mayTest
      ? [
          {
            label: firstRun('testMessage'),
            note: firstRun(hasArrived ? 'tried' : 'testMessageNote'),
            isDone: hasArrived || seen !== undefined,
            to: '/widget?setting=test-message',
          },
        ]
      : []),
    {
      label: firstRun('copyEmbedCode'),
      note: firstRun('copyEmbedCodeNote'),
      // A website that was seen contains the code already.
      isDone: embedCodeCopied || seen !== undefined,
      to: '/widget?setting=embed-code',
    },
    {
      label: firstRun('firstVisit'),
      note: seen ? firstRun('seenOn', { domain: seen.domain }) : firstRun('waiting'),
      isDone: seen !== undefined,
      to: '/widget?setting=embed-code',
    },
    ...(isAdmin
      ? [
          {
            label: firstRun('invite'),
            note:
              others > 0
                ? firstRun('inTeam', { count: others + 1 })
                : invited > 0
                  ? firstRun('invited')
                  : firstRun('inviteNote'),
            isDone: others > 0 || invited > 0,
            to: '/representatives?setting=invite',
          },
          {
            label: firstRun('rights'),
            note: firstRun(isDecided ? 'rightsDecided' : 'rightsNote'),
            isDone: isDecided,
            to: '/representatives?tab=roles&setting=representatives-may',
          },
        ]
      : []),
    {
      label: firstRun('setUp'),
      note: ways.length > 0 ? listed(ways) : firstRun('setUpNote'),
      isDone: ways.length > 0,
      to: settings.aiConfig.enabled
        ? '/integrations?tab=ai&setting=model'
        : '/integrations?tab=email&setting=from-email',
    },
  ];
}
