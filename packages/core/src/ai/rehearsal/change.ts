/** Making a rehearsed change, all of it or nothing, and making everything as it was before. */
import { isDeepStrictEqual } from 'node:util';
import {
  type AssistantBefore,
  type AssistantChange,
  type RehearsedSettings,
  rehearsedSettings,
} from '@parley/contracts/assistant/rehearsals';
import { Problem } from '@parley/contracts/problems';
import { localize } from '@parley/contracts/i18n/server-texts';
import type { Settings } from '@parley/contracts/settings/settings';
import type { Transaction } from '@parley/db/database';
import { publishVersion, readHelpArticles, unpublish } from '@parley/db/help/articles';
import { findSource, pauseSource } from '@parley/db/knowledge/sources';
import { lockSettings, readSettings } from '@parley/db/settings/settings';
import { findTool } from '@parley/db/tools/definitions';
import type { ToolDraft } from '@parley/db/tables/rehearsals';
import type { StaffCaller } from '../../callers.ts';
import type { Context } from '../../context.ts';
import { recordAudit } from '../../audit/record.ts';
import { indexArticle } from '../../knowledge/index-articles.ts';
import { completeSettings } from '../../settings/complete.ts';
import { mergeSection } from '../../settings/merge.ts';
import { asTool, noTool } from '../tools/checked.ts';
import { makeDrafts } from '../tools/drafts.ts';

type Reading = Pick<Context, 'db' | 'secrets'>;

/** Settings with those of a change over them. */
export const settingsWith = (
  aiConfig: Settings['aiConfig'],
  change: RehearsedSettings | undefined,
): Settings['aiConfig'] => ({ ...aiConfig, ...change });

/**
 * Reads the present state of everything that a change would change.
 * @throws Problem `not_found` for an article, a text of it, a source or an action that does not exist
 */
export async function readBefore({ db, secrets }: Reading, change: AssistantChange): Promise<AssistantBefore> {
  const { aiConfig } = completeSettings(secrets, await readSettings(db));
  return {
    settings: pickedFrom(aiConfig, change.settings),
    articles: await Promise.all(
      (change.articles ?? []).map(async ({ id, locale }) => {
        const text = await textOf({ db }, id, locale);
        return { id, locale, version: text.publishedVersion, title: text.title };
      }),
    ),
    sources: await Promise.all(
      (change.sources ?? []).map(async ({ id }) => {
        const source = await findSource(db, id);
        if (!source) throw new Problem('not_found', localize('no_such_source'));
        return { id, isPaused: source.isPaused, name: source.name };
      }),
    ),
    tools: (
      await Promise.all(
        (change.tools ?? []).map(async ({ id, ...to }) => {
          const tool = id === null ? undefined : await findTool(db, id);
          if (id !== null && !tool) throw noTool();
          if (!tool) return [];
          const { id: found, createdAt: _, updatedAt, ...definition } = asTool(tool);
          const { isActive, name } = definition;
          return { id: found, isActive, name, updatedAt, ...('definition' in to && { definition }) };
        }),
      )
    ).flat(),
  };
}

/** Picks the settings that a change names. */
const pickedFrom = (aiConfig: Settings['aiConfig'], named: RehearsedSettings = {}): RehearsedSettings =>
  Object.fromEntries(
    rehearsedSettings.filter((name) => named[name] !== undefined).map((name) => [name, aiConfig[name]]),
  );

async function textOf({ db }: Pick<Context, 'db'>, id: string, locale: string) {
  const [article] = await readHelpArticles(db, id);
  const text = article?.translations.find((each) => each.locale === locale);
  if (!text) throw new Problem('not_found', localize('no_such_article'));
  return text;
}

/** @throws Problem `conflict` where a version that is to be published is not the newest one any more */
export async function refuseOldVersions({ db }: Pick<Context, 'db'>, change: AssistantChange): Promise<void> {
  for (const { id, locale, version } of change.articles ?? []) {
    if (version !== null && (await textOf({ db }, id, locale)).version !== version)
      throw new Problem('conflict', localize('article_changed'));
  }
}

/** The way back of all but actions, which are drafts. */
export const backTo = ({ settings, articles, sources }: AssistantBefore): AssistantChange => ({
  ...(Object.keys(settings).length > 0 && { settings }),
  ...(articles.length > 0 && { articles: articles.map(({ id, locale, version }) => ({ id, locale, version })) }),
  ...(sources.length > 0 && { sources: sources.map(({ id, isPaused }) => ({ id, isPaused })) }),
});

/**
 * Applies a change if everything that it changes is still as `expected`, and the actions are as their drafts found
 * them. The caller publishes the settings after the commit.
 * @throws Problem `conflict`, naming the part, if it was changed in the meantime
 */
export async function makeChange(
  context: Context,
  transaction: Transaction,
  caller: StaffCaller,
  { change, expected, tools }: { change: AssistantChange; expected: AssistantChange; tools: readonly ToolDraft[] },
): Promise<void> {
  const within = { ...context, db: transaction };
  // The lock is held until all of it is done: other changes of the settings, and other publications, wait.
  const present = completeSettings(context.secrets, await lockSettings(transaction));
  const { tools: _, ...others } = change;
  const now = backTo(await readBefore(within, others));
  refuseChanged('settings', now.settings, expected.settings);
  refuseChanged('articles', now.articles, expected.articles);
  refuseChanged('sources', now.sources, expected.sources);
  if (change.settings)
    await mergeSection(context, transaction, caller, { section: 'aiConfig', part: { ...change.settings }, present });
  for (const { id, locale, version } of change.articles ?? []) {
    const isDone = await (version === null
      ? unpublish(transaction, id, locale)
      : publishVersion(transaction, id, locale, version));
    if (!isDone) throw new Problem('not_found', localize('no_such_article'));
    await recordAudit(within, caller, {
      action: version === null ? 'article.unpublished' : 'article.published',
      subject: { type: 'article', id },
      details: { locale },
    });
    await indexArticle(within, id);
  }
  for (const { id, isPaused } of change.sources ?? []) {
    await pauseSource(transaction, id, isPaused);
    await recordAudit(within, caller, {
      action: 'knowledge_source.updated',
      subject: { type: 'knowledge_source', id },
      details: { isPaused },
    });
  }
  await makeDrafts(within, caller, tools);
}

const changedTexts = {
  settings: localize('rehearsed_settings_changed'),
  articles: localize('rehearsed_articles_changed'),
  sources: localize('rehearsed_sources_changed'),
};

function refuseChanged(what: keyof typeof changedTexts, now: unknown, expected: unknown): void {
  if (!isDeepStrictEqual(now, expected)) throw new Problem('conflict', changedTexts[what]);
}
