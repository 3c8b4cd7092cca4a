import type { Message } from '@parley/contracts/entities';
import { Languages } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { thread } from '../../../i18n/en/thread.ts';
import styles from '../../../domain/copilot/copilot.module.css';
import { languageName } from '../../../i18n/language.ts';
import { useTranslation } from './translations.ts';

/**
 * Returns a message's text to show, and a mark beside its time with the language of the other text: a click or a hover
 * shows it.
 */
export function useShownText(message: Message): { text: string; mark: ReactNode } {
  const translation = useTranslation(message);
  const [isTurned, setTurned] = useState(false);
  const { content, original } = message;
  // If a message was translated before it was sent, its original text is shown first.
  const [first, other] = original ? [original.text, content] : [translation?.text ?? content, content];
  const isTranslated = original !== undefined || (translation?.text ?? null) !== null;
  if (!isTranslated) return { text: content, mark: null };
  const back = original ? thread('showOriginal') : thread('showTranslation');
  const there = original ? thread('showSent') : thread('showOriginal');
  return {
    text: isTurned ? other : first,
    mark: (
      <button
        type="button"
        className={styles.mark}
        title={isTurned ? back : other}
        aria-label={isTurned ? back : there}
        aria-pressed={isTurned}
        onClick={() => setTurned(!isTurned)}
      >
        <Languages size={13} aria-hidden />
        {original
          ? thread('sentIn', { language: languageName(original.sentIn) })
          : thread('translatedFrom', { language: languageName(translation?.from ?? '') })}
      </button>
    ),
  };
}
