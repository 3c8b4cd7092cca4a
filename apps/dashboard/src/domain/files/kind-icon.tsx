import type { Attachment, FileKind } from '@parley/contracts/messages/attachments';
import {
  CalendarDays,
  Contact,
  File,
  FileArchive,
  FileHeadphone,
  FileImage,
  FilePlay,
  FileText,
  type LucideIcon,
  Mail,
} from 'lucide-react';

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  picture: FileImage,
  document: FileText,
  audio: FileHeadphone,
  video: FilePlay,
  archive: FileArchive,
};
/** Documents with a well-known icon of their own. */
const ofTypes: Readonly<Record<string, LucideIcon>> = {
  'text/calendar': CalendarDays,
  'text/vcard': Contact,
  'message/rfc822': Mail,
};

/** The kind of a file; a blank sheet while it isn't known. */
export function KindIcon({ kind, type }: Pick<Attachment, 'kind' | 'type'>) {
  const Icon = ofTypes[type ?? ''] ?? (kind === null ? File : icons[kind]);
  return <Icon size={18} aria-hidden />;
}
