/** Finds sentences on pages and in files that address the model instead of a reader: an answer must not cite them. */
import { sentencesIn } from './sentences.ts';

const orders: readonly RegExp[] = [
  /^\W*(?:system|assistant|developer|user)\s*[:>\]]|<\|?\/?(?:im_start|im_end|system|inst)|\[\/?(?:inst|sys)/iu,
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:rules?|instructions?|prompts?|everything|above|previous)\b/iu,
  /\b(?:repeat after me|say exactly|say only|reply only|answer only|respond (?:only|with)|reply with|print|output the|send every(?:body|one) to|tell (?:the|every) customer|confirm that my|you are now|as an ai)\b/iu,
  /\b(?:ignorier|vergiss|missachte)\p{L}*\b.{0,40}\b(?:regeln|anweisung|vorherig|alles)|\b(?:antworte|sage?|schreibe?)\s+(?:nur|genau|exakt)\b/iu,
  /\b(?:ignore[zs]?|oublie[zs]?)\b.{0,40}\b(?:instructions|règles|consignes)|\b(?:réponds|répondez|dis|écris)\s*(?::|exactement|seulement|uniquement)/iu,
  /\b(?:ignora|olvida)\b.{0,40}\b(?:instrucciones|reglas|istruzioni|regole)|\b(?:di|responde|escribe)\s+(?:exactamente|solo|únicamente)/iu,
  /\b(?:scrivi|rispondi|di')\s+(?:soltanto|solo|esattamente)/iu,
  /と(?:言って|答えて|回答して|返信して)|(?:指示|ルール).{0,12}無視|忽略.{0,12}(?:指令|指示|规则)|(?:只|请)(?:回答|回复|说)|تجاهل.{0,20}(?:التعليمات|القواعد)/u,
];

/** A text without such sentences. */
export function withoutOrders(text: string): string {
  if (!orders.some((order) => order.test(text))) return text;
  return sentencesIn(text)
    .filter((sentence) => !orders.some((order) => order.test(sentence)))
    .join('');
}
