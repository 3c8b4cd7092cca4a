import { useMemo } from 'react';
import { useFileLinks } from './links.ts';
import { isPlaced, type Uploading } from './uploads.ts';

/** Returns the addresses of pictures between the words of a text, by their keys and ids. */
export function usePictureAddresses(
  uploads: readonly Uploading[],
  placed: ReadonlySet<string>,
): ReadonlyMap<string, string> {
  const shown = uploads.filter((upload) => isPlaced(upload, placed));
  const onServer = shown.flatMap(({ attachment, preview }) =>
    attachment && preview === null ? [{ id: attachment.id, state: 'ready' as const }] : [],
  );
  const { links } = useFileLinks(onServer);
  const pairs = shown.flatMap(({ key, attachment, preview }): [string, string][] => {
    const address = preview ?? (attachment && (links.get(attachment.id)?.small ?? links.get(attachment.id)?.original));
    return address ? [key, ...(attachment ? [attachment.id] : [])].map((name) => [name, address]) : [];
  });
  const known = JSON.stringify(pairs);
  // A new map only where an address is new.
  return useMemo(() => new Map(JSON.parse(known) as [string, string][]), [known]);
}
