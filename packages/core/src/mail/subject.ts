/** Subjects: `{prefix} {subject} [{threadModifier}-{short id}]`, and reading the tag back. */
import { cleanLine } from '@parley/contracts/text/clean-line';
import type { Settings } from '@parley/contracts/settings/settings';

type SubjectSettings = Pick<Settings['emailConfig'], 'subjectPrefix' | 'threadModifier' | 'enableThreading'>;

/** Maximum length before it is cut. */
const longestSubject = 120;

/** The subject of a conversation's mails; the same text for all of them, or mail programs split the thread. */
export function threadSubject(settings: SubjectSettings, subject: string, mailToken: string): string {
  const tag = settings.enableThreading ? `[${cleanLine(settings.threadModifier, 60)}-${mailToken}]` : '';
  return [cleanLine(settings.subjectPrefix, 60), cleanLine(subject, longestSubject), tag]
    .filter((part) => part !== '')
    .join(' ');
}

/** The conversation token of a subject's thread tag; null when there is none. */
export function tokenFromSubject(settings: SubjectSettings, subject: string): string | null {
  const modifier = cleanLine(settings.threadModifier, 60);
  if (modifier === '') return null;
  const start = subject.toLowerCase().lastIndexOf(`[${modifier.toLowerCase()}-`);
  if (start < 0) return null;
  return /^([0-9a-f]{8,32})\]/i.exec(subject.slice(start + modifier.length + 2))?.[1]?.toLowerCase() ?? null;
}
