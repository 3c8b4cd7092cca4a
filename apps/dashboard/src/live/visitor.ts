/** Visitor profile of a conversation in the query cache: on the page that was last reported. */
import type { VisitedPage, VisitorProfile } from '@parley/contracts/entities';
import type { ServerFrameOf } from '@parley/contracts/frames';
import { getVisitorProfile } from '@parley/contracts/routes/conversations';
import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { keyOf } from '../api/read.ts';
import { noteChange, withChangesMeanwhile } from './recent-changes.ts';

/** Query options of the profile. Where the visitor goes while it is read is in it. */
export const visitorOf = (conversationId: string) =>
  queryOptions<VisitorProfile>({
    queryKey: keyOf(getVisitorProfile, { params: { id: conversationId } }),
    queryFn: async ({ signal }) => {
      const read = () => call(getVisitorProfile, { params: { id: conversationId } }, signal);
      const { answer, changes } = await withChangesMeanwhile(read);
      return changes.reduce(
        (now, change) =>
          change.kind === 'visitor' && change.frame.conversationId === conversationId
            ? asAnnounced(now, change.frame)
            : now,
        answer,
      );
    },
  });

/** Stores a visitor's page from a live event. */
export function rememberVisitor(client: QueryClient, frame: ServerFrameOf<'presence'>): void {
  noteChange({ kind: 'visitor', frame });
  client.setQueryData(visitorOf(frame.conversationId).queryKey, (known) => known && asAnnounced(known, frame));
}

function asAnnounced(known: VisitorProfile, { visitor }: ServerFrameOf<'presence'>): VisitorProfile {
  const { isOnline, pageUrl, pageTitle, since } = visitor;
  return {
    ...known,
    isOnline,
    // A title belongs to its page: one without another's is named by its address.
    ...(pageUrl !== null && {
      pageUrl,
      pageTitle: pageTitle ?? null,
      pages: withPage(known.pages, pageUrl, pageTitle),
    }),
    lastSeenAt: since ?? known.lastSeenAt,
  };
}

const pagesMax = 20;

/** Adds the page that the visitor opened, unless it is the newest one already. */
function withPage(pages: readonly VisitedPage[], url: string, title: string | null | undefined): VisitedPage[] {
  if (pages[0]?.url === url) return [...pages];
  return [{ url, title: title ?? null, at: new Date().toISOString() }, ...pages].slice(0, pagesMax);
}
