/** Texts of a hand-off's summary: the reason, and below it what is known so far, each in a line of its own. */
import type { HandOffSummary } from './hand-off-packet.ts';
import type { Text } from '../i18n/localized-text.ts';
import { englishOf, localize } from '../i18n/server-texts.ts';

const moodTexts = { worried: 'hand_off_mood_worried', upset: 'hand_off_mood_upset' } as const;

const identityTexts = { confirmed: 'hand_off_identity_confirmed', written: 'hand_off_identity_written' } as const;

/** Returns a summary of nothing but the reason. */
export const onlyReason = (reason: Text): HandOffSummary => ({
  reason,
  asked: null,
  facts: [],
  tried: [],
});

/** Returns the lines of a summary. */
export const handOffLines = ({
  reason,
  asked,
  facts,
  tried,
  mood = 'calm',
  language = 'en',
  identity = 'unknown',
  team,
}: HandOffSummary): Text[] => [
  reason,
  ...(asked ? [localize('hand_off_asked', { text: asked })] : []),
  ...(facts.length > 0 ? [handOffFacts(facts)] : []),
  ...(tried.length > 0 ? [localize('hand_off_tried', { text: tried.join(' / ') })] : []),
  ...(mood === 'calm' ? [] : [localize(moodTexts[mood])]),
  ...(language === 'en' ? [] : [localize('hand_off_language', { language })]),
  ...(identity === 'unknown' ? [] : [localize(identityTexts[identity])]),
  ...(team ? [localize('hand_off_team', { team: team.name })] : []),
];

export const handOffFacts = (facts: readonly string[]): Text => localize('hand_off_facts', { text: facts.join('; ') });

/** Returns a summary in English, for mails and other programs. */
export const handOffText = (summary: HandOffSummary): string => handOffLines(summary).map(englishOf).join('\n');
