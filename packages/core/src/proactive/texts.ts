/** Texts of proactive messages and banners, and the websites that show them. */
import { localize } from '@parley/contracts/i18n/server-texts';
import { fieldProblem } from '@parley/contracts/problems';
import type { ProactiveContent } from '@parley/contracts/proactive/proactive';
import { listWebsites } from '@parley/db/websites/websites';
import type { Context } from '../context.ts';

type Texts = Pick<ProactiveContent, 'text' | 'variants'>;

/** Returns texts as they are stored: without space around them, a language once. @throws Problem `invalid` for an empty one */
export function cleanTexts({ text, variants }: Texts): Texts {
  const cleaned = variants.map((variant) => ({ language: variant.language.toLowerCase(), text: variant.text.trim() }));
  if (text.trim() === '' || cleaned.some((variant) => variant.text === ''))
    throw fieldProblem('invalid', 'text', localize('must_not_be_empty'));
  return { text: text.trim(), variants: [...new Map(cleaned.map((variant) => [variant.language, variant])).values()] };
}

/** @throws Problem `invalid` for a website that isn't there */
export async function assertWebsites({ db }: Pick<Context, 'db'>, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const known = new Set((await listWebsites(db)).map(({ id }) => id));
  if (ids.some((id) => !known.has(id))) throw fieldProblem('invalid', 'websiteIds', localize('no_such_website'));
}
