import type { Attachment } from '@parley/contracts/messages/attachments';
import { type FileLinks, linkFiles } from '@parley/contracts/routes/uploads';
import { useQuery } from '@tanstack/react-query';
import { call } from '../../api/call.ts';

/** Links end after five minutes. */
const freshMs = 4 * 60_000;

/** Addresses of files that are ready, by id. They are for showing at once: `refetch` makes new ones. */
export function useFileLinks(attachments: readonly Pick<Attachment, 'id' | 'state'>[]) {
  const ids = attachments.filter(({ state }) => state === 'ready').map(({ id }) => id);
  const { data, refetch } = useQuery<readonly FileLinks[]>({
    queryKey: ['/api/files/links', ...ids],
    queryFn: ({ signal }) => call(linkFiles, { body: { ids } }, signal),
    enabled: ids.length > 0,
    staleTime: freshMs,
    // Pictures on screen keep their address: a new one would load them again.
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  return { links: new Map(data?.map((each) => [each.id, each])), refetch };
}

/** Saves a file to this device. */
export async function saveFile(id: string): Promise<void> {
  const [link] = await call(linkFiles, { body: { ids: [id] } });
  if (!link) return;
  const anchor = document.createElement('a');
  anchor.href = link.original;
  anchor.download = '';
  anchor.click();
}
