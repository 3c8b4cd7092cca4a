import type { Message } from '@parley/contracts/entities';
import { filesIn, readRichText } from '@parley/contracts/text/rich-text';
import { useMemo } from 'react';
import type { PictureOf } from '../../ui/rich-text.tsx';
import { AttachmentList } from './attachments.tsx';

/** Returns what renders the files between the words of a message, and their ids. */
export function usePlacedPictures(
  { attachments }: Pick<Message, 'attachments'>,
  markdown: string | undefined,
): { pictureOf: PictureOf | undefined; placed: readonly string[] } {
  return useMemo(() => {
    const placed = markdown?.includes('](file:') ? filesIn(readRichText(markdown)) : [];
    if (placed.length === 0) return { pictureOf: undefined, placed };
    const pictureOf: PictureOf = (file) => {
      const found = attachments?.filter(({ id }) => id === file) ?? [];
      return found.length > 0 ? <AttachmentList attachments={found} /> : null;
    };
    return { pictureOf, placed };
  }, [attachments, markdown]);
}
