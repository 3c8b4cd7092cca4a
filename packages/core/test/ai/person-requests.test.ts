import { describe, expect, test } from 'vitest';
import { detectLanguage } from '../../src/text/language.ts';
import { asksForPerson } from '../../src/ai/person-requests.ts';

const asking = [
  'I want to talk to a human',
  'can I speak with a real person please?',
  'Let me talk to someone real.',
  'human please',
  'This is useless. Connect me to an agent!',
  'Could you transfer me to your support team?',
  'I need a representative',
  'stop, I do not understand. Put me through to a manager',
  'Ich möchte mit einem Menschen sprechen',
  'Kann ich bitte mit einem Mitarbeiter reden?',
  'Bitte verbinden Sie mich mit einer Kollegin, ich will mit Ihrer Kollegin sprechen',
  'Je voudrais parler à un humain',
  "Passez-moi un conseiller s'il vous plaît",
  'Quiero hablar con una persona',
  'necesito un agente',
  'Quero falar com um atendente',
  'Vorrei parlare con un operatore',
  'Ik wil met een medewerker spreken',
  'Chcę rozmawiać z człowiekiem',
  'Proszę o kontakt z konsultantem',
  'Bir temsilciyle görüşmek istiyorum',
  'Beni müşteri temsilcisine bağlayın',
  '人間と話したいです',
  '担当者につないでください',
  '请转人工',
  '我要找人工客服',
  '我想跟真人聊',
  'أريد التحدث مع موظف',
  'حولني إلى شخص حقيقي',
  'can i talk to someone?',
  'I need to talk to somebody from your team',
  'connect me with customer support',
  'Are there any humans I can talk to?',
  'Could a human help me?',
  'live chat please',
  'not you, a real human please',
  'no bots please, a real person',
  'I don’t want to talk to a bot',
  "I'm tired of talking to a machine",
  'Kann ich mit jemandem vom Kundenservice sprechen?',
  'Kann mir bitte ein Mitarbeiter helfen?',
  'Bitte einen echten Menschen',
  'Ich will nicht mit einem Bot reden',
  'je veux parler à quelqu’un',
  'Est-ce que je peux avoir un humain ?',
  'je ne veux pas parler à un robot',
  'quiero hablar con alguien',
  'no quiero hablar con un robot',
  'não quero falar com um robô',
  'non voglio parlare con un bot',
  'Kan ik met iemand praten?',
  'ik wil niet met een robot praten',
  'Poproszę konsultanta',
  'nie chcę rozmawiać z botem',
  'robotla konuşmak istemiyorum',
  '人と話したい',
  '我想找客服',
  '我不想和机器人聊',
  'لا أريد التحدث مع روبوت',
];

const notAsking = [
  'Where is my personal data stored?',
  'Is the blue one in stock?',
  "I don't want to talk to a human, just tell me the price",
  'My agent number is 4411, where is the order?',
  'The delivery person left the parcel outside',
  'How many people fit in the tent?',
  'I became an agent last year and need an invoice',
  'Wie viele Personen passen in das Zelt?',
  'Ich möchte nicht mit einem Menschen sprechen',
  'Combien de personnes peuvent dormir dans la tente ?',
  '¿Cuántas personas caben?',
  'Kaç kişi sığar?',
  '不要转人工',
  'この商品は何人用ですか',
  'لا أريد التحدث مع موظف',
  'Representative democracy is a nice topic',
  "I'm not a robot, but the checkbox does not work",
  'Is this sweater not machine washable?',
  'I need a person-sized tent',
  'Can I have the human readable version of the invoice?',
  'Is there a staff discount?',
  'I want a gift for a colleague',
  'I like the operator manual',
  'Can someone help me with my order?',
  'Are you a real person?',
  'Ich möchte ein Geschenk für meinen Kollegen',
  'Je voudrais une tente pour une personne',
  'Necesito un regalo para mi supervisor',
  '友人と話しました',
  '这是人工皮革吗？',
  '我要人工智能音箱',
  'أريد خيمة لشخص واحد',
  '',
];

describe('asking for a person in plain words', () => {
  test.each(asking)('it is understood: %s', (text) => expect(asksForPerson(text)).toBe(true));
  test.each(notAsking)('it is not read into: %s', (text) => expect(asksForPerson(text)).toBe(false));

  test('it takes no noticeable time on the longest message', () => {
    const started = process.cpuUsage();
    asksForPerson('talk to to to with a the '.repeat(400).slice(0, 10_000));
    expect(process.cpuUsage(started).user / 1000).toBeLessThan(100);
  });
});

describe('the language of a customer', () => {
  test.each([
    ['Where is my order?', 'en'],
    ['Wo ist meine Bestellung? Ich warte seit gestern.', 'de'],
    ['Bonjour, où est ma commande ?', 'fr'],
    ['Hola, ¿dónde está mi pedido?', 'es'],
    ['Olá, onde está o meu pedido? Não chegou.', 'pt'],
    ['Ciao, dove è il mio ordine?', 'it'],
    ['Hallo, waar is mijn bestelling?', 'nl'],
    ['Dzień dobry, gdzie jest moja paczka?', 'pl'],
    ['Merhaba, siparişim nerede? Ne zaman gelir?', 'tr'],
    ['注文はいつ届きますか', 'ja'],
    ['我的订单在哪里', 'zh'],
    ['أين طلبي؟', 'ar'],
  ])('the language is recognised: %s → %s', (text, language) => expect(detectLanguage(text)).toBe(language));

  test('it falls back to the browser’s, then to English', () => {
    expect(detectLanguage('ok', 'pt-BR')).toBe('pt');
    expect(detectLanguage('12345', 'xx')).toBe('en');
  });
});
