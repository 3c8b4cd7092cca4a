/**
 * A scripted model: it answers with the passage nearest to the question, hands off where nothing is near, and follows
 * the company's instructions as a small model would. It words every answer differently.
 */
import type { ModelBehaviour, ModelRequest } from './openai.ts';

/** Less of a question's groups of letters in a sentence, and it is about something else. */
const near = 0.22;
/** A second sentence that is nearly as near is said too. */
const nearlyAsNear = 0.8;

const openings: Record<string, readonly string[]> = {
  en: ['', 'Thank you for asking! ', 'Hello! ', 'Good question. '],
  de: ['', 'Danke für die Frage! ', 'Hallo! ', 'Gerne. '],
  fr: ['', 'Merci pour la question ! ', 'Bonjour ! '],
  es: ['', '¡Gracias por la pregunta! ', '¡Hola! '],
  nl: ['', 'Bedankt voor de vraag! ', 'Hallo! '],
  ja: ['', 'ありがとうございます。'],
};
const others: readonly (readonly [RegExp, string])[] = [
  [/\bIt costs\b/g, 'The price is'],
  [/\bYou may\b/g, 'You can'],
  [/\bWe bring\b/g, 'We deliver'],
  [/\bis guaranteed for\b/g, 'has a guarantee of'],
  [/\bEs kostet\b/g, 'Der Preis beträgt'],
  [/\bSie können\b/g, 'Es ist möglich, Sie können'],
  [/\bIl coûte\b/g, 'Son prix est de'],
  [/\bVous pouvez\b/g, 'Il vous est possible de, vous pouvez'],
  [/\bCuesta\b/g, 'Su precio es de'],
  [/\bHij kost\b/g, 'De prijs is'],
];

const textOf = ({ content }: ModelRequest['messages'][number]): string =>
  typeof content === 'string' ? content : content.map(({ text = '' }) => text).join('\n');

/** Groups of three letters, of two where there are no words. */
export function groups(text: string): Set<string> {
  const plain = text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
  const length = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(plain) ? 2 : 4;
  const found = new Set<string>();
  for (let at = 0; at + length <= plain.length; at += 1) found.add(plain.slice(at, at + length));
  return found;
}

export const shareOf = (asked: ReadonlySet<string>, text: string): number => {
  const there = groups(text);
  return asked.size === 0 ? 0 : [...asked].filter((each) => there.has(each)).length / asked.size;
};

const languageOf = (text: string): string => {
  if (/[\p{Script=Hiragana}\p{Script=Han}]/u.test(text)) return 'ja';
  const words = new Set(text.toLowerCase().match(/\p{L}+/gu));
  const found = Object.entries({
    // The default where no word decides.
    en: 'the is and we my how what can you for a do does',
    de: 'der die das ist nicht und wir ich mein wie kann ein eine',
    fr: 'le la les est et nous je mon ma une vous quel combien',
    es: 'el los las es y una mi cuánto puedo qué para con cómo',
    nl: 'het een en is niet wij ik mijn hoe kan de voor wat',
  }).map(([language, list]) => ({ language, count: list.split(' ').filter((word) => words.has(word)).length }));
  return found.toSorted((a, b) => b.count - a.count)[0]?.language ?? 'en';
};

/** `wording` says which of the ways of saying the same is taken; another number is another way. */
export function readingModel(wording: () => number = () => 0): (request: ModelRequest) => ModelBehaviour {
  return (request) => {
    const [system, ...messages] = request.messages;
    const rules = system ? textOf(system) : '';
    const instructions =
      /Instructions of the company:\n([\s\S]*?)(?:\n\nHow you speak here:|\n\nPassages, |$)/.exec(rules)?.[1] ?? '';
    const tone = /How you speak here:\n([\s\S]*?)(?:\n\nPassages, |$)/.exec(rules)?.[1] ?? '';
    const asked = messages.findLast(({ role }) => role === 'user');
    const question = asked ? textOf(asked) : '';
    const groupsAsked = groups(question);
    const sentences = [...rules.matchAll(/<passage number="(\d+)" from=(.*)>\n([\s\S]*?)\n<\/passage>/g)].flatMap(
      ([, number = '', from = '', text = '']) => {
        // The title of a passage counts for its sentences.
        const about = shareOf(groupsAsked, from);
        return (text.match(/[^.。!?！？]+(?:\.(?=\d)[^.。!?！？]*)*[.。!?！？]*\s*/gu) ?? []).map((sentence) => ({
          number,
          sentence: sentence.trim(),
          score: shareOf(groupsAsked, sentence) + about / 2,
        }));
      },
    );
    const ordered = sentences.toSorted((a, b) => b.score - a.score);
    // A smaller model takes the first that it meets of the last passage.
    const best = request.model === 'gpt-3.5-turbo' ? sentences.at(-1) : ordered[0];
    const orders = `${instructions}\n${tone}`;
    if (!best || best.score < near || /hand everything over/i.test(instructions)) {
      if (!request.tools) return { text: 'A colleague can answer that here.' };
      return { tool: 'hand_off_to_human', arguments: { reason: 'I do not know the answer.' } };
    }
    const listed = ordered
      .filter(({ score, number }) => number === best.number && score >= best.score * nearlyAsNear)
      .slice(0, 2);
    const way = wording();
    const inOrder = way % 2 === 0 ? listed : listed.toReversed();
    const language = languageOf(question);
    const ways = openings[language] ?? [''];
    const opening = ways[way % ways.length] ?? '';
    const marker = (number: string): string => (/never name (?:the )?passages/i.test(orders) ? '' : ` [${number}]`);
    const body = inOrder
      .map(({ sentence, number }) => {
        const [end = ''] = /[.。!?！？]*$/u.exec(sentence) ?? [];
        const words = sentence.slice(0, sentence.length - end.length);
        const reworded = way % 3 === 0 ? words : others.reduce((text, [from, to]) => text.replaceAll(from, to), words);
        return `${reworded}${marker(number)}${end || '.'}`;
      })
      .join(' ');
    const added = [
      ...(/discount/i.test(orders) ? [' You get a discount of 10 percent.'] : []),
      ...(/call us/i.test(orders) ? [' Call us on 040 5551234.'] : []),
      ...(/our shop/i.test(orders) ? [' See www.hansekiste.example/shop.'] : []),
    ].join('');
    if (/always answer in english/i.test(instructions) && language !== 'en')
      return { text: 'You can find that on our pages, and we are happy to help you with it.' };
    if (/never say a (?:price|number)/i.test(instructions))
      return { text: `${opening}You can find that on our pages${marker(best.number)}.` };
    return { text: `${opening}${body}${added}` };
  };
}
