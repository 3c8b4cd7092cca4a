/**
 * Words by which customers and companies speak of the same thing: beginnings of folded words, by language. A question
 * about one of a concept's words finds passages with any of them, in each language. They are about buying and service
 * in general, never about one trade.
 */
import type { Language } from '@parley/contracts/text/languages';
import { wordsOf } from '../text/names.ts';

type Concept = Partial<Record<Language, string>>;

const concepts: readonly Concept[] = [
  {
    en: 'price cost fee charge expensive much',
    de: 'preis kost gebuhr pauschale teuer',
    fr: 'prix cout tarif frais cher',
    es: 'preci cuest coste costar tarifa caro',
    it: 'prezz cost tariff caro',
    pt: 'preco precos custa custo taxa tarifa',
    nl: 'prijs kost tarief duur',
    pl: 'cena ceny cenie cennik koszt oplat kwot',
  },
  {
    en: 'weigh heav kilogram',
    de: 'gewicht schwer wieg kilogramm',
    fr: 'poids pese lourd',
    es: 'peso pesa pesad',
    it: 'peso pesa pesant',
    pt: 'peso pesa pesad',
    nl: 'gewicht weegt zwaar',
    pl: 'waga wazy wage ciezk masa',
  },
  {
    en: 'size dimension measure width height length tall wide',
    de: 'grosse masse abmessung breit hoch hohe lang',
    fr: 'taille dimension largeur hauteur longueur mesure',
    es: 'tamano dimension medida ancho alto largo',
    it: 'dimension misur larghezza altezza lunghezza grand',
    pt: 'tamanho dimens medida largura altura',
    nl: 'maat afmeting breedte hoogte lengte groot',
    pl: 'rozmiar wymiar szerokosc wysokosc dlugosc',
  },
  {
    en: 'power watt',
    de: 'leistung watt',
    fr: 'puissanc watt',
    es: 'potenci vatio watt',
    it: 'potenz watt',
    pt: 'potenci watt',
    nl: 'vermogen watt',
    pl: 'moc mocy watt watow waty',
  },
  {
    en: 'capacity volume tank litre liter fit fits hold holds contain',
    de: 'fassungsvermogen volumen tank liter passt passen inhalt',
    fr: 'capacit volume reservoir litre contien contenance',
    es: 'capacidad volumen deposito litro cabe caben contien',
    it: 'capacit volume serbato litri contien',
    pt: 'capacidad volume deposito litro cabe',
    nl: 'inhoud volume tank liter past',
    pl: 'pojemnosc zbiornik litr miesci',
  },
  {
    en: 'deliver ship send sent dispatch arriv',
    de: 'liefer versand verschick versend porto zustell',
    fr: 'livr expedi envoi envoy port acheminement',
    es: 'entreg envi porte despach',
    it: 'conseg spedi invi recapit',
    pt: 'entreg envi despach frete',
    nl: 'lever verzend stuur bezorg',
    pl: 'dosta dostarcz wysyl przesyl paczk',
  },
  {
    en: 'free gratis complimentary',
    de: 'kostenlos gratis kostenfrei versandkostenfrei entfall entfallt umsonst',
    fr: 'gratuit offert',
    es: 'gratis gratuit',
    it: 'gratuit gratis omaggio',
    pt: 'gratis gratuit',
    nl: 'gratis kosteloos',
    pl: 'darmow bezplatn gratis',
  },
  {
    en: 'return withdraw cancel exchange',
    de: 'ruckgab zuruck rucksend retour umtausch widerruf rucktritt',
    fr: 'retour rendre renvoy echang retract',
    es: 'devol devuelv cambio desist',
    it: 'restitu reso resi rendere recess rend',
    pt: 'devol troca',
    nl: 'retour terug ruil',
    pl: 'zwrot zwroc oddac odda wymian odstap',
  },
  {
    en: 'refund reimburs money',
    de: 'erstatt geld ruckzahl gutschrift',
    fr: 'rembours argent',
    es: 'reembols dinero',
    it: 'rimbors denaro soldi',
    pt: 'reembols dinheiro',
    nl: 'terugbetal geld',
    pl: 'zwrot pieniadz pieniedz',
  },
  {
    en: 'guarant warrant',
    de: 'garanti gewahrleist',
    fr: 'garanti',
    es: 'garanti',
    it: 'garanz garanti',
    pt: 'garant',
    nl: 'garanti',
    pl: 'gwaranc',
  },
  {
    en: 'open opening hour hours close closes closed drop visit',
    de: 'geoffnet offnung offen auf schliess geschlossen uhr sprechzeit besuch',
    fr: 'ouvert ouvr horaire ferm heure visit',
    es: 'abre abri abiert horari cerra cierr visit',
    it: 'apert apr orari orario chius chiud visit',
    pt: 'abre abri abert horari fech visit',
    nl: 'open opening gesloten sluit uur bezoek',
    pl: 'otwart otwier godzin czynn zamyk zamkn odwiedz',
  },
  {
    en: 'phone telephone call number ring hotline',
    de: 'telefon anruf anrufen nummer rufnummer hotline',
    fr: 'telephon appel numero joindre',
    es: 'telefon llam numero',
    it: 'telefon chiam numero',
    pt: 'telefon liga numero',
    nl: 'telefon bel nummer',
    pl: 'telefon dzwon zadzwon numer',
  },
  {
    en: 'contact mail email reach write address',
    de: 'kontakt mail email erreich schreib anschrift adresse',
    fr: 'contact mail courriel joign adresse ecri',
    es: 'contact correo email escrib direccion',
    it: 'contatt mail email scriv indirizz raggiung',
    pt: 'contat email escrev endereco',
    nl: 'contact mail bereik schrijf adres',
    pl: 'kontakt mail email napis adres',
  },
  {
    en: 'pay paying payment card transfer invoice',
    de: 'zahl bezahl zahlung karte uberweis rechnung vorkasse',
    fr: 'paie payer paye paiement reglement regler carte virement facture',
    es: 'paga pago pague tarjeta transfer factura',
    it: 'paga pago paghi carta bonific fattur',
    pt: 'paga pago pague cartao transfer fatura',
    nl: 'betal kaart overschrijv factuur',
    pl: 'plac platn zaplac kart przelew przelej przele faktur przedplat',
  },
  {
    en: 'instalment installment monthly rate rates',
    de: 'rate raten ratenzahl monatsrat',
    fr: 'mensualit echelonn fois acompte',
    es: 'plazo mensualidad cuota',
    it: 'rate rata rateal mensil canone',
    pt: 'prestac parcela mensalidad',
    nl: 'termijn maandelijks',
    pl: 'rat raty ratach ratal miesieczn',
  },
  {
    en: 'discount cheaper reduc coupon voucher rebate saving save',
    de: 'rabatt skonto nachlass gunstiger gutschein spar sparen',
    fr: 'remise reduc escompt rabais promo',
    es: 'descuent rebaj cupon ahorr',
    it: 'scont risparm riduz buono',
    pt: 'descont cupom poupar',
    nl: 'korting goedkoper bon',
    pl: 'rabat znizk tani kupon',
  },
  {
    en: 'repair repairing broken mend mending fix fixing defect faulty',
    de: 'reparier reparatur kaputt defekt instandsetz instand',
    fr: 'repar panne casse defectueu',
    es: 'repar arregl estrope averi roto rota',
    it: 'ripar aggiust rott guast difett',
    pt: 'repar consert avari defeit',
    nl: 'repar kapot defect herstel',
    pl: 'napraw zepsu uszkodz usterk',
  },
  {
    en: 'loan borrow lend replacement rent rental hire lease',
    de: 'leih ausleih verleih ersatzgerat miet leasing',
    fr: 'pret emprunt locat louer loue remplacement',
    es: 'prest prestamo sustitu alquil dejais renta',
    it: 'prest noleg sostitut affitt',
    pt: 'emprest alug substitu',
    nl: 'leen huur vervang',
    pl: 'pozycz wypozycz zastepcz wynaj najem',
  },
  {
    en: 'course class lesson training workshop',
    de: 'kurs schulung lehrgang unterricht',
    fr: 'cours formation atelier stage',
    es: 'curso formacion clase taller',
    it: 'corso corsi lezion formazion',
    pt: 'curso formac aula',
    nl: 'cursus les training',
    pl: 'kurs szkolen warsztat zajec',
  },
  {
    en: 'people person participant group attend',
    de: 'leute person teilnehm gruppe',
    fr: 'personne participant groupe gens',
    es: 'gente persona participante grupo',
    it: 'person partecipant gruppi gruppo',
    pt: 'pessoa participante grupo',
    nl: 'mensen person deelnem groep',
    pl: 'osob osob uczestnik grup ludzi',
  },
  {
    en: 'change replace replacing exchange swap',
    de: 'wechsel austausch tausch ersetz erneuer',
    fr: 'remplac chang',
    es: 'cambi sustitu reemplaz',
    it: 'cambi sostitu',
    pt: 'troc substitu',
    nl: 'vervang wissel',
    pl: 'wymien wymian zmien',
  },
  {
    en: 'clean wash rinse maintain care',
    de: 'reinig putz spul pflege wart',
    fr: 'nettoy laver lavage rinc entretien',
    es: 'limpi lava enjuag mantenim',
    it: 'puli lava sciacqu manuten cura',
    pt: 'limp lava manuten',
    nl: 'reinig schoon spoel onderhoud',
    pl: 'czyszcz czysc pluk myc pielegn',
  },
  {
    en: 'cancel terminate notice end',
    de: 'kundig storn beend',
    fr: 'annul resili',
    es: 'cancel anul baja',
    it: 'annull disdett disdi',
    pt: 'cancel anul',
    nl: 'annul opzeg',
    pl: 'anul wypowie rezygn',
  },
  {
    en: 'account login password sign',
    de: 'konto anmeld passwort kennwort login',
    fr: 'compte connexion identifiant',
    es: 'cuenta contrasena sesion',
    it: 'account accesso password',
    pt: 'conta senha entrar',
    nl: 'account wachtwoord inlog',
    pl: 'kont haslo logow',
  },
  {
    en: 'stock available availability',
    de: 'vorratig verfugbar lager lieferbar',
    fr: 'stock disponib',
    es: 'disponib existencias',
    it: 'disponib magazzino',
    pt: 'disponiv estoque',
    nl: 'voorraad beschikbaar leverbaar',
    pl: 'dostepn magazyn',
  },
  {
    en: 'fast quick long soon duration take takes',
    de: 'schnell dauer dauert lieferzeit',
    fr: 'rapid delai duree dure',
    es: 'rapid plazo tard duracion dura',
    it: 'rapid tempi durat veloc',
    pt: 'rapid prazo demor',
    nl: 'snel duur levertijd',
    pl: 'szybk czas trwa potrwa',
  },
];

