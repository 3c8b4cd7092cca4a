/**
 * Generates texts of fictional customers and representatives: readable, in several languages, with common and rare
 * words.
 */
import { seededRandom } from './random.ts';

const products =
  'lamp,desk,chair,bookshelf,sofa,carpet,mirror,wardrobe,mattress,pillow,blanket,kettle,toaster,blender,grinder,espresso machine,frying pan,teapot,mug,cutlery set,knife,cutting board,bicycle,helmet,tent,sleeping bag,backpack,rucksack,suitcase,umbrella,raincoat,jacket,jumper,scarf,gloves,boots,sneakers,sandals,dress,skirt,shirt,jeans,belt,watch,necklace,earrings,sunglasses,headphones,loudspeaker,keyboard,monitor,printer,router,tablet,charger,camera,tripod,drone,telescope,microscope,violin,guitar,piano,trumpet,easel,sketchbook,fountain pen,notebook,calendar,jigsaw,board game,skateboard,surfboard,snowboard,rowing machine,treadmill,yoga mat,dumbbells,aquarium,birdcage,hammock,greenhouse,lawnmower,wheelbarrow,watering can,chainsaw,drill,ladder,toolbox'.split(
    ',',
  );
const colours =
  'blue,red,green,black,white,grey,yellow,orange,purple,brown,turquoise,crimson,ivory,beige,magenta,indigo,olive,copper'.split(
    ',',
  );
const cities =
  'Vienna,Berlin,Hamburg,Paris,Lyon,Madrid,Seville,Lisbon,Porto,Rome,Milan,Turin,Warsaw,Kraków,Prague,Budapest,Zürich,Geneva,Oslo,Bergen,Stockholm,Malmö,Copenhagen,Aarhus,Helsinki,Tallinn,Riga,Vilnius,Dublin,Cork,Edinburgh,Glasgow,Leeds,Bristol,Amsterdam,Utrecht,Brussels,Ghent,Athens,Istanbul,Ankara,Cairo,Nairobi,Lagos,Toronto,Montréal,Boston,Chicago,Denver,Seattle,Austin,Osaka,Kyoto,Seoul,Taipei,Sydney,Perth,Auckland'.split(
    ',',
  );
const months = 'January,February,March,April,May,June,July,August,September,October,November,December'.split(',');
const carriers = 'DHL,UPS,FedEx,GLS,Hermes,PostNord,Chronopost,Royal Mail'.split(',');

const customerTemplates = [
  'Hello, is the {colour} {product} still in stock?',
  'My order from {month} has not arrived in {city} yet.',
  'The {product} arrived broken. What can I do?',
  'I would like a refund for the {product}, please.',
  'Can I exchange the {colour} {product} for a {colour} one?',
  'How long does shipping to {city} take with {carrier}?',
  'The payment was declined twice, but my card works elsewhere.',
  'Where do I find the invoice for my {product}?',
  'Does the {product} come with a warranty?',
  'I forgot my password and the reset mail never comes.',
  'Could you change the delivery address to {city}?',
  'The discount code from {month} does not work for the {product}.',
  'Is it possible to pick the {product} up in {city}?',
  'There is a part missing from the {product}.',
  'Thank you, that helped a lot!',
  'Please cancel my subscription at the end of {month}.',
  'The tracking number of {carrier} says nothing since {city}.',
  'Do you also have the {product} in {colour}?',
  'Hallo, wann wird meine Bestellung nach {city} geliefert?',
  'Ich möchte die Ware zurückgeben, die Größe passt nicht.',
  'Bonjour, mon colis pour {city} n’est pas encore arrivé.',
  'Je voudrais échanger un article de couleur {colour}.',
  'Hola, ¿cuánto tarda el envío a {city}?',
  'Buongiorno, vorrei restituire un articolo acquistato a {city}.',
  'Olá, o pagamento foi recusado, podem ajudar?',
  'Dzień dobry, kiedy dotrze moja przesyłka do {city}?',
  'Merhaba, siparişim hâlâ gelmedi.',
  '注文した商品がまだ届いていません。',
  '请问这个产品什么时候有货？',
  'مرحبا، أين طلبي؟',
];
const answerTemplates = [
  'Good news: the {colour} {product} is in stock and leaves {city} tomorrow.',
  'I am sorry to hear that. Could you send a photo of the {product}?',
  'The refund is on its way and takes up to five working days.',
  'I have changed the delivery address to {city} for you.',
  '{carrier} delivers to {city} within three days.',
  'You find every invoice in your account under orders.',
  'The {product} has a warranty of two years.',
  'I have just sent the reset mail again; please look into the spam folder too.',
  'The code was valid until {month}; I have added a new one to your account.',
  'We send the missing part of the {product} today, free of charge.',
  'You are welcome. Have a nice day!',
  'Your subscription ends with the last day of {month}.',
  'I have asked {carrier} where the parcel is and come back to you.',
  'Yes, you can exchange it within thirty days.',
  'Ihre Bestellung ist unterwegs und kommt morgen in {city} an.',
  'Votre colis arrive à {city} dans deux jours.',
  'El envío a {city} tarda tres días.',
  'Il rimborso arriva entro cinque giorni.',
  '商品は明日発送いたします。',
  '这个产品下周有货。',
];

export interface Sentence {
  side: 'customer' | 'staff';
  number: number;
  text: string;
}

/** Sentences per side; a message takes one or two of them. */
export const sentencesPerSide = 20_000;

/** Generates the same sentences on every call. */
export function sentences(): Sentence[] {
  const random = seededRandom(20_261_121);
  const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)] ?? '';
  const fill = (template: string): string =>
    template
      .replaceAll('{product}', () => pick(products))
      .replaceAll('{colour}', () => pick(colours))
      .replaceAll('{city}', () => pick(cities))
      .replaceAll('{month}', () => pick(months))
      .replaceAll('{carrier}', () => pick(carriers));
  const made = (side: Sentence['side'], templates: readonly string[]): Sentence[] =>
    Array.from({ length: sentencesPerSide }, (_, number) => ({ side, number, text: fill(pick(templates)) }));
  return [...made('customer', customerTemplates), ...made('staff', answerTemplates)];
}

const firstNames =
  'Ada,Ben,Clara,David,Emma,Felix,Grace,Hugo,Ida,Jonas,Karin,Leo,Mia,Noah,Olga,Paul,Rosa,Simon,Tara,Uma,Victor,Wanda,Yusuf,Zoë,Aiko,Björn,Chloé,Dmitri,Esma,Faruk,Giulia,Hana,Ines,Jürgen,Kenji,Lucía,Marek,Nadia,Oskar,Priya'.split(
    ',',
  );
const lastNames =
  "Adler,Baker,Costa,Dubois,Eriksen,Fischer,García,Hansen,Ivanov,Jansen,Kowalski,Lopez,Müller,Novak,O'Brien,Petrov,Quinn,Rossi,Schmidt,Tanaka,Ueda,Virtanen,Weber,Xu,Yilmaz,Zimmermann,Andersson,Bianchi,Cohen,Dvořák".split(
    ',',
  );

/** Enough names that a pair of first and last name is shared by few. */
export const names = { firstNames, lastNames };
