import { summarisedFrom } from '@parley/contracts/assistant/copilot';
import type { Conversation } from '@parley/contracts/entities';
import { ChevronUp, Languages, Sparkles, Tags } from 'lucide-react';
import { useMe } from '../../../auth/auth.tsx';
import { mayAlways } from '../../../auth/rights.ts';
import { useCommands } from '../../../commands/commands.ts';
import { copilotWords } from '../../../i18n/en/copilot.ts';
import { setPreference, usePreferences } from '../../../preferences/preferences.ts';
import styles from '../../../domain/copilot/copilot.module.css';
import { ProposedTags, useTagProposals } from './proposed-tags.tsx';
import { SummaryCard, useSummary } from './summary.tsx';
import { chooseTranslated, useIsTranslated } from './translations.ts';
import { useCopilot } from '../../../domain/copilot/use-copilot.ts';

/** Shows the copilot's actions for a conversation below its header, and their results. */
export function CopilotLine({ conversation }: { conversation: Conversation }) {
  const me = useMe();
  const offers = useCopilot(conversation);
  const { id, lastSeq } = conversation;
  const mayReply = mayAlways(me, 'conversations.reply');
  const isLong = lastSeq > summarisedFrom;
  const summary = useSummary(conversation, { isOffered: offers('summaries'), mayAsk: mayReply, isLong });
  const proposals = useTagProposals(conversation, offers('tags') && mayAlways(me, 'conversations.update'));
  const isTranslated = useIsTranslated(id);
  const translates = offers('translation');
  const toggleTranslated = () => void chooseTranslated(id, !isTranslated);
  const { copilotFolded } = usePreferences();
  const showsSummary = summary.offer !== null && (isLong || summary.made !== undefined);
  const isOffered = showsSummary || summary.made !== undefined || proposals.ask !== null || translates;
  const toggleFolded = () => setPreference('copilotFolded', !copilotFolded);
  /** Shows the line for what it will have. */
  const shown = (ask: () => void) => () => {
    setPreference('copilotFolded', false);
    ask();
  };
  const group = 'Conversation' as const;
  useCommands([
    ...(isOffered
      ? [
          {
            id: 'copilot:fold',
            label: copilotFolded ? copilotWords('showLine') : copilotWords('hideLine'),
            group,
            keys: 'Shift+V',
            run: toggleFolded,
          },
        ]
      : []),
    ...(summary.offer
      ? [{ id: 'copilot:summary', label: summary.offer.label, group, keys: 'v', run: shown(summary.offer.ask) }]
      : []),
    ...(proposals.ask
      ? [{ id: 'copilot:tags', label: copilotWords('suggestTags'), group, keys: 'Shift+L', run: shown(proposals.ask) }]
      : []),
    ...(translates
      ? [
          {
            id: 'copilot:translate',
            label: isTranslated ? copilotWords('asWritten') : copilotWords('translateCommand'),
            group,
            keys: 'Shift+T',
            run: toggleTranslated,
          },
        ]
      : []),
  ]);
  if (!isOffered || copilotFolded) return null;
  return (
    <section className={styles.line} aria-label={copilotWords('copilot')}>
      <div className={styles.offers}>
        {showsSummary && summary.offer && (
          <button
            type="button"
            data-busy={summary.isAsking || undefined}
            data-command="copilot:summary"
            onClick={summary.offer.ask}
          >
            <Sparkles size={13} aria-hidden />
            {summary.isAsking ? copilotWords('summarising') : summary.offer.label}
          </button>
        )}
        {proposals.ask && (
          <button
            type="button"
            data-busy={proposals.isAsking || undefined}
            data-command="copilot:tags"
            onClick={proposals.ask}
          >
            <Tags size={13} aria-hidden />
            {proposals.isAsking ? copilotWords('lookingForTags') : copilotWords('suggestTags')}
          </button>
        )}
        {translates && (
          <button type="button" aria-pressed={isTranslated} data-command="copilot:translate" onClick={toggleTranslated}>
            <Languages size={13} aria-hidden />
            {copilotWords('translate')}
          </button>
        )}
        <ProposedTags conversation={conversation} proposals={proposals} />
        <button
          type="button"
          className={styles.fold}
          aria-label={copilotWords('hideLine')}
          title={copilotWords('hideLine')}
          data-command="copilot:fold"
          onClick={toggleFolded}
        >
          <ChevronUp size={14} aria-hidden />
        </button>
      </div>
      {summary.made && <SummaryCard summary={summary.made} newMessages={lastSeq - summary.made.lastSeq} />}
    </section>
  );
}
