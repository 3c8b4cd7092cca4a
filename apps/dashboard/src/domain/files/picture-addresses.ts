import { useMemo } from 'react';
import type { ShownPicture } from '../rich-text/pictures.ts';
import { useFileLinks } from './links.ts';
import { isPlaced, type Uploading } from './uploads.ts';

/** Returns pictures between the words of a text, by their keys and ids, once they have an address. */
export function usePictureAddresses(
  uploads: readonly Uploading[],
  placed: ReadonlySet<string>,
): ReadonlyMap<string, ShownPicture> {
  const shown = uploads.filter((upload) => isPlaced(upload, placed));
  const onServer = shown.flatMap(({ attachment, preview }) =>
    attachment && preview === null ? [{ id: attachment.id, state: 'ready' as const }] : [],
  );
  const { links } = useFileLinks(onServer);
  const pairs = shown.flatMap(({ key, attachment, preview, progress, trouble }): [string, ShownPicture][] => {
    const address = preview ?? (attachment && (links.get(attachment.id)?.small ?? links.get(attachment.id)?.original));
    return address
      ? [key, ...(attachment ? [attachment.id] : [])].map((name) => [
          name,
          { address, isUploading: progress < 1 && trouble === null },
        ])
      : [];
  });
  const known = JSON.stringify(pairs);
  // A new map only where something is new.
  return useMemo(() => new Map(JSON.parse(known) as [string, ShownPicture][]), [known]);
}
