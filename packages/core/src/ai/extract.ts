/** Answers from an article's own sentences, where no model is set up. */
import type { Context } from '../context.ts';
import { inTime, readingMs } from '../processes/limited-time.ts';
import type { Passage } from '../knowledge/passages.ts';
import { detectLanguage } from '../text/language.ts';
import type { ReplyQuestion } from './compose-reply.ts';
import { openQuestion, unanswered } from './asked.ts';
import { type Excerpt, excerptOf } from './excerpt.ts';
import { givenPassages } from './given-passages.ts';
import { missesName } from './grounding/asked-names.ts';
import type { PassedSentence } from './grounding/answer.ts';

/** Passages of which the best part is taken. */
const looked = 3;
/** Share by which a part of a later passage must be better. */
const placeWorth = 0.2;
/** Share of a question's words that a part must have, with its titles, to be sent without a model. */
const leastShare = 0.5;
/** Share that is enough for a passage that covers the question's weightiest words so far. */
const least = { share: 0.38, covered: 0.4 };
/** In another language than the question's only names and concepts can be found. */
const foreign = { share: 0.2, covered: 0.4 };

/** Matches questions about the customer's own order, account or parcel: no page of the company answers them. */
const ofOwn: readonly RegExp[] = [
  /(?<!\p{L})(?:what|where|how (?:much|high))(?:[’']s| is| are) (?:\p{L}+ ){0,4}my (?:\p{L}+ )?(?:account|balance|order|parcel|package|invoice|booking|contract|points|password)/iu,
  /(?<!\p{L})(?:was|wo|wie (?:hoch|viel)) (?:ist|sind) (?:\p{L}+ ){0,4}mein\p{L}{0,2} (?:\p{L}+ )?(?:konto|kontostand|guthaben|bestellung|paket|rechnung|buchung|vertrag|punkte|passwort)/iu,
  /(?<!\p{L})(?:quel(?:le)?s?|où) (?:est|sont) (?:[\p{L}’']+ ){0,4}(?:mon|ma|mes) (?:\p{L}+ )?(?:compte|solde|commande|colis|facture|réservation|contrat|points)/iu,
  /(?<!\p{L})(?:cuál|dónde) (?:es|son|está) (?:\p{L}+ ){0,4}mis? (?:\p{L}+ )?(?:cuenta|saldo|pedido|paquete|factura|reserva|contrato|puntos)/iu,
  /(?<!\p{L})(?:qual è|dov[’']è|dove sono) (?:[\p{L}’']+ ){0,4}mi[oae]i? (?:\p{L}+ )?(?:conto|account|saldo|ordine|pacco|fattura|prenotazione|contratto|punti)/iu,
  /(?<!\p{L})(?:qual é|onde está) (?:\p{L}+ ){0,4}(?:meu|minha) (?:\p{L}+ )?(?:conta|saldo|encomenda|fatura|reserva|contrato)/iu,
  /(?<!\p{L})(?:wat|waar) (?:is|zijn) (?:\p{L}+ ){0,4}mijn (?:\p{L}+ )?(?:account|saldo|bestelling|pakket|factuur|boeking|contract)/iu,
  /(?<!\p{L})(?:jak[iae]e?|gdzie) (?:jest|są) (?:\p{L}+ ){0,4}(?:mój|moj\p{L}+) (?:\p{L}+ )?(?:kont|sald|zamówieni|paczk|faktur|rezerwacj|umow)/iu,
];
const asksOfOwn = (question: string): boolean =>
  inTime(readingMs, () => ofOwn.some((each) => each.test(question)), false);

/** Returns the part of the first passages that answers a question, if one is about what was asked. */
export function bestExcerpt(
  passages: readonly Passage[],
  question: string,
): { passage: Passage; excerpt: Excerpt } | null {
  if (asksOfOwn(question)) return null;
  const language = detectLanguage(question);
  const found = passages.slice(0, looked).flatMap((passage, at) => {
    if (missesName(question, passage)) return [];
    const excerpt = inTime(readingMs, () => excerptOf(passage, question, language), null);
    if (!excerpt || excerpt.hasValue === false || missesName(question, { ...passage, text: excerpt.text })) return [];
    const isForeign = passage.language !== language;
    const isEnough =
      excerpt.share >= leastShare ||
      (excerpt.share >= least.share && passage.covered >= least.covered) ||
      (isForeign && excerpt.share >= foreign.share && passage.covered >= foreign.covered);
    const worth = excerpt.share - at * placeWorth - (isForeign ? 1 : 0);
    const isAnswer = isForeign || excerpt.own > 0 || excerpt.hasValue === true;
    return isEnough && isAnswer ? [{ passage, excerpt, worth }] : [];
  });
  return found.toSorted((one, other) => other.worth - one.worth)[0] ?? null;
}

/** Returns the answer of the found passages, as a sentence with its source; null if none has one. */
export async function extractAnswer(
  context: Pick<Context, 'db'>,
  { state, messages }: Pick<ReplyQuestion, 'state' | 'messages'>,
): Promise<PassedSentence<Passage> | null> {
  const question = openQuestion(messages);
  const before = messages.slice(0, messages.length - unanswered(messages).length);
  const best = bestExcerpt(await givenPassages(context, { state, question, before, limit: looked }), question);
  if (!best) return null;
  const { passage, excerpt } = best;
  return { text: excerpt.text, by: [{ passage, from: excerpt.from, to: excerpt.to }] };
}
