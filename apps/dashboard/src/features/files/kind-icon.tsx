import type { FileKind } from '@parley/contracts/attachments';
import { File, FileArchive, FileHeadphone, FilePlay, FileText } from 'lucide-react';

const icons = { picture: File, document: FileText, audio: FileHeadphone, video: FilePlay, archive: FileArchive };

/** What kind of file it is; a blank sheet while that is not known. */
export function KindIcon({ kind }: { kind: FileKind | null }) {
  const Icon = icons[kind ?? 'picture'];
  return <Icon size={18} aria-hidden />;
}
