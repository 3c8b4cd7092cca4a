/** Recognises what visitors wrote on a page, such as reviews: they may tell, but prove no offer and no number. */
import { sentencesIn } from '../text/sentences.ts';

/** Names of such parts, in classes, ids and addresses. */
const names =
  /(?:^|[\s_/-])(?:reviews?|testimonials?|comments?|guest-?book|forum|bewertung(?:en)?|rezension(?:en)?|kommentare?|kundenstimmen|avis|commentaires?|temoignages?|resenas?|opiniones|comentarios|recension[ei]|commenti|opinioni|opinie|komentarze|recenzje|avaliacoes|beoordelingen)(?:$|[\s_/-])/i;
export const userParts =
  '[itemprop="review"], [itemprop="comment"], [itemtype*="schema.org/Review"], [itemtype*="schema.org/Comment"], [class], [id]';

/** Whether the class, the id or the path of something names it so. */
export const isNamedForUsers = (name: string): boolean => names.test(name);

/** Matches numbers, codes, links and addresses: nobody promises them for the company. */
const promise =
  /\p{Nd}|https?:|www\.|@|(?<!\p{L})\p{Lu}{4,}(?!\p{L})|(?<![\w-])[a-z0-9-]{1,63}\.(?:com|net|org|shop|example|[a-z]{2})\b/u;

/** Returns a text of users without sentences that promise something, and those. */
export function splitPromises(text: string): { text: string; promises: string[] } {
  const promises: string[] = [];
  const kept = sentencesIn(text).filter((sentence) => {
    if (promise.test(sentence)) promises.push(sentence.trim());
    return !promise.test(sentence);
  });
  return { text: kept.join(''), promises };
}
