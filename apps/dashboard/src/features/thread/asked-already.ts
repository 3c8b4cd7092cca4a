import type { HandOffFact } from '@parley/contracts/assistant/hand-off-packet';
import { folded } from '@parley/contracts/filter/search-text';

/**
 * Patterns for what representatives ask customers for, in the dashboard's languages, and for the value that answers it.
 */
const kinds = [
  { asks: /e-?mail|correo|courriel|e-posta|メール|邮箱|邮件|البريد/u, looks: /@/ },
  {
    asks: /phone|telefon|telephone|telefono|telefoon|numero de tel|電話|电话|الهاتف|هاتف/u,
    looks: /^\+?[\d\s()/-]{7,}$/,
  },
  {
    asks: /order|bestell|auftrag|pedido|commande|ordin|encomenda|zamowien|siparis|invoice|rechnung|factur|fattura|customer number|kundennummer|注文|订单|الطلب/u,
    looks: /\d{3,}/,
  },
] as const;

const isQuestion =
  /[?？؟]|please|bitte|por favor|s'il|veuillez|per favore|prego|prosze|graag|lutfen|ください|请|من فضلك/u;

/** Returns the fact that a reply asks for although it was passed on; null if there is none. */
export function askedAlready(reply: string, facts: readonly Pick<HandOffFact, 'text' | 'isWrong'>[]): string | null {
  if (facts.length === 0) return null;
  for (const sentence of folded(reply).split(/(?<=[.!?。？؟\n])/)) {
    if (!isQuestion.test(sentence)) continue;
    for (const { asks, looks } of kinds) {
      const known = asks.test(sentence) && facts.find(({ text, isWrong }) => !isWrong && looks.test(text));
      if (known && !sentence.includes(folded(known.text))) return known.text;
    }
  }
  return null;
}
