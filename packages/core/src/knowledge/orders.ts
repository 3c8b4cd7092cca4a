/**
 * Finds text on pages and in files that addresses an assistant instead of a reader, or gives it instructions: no answer
 * may use it.
 */
import { sentencesIn } from '../text/sentences.ts';

/** An assistant, by what it is called in the languages that the assistant is measured in. */
const assistant =
  /(?:(?:\b(?:ai|ki|ia|sztucznej inteligencji|llm|gpt|virtual|automated)[- ]?(?:assistant|assistent|asistente|assistente|asystent|agent|bot|model|modell|modelo|modello|chat)\p{L}{0,20})|\b(?:assistant|assistent|asistente|assistente|asystent)\p{L}{0,2}[ -](?:ai|ki|ia|virtuel|virtual)\p{L}{0,20}|\bl[’']assistant (?:ia|virtuel)|\b(?:chat ?-?bot|language model|sprachmodell|large language|chatgpt|copilot)\p{L}{0,20}|\b(?:llms?|ais)\b)/u
    .source;
/** Words of an order to it, or of an address. */
const directed =
  /(?:\b(?:note|notice|message|instruction|attention|attenzione|atenci[oó]n|hinweis|anweisung|nachricht|achtung|wichtig|note|consigne|avis|nota|aviso|mensaje|instruc|istruzion|avviso|messaggio|uwaga|instrukcj|wiadomo|opmerking|bericht)\p{L}{0,20}\b[^.!?\n]{0,40}|\b(?:dear|liebe[rs]?|cher|chère|estimad[oa]|querid[oa]|car[oa]|drog[ia]|beste)\b[^.!?\n]{0,20})/u
    .source;
const reading =
  /(?:read|process|summari[sz]|index|crawl|lesen|liest|verarbeit|lisen|lit\b|trait|lea\p{L}{0,20}|leen|lee\b|proces|legg|elabor|czyta|przetwarza|lezen)/u
    .source;
const must =
  /(?:must|should|shall|have to|need to|are (?:required|asked|told)|muss|müssen|soll|sollen|sollten|doi[vt]|doivent|devrai|debe|deben|deberí|dev\p{L}{1,20}|powin|musz|musi|moet|dienen)/u
    .source;

const addressed: readonly RegExp[] = [
  new RegExp(`${directed}${assistant}`, 'iu'),
  new RegExp(`${assistant}[^.!?\\n]{0,80}${reading}`, 'iu'),
  new RegExp(`${reading}[^.!?\\n]{0,40}${assistant}`, 'iu'),
  new RegExp(`${assistant}[^.!?\\n]{0,60}${must}`, 'iu'),
  new RegExp(`^\\W*${assistant}\\s*[:,–-]`, 'iu'),
  /^\W*(?:system|assistant|developer|user|prompt)\s*[:>\]]|<\|?\/?(?:im_start|im_end|system|inst)|\[\/?(?:inst|sys)/iu,
  /AI(?:アシスタント|チャット)|人工知能|AI助手|人工智能助手|المساعد الذكي/u,
];

const orders: readonly RegExp[] = [
  /\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:rules?|instructions?|prompts?|everything|above|previous)\b/iu,
  /\b(?:repeat after me|say exactly|say only|reply only|answer only|respond (?:only|with)|reply with|print (?:exactly|only|["“:])|output the|send every(?:body|one) to|confirm that my|you are now|as an ai)\b/iu,
  /\b[Pp]rint [A-Z]{3,}/u,
  /\b(?:tell|inform|advise|direct|refer)\s+(?:all|every|each|any|the|our|your)\s*(?:customers?|users?|visitors?|clients?|people|everybody|everyone)\b/iu,
  /\b(?:ignorier|vergiss|missachte)\p{L}{0,20}\b.{0,40}\b(?:regeln|anweisung|vorherig|alles)|\b(?:antworte|sage?|schreibe?)\s+(?:nur|genau|exakt)\b/iu,
  /\b(?:sage?|sagt|teile?|erkläre?|empfiehl|antworte)\b[^.!?\n]{0,20}\b(?:allen|jedem|den|unseren)\s+(?:kunden|nutzern|besuchern|anfragenden)/iu,
  /\b(?:ignore[zs]?|oublie[zs]?)\b.{0,40}\b(?:instructions|règles|consignes)|\b(?:réponds|répondez|dis|écris)\s*(?::|exactement|seulement|uniquement)/iu,
  /\b(?:dis|dites|réponds|répondez|informe[zs]?|recommande[zs]?)\b[^.!?\n]{0,20}\b(?:à|aux)\s+(?:tous|toutes|chaque|tes|vos)?\s*(?:les\s+)?(?:clients?|clientes?|utilisateurs?|visiteurs?)/iu,
  /\b(?:ignora|olvida)\b.{0,40}\b(?:instrucciones|reglas|istruzioni|regole)|\b(?:di|responde|escribe)\s+(?:exactamente|solo|únicamente)/iu,
  /\b(?:di|dile|diles|decid|informa|responde|recomienda|dica|comunica|rispondi|consiglia|diga|diz|di['’])(?!\p{L})[^.!?\n]{0,12}\ba\s+(?:todos|todas|tutti|cada|ogni|tus|tuoi|i)?\s*(?:los\s+|las\s+|i\s+|os\s+)?(?:clientes?|clienti|usuarios?|utenti|visitantes?|visitatori)/iu,
  /\b(?:scrivi|rispondi|di['’])\s+(?:soltanto|solo|esattamente)/iu,
  /(?<!\p{L})(?:powiedz|poinformuj|odpowiadaj|polecaj|mów)(?!\p{L})[^.!?\n]{0,20}(?:wszystkim|każdemu|klientom|użytkownikom)|(?<!\p{L})(?:zignoruj|pomiń)(?!\p{L}).{0,40}(?:instrukcj|zasad|polece)/iu,
  /\b(?:vertel|zeg|meld)\b[^.!?\n]{0,12}\b(?:alle|elke|onze)\s+(?:klanten|gebruikers|bezoekers)|\bnegeer\b.{0,40}\b(?:instructies|regels)/iu,
  /と(?:言って|答えて|回答して|返信して)|(?:指示|ルール).{0,12}無視|忽略.{0,12}(?:指令|指示|规则)|(?:只|请)(?:回答|回复|说)|告诉所有客户|تجاهل.{0,20}(?:التعليمات|القواعد)/u,
];

const isOrder = (text: string): boolean => orders.some((order) => order.test(text));
const isAddressed = (text: string): boolean => addressed.some((each) => each.test(text));

/** Longer letters and digits without a blank are data, no text: they may decode to anything. */
const encoded = /[A-Za-z0-9+/]{80,}={0,2}/g;

/** Returns a text without such parts, and what was taken out: sentences, and the whole paragraph of an address. */
export function splitOrders(text: string): { text: string; orders: string[] } {
  const plain = text.replaceAll(encoded, '');
  if (!isOrder(plain) && !isAddressed(plain)) return { text: plain, orders: [] };
  const taken: string[] = [];
  const blocks = plain.split(/(\n\s*\n)/).map((block) => {
    if (isAddressed(block)) {
      taken.push(block.trim());
      return '';
    }
    if (!isOrder(block)) return block;
    return sentencesIn(block)
      .filter((sentence) => {
        if (isOrder(sentence)) taken.push(sentence.trim());
        return !isOrder(sentence);
      })
      .join('');
  });
  return { text: blocks.join(''), orders: taken };
}

/** A text without such sentences. */
export const withoutOrders = (text: string): string => splitOrders(text).text;
