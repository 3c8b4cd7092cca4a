/**
 * Recognises politeness, questions back and talk about the conversation itself, which claim nothing about the company.
 */
import { folded } from '@parley/contracts/filter/search-text';

/** Beginnings of folded words, six letters at most. */
const polite: readonly string[] = [
  'hello hi hey welcom thank thanks sorry apolog glad happy help assist pleas questi anythi else know tell let know say more detail inform collea team person someon human pass connec conver answer reply chat moment unfort unders exactl clarif mean could would want looking pleasu great nice best regard goodby bye day don sure check respon messag write ask feel touch',
  'hallo guten tag morgen danke vielen gern gerne entsch leid hilfe helfe helfen hilft weiter frage fragen bitte mitarb kolleg team person mensch weiter leite verbin antwor augenb leider versta genau meinen mochte mehr inform nennen sagen schrei wissen melde',
  'bonjou bonsoi salut merci desole excuse plaisi aide aider questi besoin autre chose equipe colleg person humain conse transm repons moment malheu compre precis voulez dire inform ecrire savoir pouvez aurevo',
  'hola buenos buenas dias gracia siento lament perdon disculp encant ayuda ayudar pregun necesi algo equipo compan person humano pasar respon moment lament entien exacta quiere decir inform escrib saber puede podria gusto',
  'ciao salve buongi grazie scusi scusa dispia piacer aiuto aiutar domand bisogn altro collega person umano passo rispon moment purtro capisc esatta vuole dire inform scriva sapere potreb',
  'ola obriga descul lament prazer ajudar pergun precis algo mais equipe colega pessoa humano passar respon moment infeli entend exatam quer dizer inform escrev saber poderi',
  'hallo goeded dank bedank sorry graag helpen hulp vraag vragen nodig anders collega team person mens verbin antwoo moment helaas begrij precie bedoel zeggen inform schrij weten',
  'dzien dobry czesc dzieku przepr milo chetni pomoc pytani potrze cos jeszcz zespol koleg osoba czlowi przeka odpowi chwile nieste rozumi doklad powied inform napisz wiedzi',
  'merhab tesekk ozur memnun yardim soru sorun baska ekip arkada kisi insan aktar cevap yanit uzgunu anliyo bilgi yazin',
]
  .join(' ')
  .toLowerCase()
  .split(' ');
const stems = new Set(polite.map((word) => folded(word).slice(0, 6)));

const phrases =
  /こんにちは|ありがとう|申し訳|すみません|お手伝い|お問い合わせ|担当者|ご質問|お知らせください|教えてください|你好|您好|谢谢|感谢|抱歉|对不起|请问|请告诉|帮助|为您|同事|客服|مرحبا|أهلا|شكرا|آسف|عذرا|مساعدتك|زميل|فريقنا|سؤال/u;

export const isPolite = (stem: string): boolean => stems.has(stem);
/** Returns true if a text without spaces between words, or in Arabic, contains such a phrase. */
export const hasPolitePhrase = (text: string): boolean => phrases.test(text);

const negations = new Set(
  'not no never without cannot cant dont doesnt isnt arent wont none nor nicht kein keine keinen keiner keinem nie niemals ohne pas jamais sans aucun aucune ne nunca sin ningun ninguna tampoco non mai senza nessun nessuna nao sem nenhum nenhuma niet geen nooit zonder nie bez zaden zadnych degil yok'.split(
    ' ',
  ),
);
const negationSigns = /ません|ない|なし|不|没|無|无|(?:^|\s)(?:لا|لن|لم|ليس|ليست|بدون|غير)\s|n['’]t\b/u;

/**
 * Returns true if the words deny something. `no` at the very beginning is an answer and denies nothing that follows.
 */
export function denies(words: readonly string[], text: string): boolean {
  return words.some((word, at) => negations.has(word) && !(at === 0 && word === 'no')) || negationSigns.test(text);
}
