import { filesIn, readRichText } from '@parley/contracts/text/rich-text';
import { useCallback, useState } from 'react';
import { usePictureAddresses } from '../../../domain/files/picture-addresses.ts';
import {
  addFiles,
  addPictures,
  bringPicturesBack,
  isPicture,
  isPlaced,
  removeUpload,
  takeUploads,
  useUploads,
} from '../../../domain/files/uploads.ts';
import type { PlacedPicture } from '../../../domain/rich-text/editor.ts';
import { filesOf, type LastField } from './written.ts';

const noFiles: ReadonlySet<string> = new Set();

/** Files of a reply, and the pictures among them that are shown between its words. */
export function useReplyPictures(conversationId: string) {
  /** Keys or ids of the files that are shown between the words. */
  const [placed, setPlaced] = useState(noFiles);
  const all = useUploads(conversationId);
  const uploads = all.filter((upload) => upload.inText !== true || isPlaced(upload, placed));
  /** Reads from the field which files are between its words. */
  const note = useCallback((field: LastField) => {
    const files = filesOf(field);
    setPlaced((known) =>
      files.length === known.size && files.every((file) => known.has(file)) ? known : new Set(files),
    );
  }, []);
  return {
    placed,
    note,
    all,
    /** Files that are sent with the reply. */
    uploads,
    addresses: usePictureAddresses(all, placed),
    /** Reads the pictures of a stored draft from the server. */
    bringBack: (markdown: string) => {
      const files = filesIn(readRichText(markdown));
      if (files.length > 0) void bringPicturesBack(conversationId, files);
    },
    /** Adds files, and returns the pictures to put between the words; undefined without a picture, and adds nothing. */
    add: (files: FileList | undefined): readonly PlacedPicture[] | undefined => {
      const chosen = [...(files ?? [])].filter(isPicture);
      if (chosen.length === 0) return undefined;
      const added = addPictures(conversationId, chosen);
      const others = [...(files ?? [])].filter((file) => !chosen.includes(file));
      if (others.length > 0) addFiles(conversationId, others);
      return added;
    },
    /** Ends the uploads with the message: it takes those it is sent with, and the others are removed. */
    take: () => {
      for (const upload of all) if (!uploads.includes(upload)) removeUpload(upload.key);
      takeUploads(conversationId);
    },
  };
}
