/** Writes canned replies and articles. */
import type { ImportedOf } from '@parley/contracts/imports/records';
import { articleMaxLength, articlesMax } from '@parley/contracts/knowledge/limits';
import { cleanLine, wholeStart } from '@parley/contracts/text/clean-line';
import { isLanguage } from '@parley/contracts/text/languages';
import { countReplies } from '@parley/db/canned-replies/read';
import { repliesMax } from '@parley/contracts/messages/canned-replies';
import { messageMaxLength } from '@parley/contracts/messages/limits';
import { insertImportedReply } from '@parley/db/imports/replies';
import { addVersion, beginArticle, countArticles, publishVersion } from '@parley/db/help/articles';
import { chatwootNames } from '../canned-replies/exchange/chatwoot.ts';
import { shortcutOf } from '../canned-replies/exchange/entry.ts';
import { intercomNames } from '../canned-replies/exchange/intercom.ts';
import { adoptPlaceholders } from '../canned-replies/exchange/placeholders.ts';
import { cleanReply, faultsOf } from '../canned-replies/replies.ts';
import { markdownOf } from './text.ts';
import { hashOf, type Writing, type Written } from './writing.ts';

/** Variables of other products in canned replies, which no two of them use otherwise. */
const placeholders = { ...intercomNames, ...chatwootNames };

/** Shared with the whole team, as it was there. */
export async function writeCannedReply(
  { db, row, tally }: Writing,
  record: ImportedOf<'canned_reply'>,
): Promise<Written[]> {
  const name = cleanLine(record.name, 80).trim() || record.id;
  const shortcut = shortcutOf(record.shortcut ?? name) || shortcutOf(record.id) || 'imported';
  const { text } = adoptPlaceholders(wholeStart(markdownOf(record), messageMaxLength), placeholders, 'default');
  const reply = cleanReply({ name, shortcut, text, variants: [], actions: [], websiteIds: [] });
  if (faultsOf(reply).length > 0) {
    tally.skip('canned_reply', text === '' ? 'empty' : 'unreadable', record.id);
    return [];
  }
  if ((await countReplies(db, null)) >= repliesMax.shared) {
    tally.skip('canned_reply', 'limit', record.id);
    return [];
  }
  const id = await insertImportedReply(db, reply, row.createdBy);
  if (id === undefined) {
    tally.skip('canned_reply', 'shortcut_taken', record.id);
    return [];
  }
  return [{ externalId: record.id, targetId: id, isNew: true, contentHash: hashOf(record) }];
}

/** Published ones are public, drafts are the team's. */
export async function writeArticle({ db, row, tally }: Writing, record: ImportedOf<'article'>): Promise<Written[]> {
  const title = cleanLine(record.title, 200).trim();
  const markdown = markdownOf(record);
  if (title === '' || markdown === '') {
    tally.skip('article', 'empty', record.id);
    return [];
  }
  if ((await countArticles(db)) >= articlesMax) {
    tally.skip('article', 'limit', record.id);
    return [];
  }
  if (markdown.length > articleMaxLength) tally.note('article', 'shortened', record.id);
  const content = wholeStart(markdown, articleMaxLength);
  const given = record.locale?.slice(0, 2).toLowerCase() ?? '';
  const locale = isLanguage(given) ? given : 'en';
  const text = { title, content, createdBy: row.createdBy };
  const id = await beginArticle(db, locale, text);
  await addVersion(db, { id, locale, basedOn: 0 }, text);
  if (record.isPublished) await publishVersion(db, id, locale);
  return [{ externalId: record.id, targetId: id, isNew: true, contentHash: hashOf(record) }];
}