/** A beginning that is no longer than this is a whole word. */
export const longestWhole = 3;
/** Words of a concept in one language. */
const split = (words: string): string[] => words.split(' ');
/** Whether a folded word is one that such a beginning stands for. */
export const isOf = (word: string, beginning: string): boolean =>
  beginning.length <= longestWhole ? word === beginning : word.startsWith(beginning);

/** Words that mean the same as one of a question, in one language. */
export interface Related {
  /** The word of the question. */
  term: string;
  /** Language of passages that have the words; null for any. */
  language: string | null;
  /** Folded words that begin like this. */
  beginnings: readonly string[];
}

/** Without a dictionary of its stems, an ending of a word is this long at most. */
const longestEnding = 2;
const inflected: ReadonlySet<string> = new Set(['pl', 'tr']);
const compounding: ReadonlySet<string> = new Set(['de', 'nl']);
const shortestStem = 6;
/** Letters of a word that may be put together of two. */
const shortestCompound = 9;

/** Returns other words that passages may have for those of a question. */
export function relatedWords(question: string, language: string): Related[] {
  const related: Related[] = [];
  for (const term of new Set(wordsOf(question))) {
    for (const concept of concepts) {
      const own = concept[language as Language];
      const isPart = compounding.has(language) && term.length >= shortestCompound;
      const isMeant = (beginning: string): boolean =>
        isOf(term, beginning) || (isPart && beginning.length > longestWhole && term.includes(beginning));
      if (own === undefined || !split(own).some(isMeant)) continue;
      for (const [other, words] of Object.entries(concept))
        related.push({ term, language: other, beginnings: split(words) });
    }
    if (inflected.has(language) && term.length >= shortestStem)
      related.push({ term, language, beginnings: [term.slice(0, Math.max(5, term.length - longestEnding))] });
    if (compounding.has(language) && term.length >= shortestStem + 1)
      related.push({ term, language, beginnings: [term.slice(0, Math.max(5, term.length - longestEnding))] });
  }
  return related;
}
