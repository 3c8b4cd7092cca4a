/** The question in a customer's language: the settings' own text, else the usual one. */
import { conditionsIn, type Filter } from '@parley/contracts/filter/filter';
import type { BuiltInField } from '@parley/contracts/filter/filter-fields';
import { ratingTexts } from '@parley/contracts/i18n/catalogues/ratings';
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem } from '@parley/contracts/problems';
import { type Language, languageOf } from '@parley/contracts/text/languages';
import { findVisitor } from '@parley/db/visitors/visitors';
import type { Context } from '../context.ts';
import { readFilter } from '../conversations/filter.ts';

export interface Question {
  language: Language;
  text: string;
}

export async function questionFor(
  context: Pick<Context, 'db' | 'settings'>,
  visitorId: string | null,
): Promise<Question> {
  const visitor = visitorId === null ? undefined : await findVisitor(context.db, visitorId);
  return questionIn(context, languageOf(visitor?.locale ?? '') ?? 'en');
}

export async function questionIn({ settings }: Pick<Context, 'settings'>, language: Language): Promise<Question> {
  const { ratingConfig } = await settings.read();
  return { language, text: ratingConfig.questions[language]?.trim() || ratingTexts(language)('question') };
}

/** Fields that depend on the caller: nobody asks for these ratings. */
const refusedFields: ReadonlySet<string> = new Set<BuiltInField>(['unread', 'following']);

/** Returns a filter of the settings as it is stored. @throws Problem `invalid` for one that depends on the caller */
export async function ratingFilter(context: Pick<Context, 'db'>, given: Filter): Promise<Filter> {
  const filter = await readFilter(context, given);
  const refused = conditionsIn(filter).find(
    ({ field, value }) => refusedFields.has(field) || [value].flat().includes('me'),
  );
  if (refused) throw fieldProblem('invalid', 'ratingConfig.filter', localize('rating_field', { field: refused.field }));
  return filter;
}
