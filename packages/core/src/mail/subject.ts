/** Subjects: `{prefix} {subject} [{threadModifier}-{short id}]`, and reading the tag back. */
import type { Settings } from '@parley/contracts/settings';

type SubjectSettings = Pick<Settings['emailConfig'], 'subjectPrefix' | 'threadModifier' | 'enableThreading'>;

const longestSubject = 120;

/**
 * Marks that turn the order of what follows round (bidi), or are not seen at all, and halves of characters. The joiners
 * U+200C and U+200D stay: Persian and emoji are written with them.
 */
const invisible = /(?![\u200C\u200D])[\p{Cf}\p{Cs}]/gu;

/**
 * One line that may stand in a mail's header: without line breaks, controls, bidi marks and invisible characters, cut
 * where people would cut it.
 */
export function oneLine(text: string, longest = longestSubject): string {
  const line = text
    .replaceAll(invisible, '')
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  if (line.length <= longest) return line;
  // Not through the middle of a character.
  return `${line
    .slice(0, longest - 1)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trimEnd()}…`;
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
