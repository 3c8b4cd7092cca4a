/** Forms as customers see them: in their language, with the names of teams. */
import type { Form, FormTexts, ShownForm } from '@parley/contracts/forms/forms';
import type { Language } from '@parley/contracts/text/languages';
import { findForm } from '@parley/db/forms/forms';
import { listTeams } from '@parley/db/roles/teams';
import type { Context } from '../context.ts';

const textIn = (texts: FormTexts, language: Language | undefined): string =>
  (language && texts[language]) || texts.text;

/** Returns a form in a language, or in its default one where it lacks that; undefined for one that was deleted. */
export async function shownForm(
  { db }: Pick<Context, 'db'>,
  id: string,
  language: Language | undefined,
): Promise<ShownForm | undefined> {
  const form = await findForm(db, id);
  return form && shownIn(form, language, await namesOfTeams(db, form));
}

async function namesOfTeams(db: Context['db'], { fields }: Form): Promise<ReadonlyMap<string, string>> {
  const isNeeded = fields.some(({ kind }) => kind === 'team');
  return new Map(isNeeded ? (await listTeams(db)).map(({ id, name }) => [id, name]) : []);
}

function shownIn(
  { id, title, fields }: Form,
  language: Language | undefined,
  teams: ReadonlyMap<string, string>,
): ShownForm {
  return {
    id,
    title: textIn(title, language),
    fields: fields.map(({ label, help, options, teamIds, fills: _ofTheTeam, needsCode: _later, ...field }) => ({
      ...field,
      label: textIn(label, language),
      ...(help && { help: textIn(help, language) }),
      ...(options && { options: options.map((each) => ({ id: each.id, label: textIn(each.label, language) })) }),
      ...(field.kind === 'team' && {
        // A team that was deleted can't be chosen.
        options: (teamIds ?? []).flatMap((teamId) => {
          const name = teams.get(teamId);
          return name === undefined ? [] : [{ id: teamId, label: name }];
        }),
      }),
    })),
  };
}
