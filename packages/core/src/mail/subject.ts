/** Subjects: `{prefix} {subject} [{threadModifier}-{short id}]`, and reading the tag back. */
import type { Settings } from '@parley/contracts/settings';

type SubjectSettings = Pick<Settings['emailConfig'], 'subjectPrefix' | 'threadModifier' | 'enableThreading'>;

const longestSubject = 120;

/** One line, without control characters, cut where people would cut it. */
export function oneLine(text: string, longest = longestSubject): string {
  const line = text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ').trim();
  return line.length > longest ? `${line.slice(0, longest - 1).trimEnd()}…` : line;
}

/** The subject of a conversation's mails; the same text for all of them, or mail programs split the thread. */
export function threadSubject(settings: SubjectSettings, subject: string, mailToken: string): string {
  const tag = settings.enableThreading ? `[${oneLine(settings.threadModifier, 60)}-${mailToken}]` : '';
  return [oneLine(settings.subjectPrefix, 60), oneLine(subject), tag].filter((part) => part !== '').join(' ');
}

/** The conversation token of a subject's thread tag; null when there is none. */
export function tokenFromSubject(settings: SubjectSettings, subject: string): string | null {
  const modifier = oneLine(settings.threadModifier, 60);
  if (modifier === '') return null;
  const start = subject.toLowerCase().lastIndexOf(`[${modifier.toLowerCase()}-`);
  if (start < 0) return null;
  return /^([0-9a-f]{8,32})\]/i.exec(subject.slice(start + modifier.length + 2))?.[1]?.toLowerCase() ?? null;
}
