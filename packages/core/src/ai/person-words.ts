/**
 * Lists the words with which customers ask for a person, per language (English, German, French, Spanish, Portuguese,
 * Italian, Dutch, Polish, Turkish, Arabic), separated by commas. `*` at the end of a word matches any ending, `…` up to
 * three words. A request followed by a word outside of `small` is not recognised: "a staff discount".
 */
export interface PersonWords {
  /** Nouns for a person who works here. */
  person: string;
  /** Means a person only if the customer wants to talk. */
  anybody: string;
  machine: string;
  talk: string;
  want: string;
  /** With `help`: whether a person can do something. */
  can?: string;
  help?: string;
  please: string;
  /** Articles, prepositions and the like, which may be between and after the others. */
  small: string;
  /** Reverses a request, or turns it into talk about people in general. */
  refuse: string;
  /** Besides `refuse`: refusing a machine with it asks for a person. */
  no?: string;
}

export const personWords: readonly PersonWords[] = [
  {
    person: `human, humans, human being, person, real person, real human, actual person, actual human, live person, live human,
      live agent, real agent, live chat, live support, real support, somebody real, someone real, agent, representative, rep,
      operator, colleague, employee, staff, staff member, manager, supervisor, support team, support staff, support agent`,
    anybody:
      'someone, somebody, anyone, anybody, people, customer service, customer support, customer care, support, team',
    machine: 'bot, bots, chatbot, chatbots, robot, robots, machine, machines, computer, computers, ai',
    talk: `talk, speak, chat, deal, connect me, connect us, transfer me, transfer us, put me through, get me, hand me over, hand me,
      pass me on, pass me, escalate, escalate this, escalate me, switch me`,
    want: `want, need, prefer, like, demand, require, give me, can i have, can i get, could i have, could i get, may i have, is there,
      are there, connect, transfer, switch`,
    can: 'can, could, may, would',
    help: 'help, call, contact, answer, assist, reply, take over, look',
    please: 'please, thanks',
    small: `a, an, the, this, your, some, any, another, other, to, with, over, through, on, who, that, i, we, can, could, may, here, now, just,
      right, instead, asap, immediately, from, about, because, and, or, not, today, speak, talk`,
    refuse: `don't, do not, no need, needn't, not necessary, without, rather not, never, became, become, hired as, job as, work as,
      apply for, apply as, talk about, speak about`,
    no: 'not, no, stop, instead of, rather than, tired of, hate',
  },
  {
    person: `mensch, menschen, echter mensch, echten mensch, echten menschen, richtigen mensch, richtigen menschen, person, echte person,
      echten person, richtige person, richtigen person, mitarbeiter, mitarbeiterin, mitarbeitern, kundenberater, kundenberaterin, berater,
      beraterin, ansprechpartner, ansprechpartnerin, kollege, kollegen, kollegin, vorgesetzte, vorgesetzten, jemand echtes,
      jemanden vom support, jemanden vom team, jemandem vom support, jemandem vom team,
      jemandem echtem, jemanden echten`,
    anybody: 'mit jemand, jemandem, jemanden, kundenservice, kundendienst, kundenbetreuung, support, team',
    machine: 'bot, chatbot, roboter, maschine, computer, ki',
    talk: `sprechen, reden, chatten, schreiben, telefonieren, verbinden, verbunden, weiterleiten, weitergeleitet, verbinden sie mich,
      verbinde mich`,
    want: `will, möchte, möcht, brauche, bräuchte, hätte gern, hätte gerne, gib mir, geben sie mir, verlange, kann ich, könnte ich,
      gibt es`,
    can: 'kann, könnte, soll, würde',
    help: 'helfen, anrufen, antworten, melden, kontaktieren, übernehmen',
    please: 'bitte, gern, gerne, danke',
    small: `ein, eine, einen, einem, einer, der, die, das, dem, den, ihr, ihre, ihrem, ihren, ihrer, eurem, eurer, euch, anderen, lieber,
      jetzt, hier, auch, mit, zu, an, von, vom, aus, im, in, mir, mich, sich, vielleicht, und, oder, statt`,
    refuse: `möchte … nicht, möchte … kein*, will … nicht, will … kein*, brauche … nicht, brauche … kein*, muss … nicht`,
    no: 'nicht, kein*',
  },
  {
    person: `humain, être humain, vraie personne, personne réelle, personne, conseiller, conseillère, agent, opérateur, opératrice,
      représentant, représentante, collègue, employé, employée, responsable, quelqu'un de réel, quelqu'un de vrai, quelqu'un du support`,
    anybody: "quelqu'un, service client, support, équipe",
    machine: 'robot, bot, chatbot, machine, ia, ordinateur',
    talk: `parler, discuter, échanger, écrire, communiquer, me mettre en contact, me mettre en relation, mettez-moi en contact,
      mettez-moi en relation, transférez-moi, transférer, passez-moi, passe-moi, passer`,
    want: "veux, voudrais, souhaite, souhaiterais, aimerais, besoin d', exige, avoir, obtenir, joindre",
    please: "s'il vous plaît, s'il vous plait, s'il te plaît, svp, merci",
    small: `un, une, le, la, au, téléphone, l', d', votre, vos, autre, avec, à, vers, de, directement, plutôt, vrai, vraie, avoir, parler, maintenant,
      qui, et, ou`,
    refuse: "veux pas, veux plus, voudrais pas, souhaite pas, n'ai pas, n'ai aucun",
    no: 'peux pas, peux plus',
  },
  {
    person: `humano, ser humano, persona, persona real, persona de verdad, agente, operador, operadora, asesor, asesora, representante,
      empleado, encargado, supervisor, supervisora, alguien real, alguien de verdad, alguien del equipo, alguien de soporte`,
    anybody: 'alguien, atención al cliente, soporte, equipo',
    machine: 'robot, bot, chatbot, máquina, ia',
    talk: `hablar, chatear, comunicar, comunicarme, contactar, páseme, pásame, pase, conecte, conécteme, conéctame, transfiérame,
      transfiéreme, transferirme, ponme, póngame`,
    want: 'quiero, quisiera, necesito, prefiero, exijo, me gustaría, deseo, que me atienda',
    please: 'por favor, gracias',
    small:
      'un, una, el, la, los, su, tu, otro, otra, con, a, directamente, mejor, que, y, o, ahora, aquí, hablar, contactar',
    refuse: 'no quiero, no necesito, no deseo',
  },
  {
    person: `humano, ser humano, pessoa, pessoa real, pessoa de verdade, atendente, agente, operador, operadora, representante,
      funcionário, gerente, supervisor, supervisora, alguém real, alguém da equipe, alguém da equipa, alguém do suporte`,
    anybody: 'alguém, atendimento, atendimento ao cliente, suporte, equipe',
    machine: 'robô, robo, bot, chatbot, máquina, ia',
    talk: `falar, conversar, contactar, conectar, conecte, conecte-me, transferir, transfere-me, transfira, transfira-me, passar, passe,
      passe-me`,
    want: 'quero, queria, preciso de, prefiro, exijo, gostaria de, ser atendido por, ser atendida por',
    please: 'por favor, obrigado, obrigada',
    small: 'um, uma, o, a, os, seu, sua, outro, outra, com, para, diretamente, melhor, que, e, ou, agora, aqui, falar',
    refuse: 'não quero, nao quero, não preciso, nao preciso',
  },
  {
    person: `umano, essere umano, persona, persona reale, persona vera, operatore, operatrice, agente, addetto, consulente, responsabile,
      rappresentante, qualcuno di reale, qualcuno di vero, qualcuno del team, qualcuno del supporto`,
    anybody: 'qualcuno, servizio clienti, assistenza clienti, supporto',
    machine: 'robot, bot, chatbot, macchina, ia',
    talk: 'parlare, chattare, comunicare, passami, mi passi, mettermi in contatto, collegami, trasferiscimi, trasferisca, trasferirmi',
    want: 'voglio, vorrei, ho bisogno di, preferisco, esigo, desidero',
    please: 'per favore, per piacere, grazie',
    small:
      "un, una, un', il, la, l', un'altra, con, a, ad, direttamente, piuttosto, che, e, o, ora, adesso, qui, parlare",
    refuse: 'non voglio, non vorrei, non ho bisogno',
  },
  {
    person: `mens, echt mens, echte mens, persoon, echt persoon, echte persoon, medewerker, collega, agent, vertegenwoordiger,
      leidinggevende, iemand echt, iemand van het team, iemand van support`,
    anybody: 'iemand, klantenservice, de support, jullie team',
    machine: 'robot, bot, chatbot, machine, computer, ai',
    talk: 'spreken, praten, chatten, doorverbinden, doorverbonden',
    want: 'wil, wens, zou graag, heb',
    please: 'alstublieft, alsjeblieft, graag, bedankt',
    small:
      'een, de, het, jullie, uw, ander, andere, met, naar, liever, nodig, ik, wij, we, mag, kan, kunnen, en, of, nu, hier',
    refuse: 'wil … geen, geen mens, geen medewerker, geen persoon, wil … niet',
    no: 'niet, geen',
  },
  {
    person: `człowiek, człowiekiem, człowieka, żywym człowiekiem, żywą osobą, prawdziwym człowiekiem, prawdziwą osobą, osobą, konsultant,
      konsultantem, konsultantką, konsultanta, konsultantkę, pracownik, pracownikiem, pracownika, agentem, kierownik, kierownikiem,
      przedstawiciel, przedstawicielem, kimś prawdziwym, kimś z zespołu`,
    anybody: 'kimś, biurem obsługi, obsługą klienta',
    machine: 'botem, chatbotem, robotem, maszyną, automatem, ai',
    talk: `rozmawiać, porozmawiać, pogadać, pisać, połącz, połączyć, połączcie, połącz mnie, połączcie mnie, skontaktować, przełącz,
      przełączyć, przełączcie mnie`,
    want: 'chcę, chciałbym, chciałabym, potrzebuję, proszę o, poproszę, poproszę o, wolę',
    please: 'proszę, dziękuję',
    small: 'z, ze, do, się, mnie, jakimś, jakąś, rozmowę, rozmowy, kontakt, i, lub, teraz',
    refuse: 'nie chcę, nie potrzebuję',
  },
  {
    person: `insan, insanla, gerçek biri, gerçek biriyle, gerçek kişi, gerçek kişiyle, gerçek insan, gerçek insanla, temsilci, temsilciyle,
      temsilciye, müşteri temsilcisi, müşteri temsilcisiyle, müşteri temsilcisine, yetkili, yetkiliyle, yetkiliye, operatör, operatörle,
      operatöre, canlı destek, biri, biriyle, birisiyle`,
    anybody: 'müşteri hizmetleri, müşteri hizmetleriyle, müşteri hizmetlerine',
    machine: 'bot, botla, robot, robotla, chatbot, makine, makineyle, yapay zeka, yapay zekayla',
    talk: 'görüş*, konuş*, yazış*, bağla*, aktar*, istiyorum, lazım, verin',
    want: 'bana bir, beni bir',
    please: 'lütfen, teşekkürler',
    small: 'bir, ile, beni, bana, ve, veya, şimdi',
    refuse: 'istemiyorum',
  },
  {
    person: `شخص*, بشخص*, إنسان*, انسان*, بشر, بشري, موظف*, الموظف*, بموظف*, ممثل*, بممثل*, مندوب*, مسؤول*, خدمة العملاء`,
    anybody: 'أحد, أحدهم',
    machine: 'روبوت, بوت, آلة',
    talk: `حولني, حوّلني, وصلني, صلني, التحدث, اتحدث, أتحدث, أن أتحدث, التكلم, أتكلم, اتكلم, تحدث`,
    want: 'أريد, اريد, أود, اود, أرغب, ارغب, ممكن, أحتاج, احتاج, هل يمكنني, عايز, بدي',
    please: 'من فضلك, لو سمحت, شكرا',
    small: 'مع, إلى, الى, في, أن, ان, أي, حقيقي, أكلم, اكلم, التواصل, الحديث, من, الآن, آخر',
    refuse: 'لا أريد, لا اريد, ما أريد, ما اريد, لا أحتاج, لا احتاج, لا أود, لا اود',
  },
];

/** A word of the first list, at most so many characters, a word of the second list, and so on. */
export type Sequence = readonly (string | number)[];

const chinesePeople = '人工, 真人, 客服, 客服人员, 客服人員, 活人, 人类, 人類';
const japanesePeople = '人間, 担当者, オペレーター, スタッフ, 有人, 生身の人, 人と';

/** Words of Japanese and Chinese, which write no spaces. */
export const spacelessWords = {
  /** Words that contain the others and mean something else. */
  other: `人工智能, 人工智慧, 人工草, 人工皮, 人工合成, 人工费, 人工費, 人工成本, 客服电话, 客服電話, 友人, 知人, 恋人, 大人, 主人, 本人, 個人,
    他人, 老人, 成人, 何人, 一人, 二人, 国人, 日本人`,
  asks: [
    [japanesePeople, 5, '話, つな, 繋, 代わ, 替わ, 相談, 対応, チャット, お願い, 出し, サポート'],
    ['转, 轉, 找, 要, 接, 叫, 换, 換, 联系, 聯繫, 有没有, 有沒有', 4, chinesePeople],
    ['和, 跟, 与, 與', 3, chinesePeople, 4, '说, 說, 聊, 谈, 談, 讲, 講, 交流, 沟通, 溝通'],
  ],
  /** Requests when they are the whole message. */
  alone: '人工, 真人, 人工客服, 真人客服, 人工服务, 人工服務',
  refuses: [['不要, 不用, 不需要, 不想', 4, '人工, 真人']],
  wantsNoMachine: [
    ['ボット, ロボット, 機械, ai', 2, '話したくない, 話したくありません, じゃなくて, ではなく'],
    ['不想, 不要, 不愿意', 3, '和, 跟, 与, 與', 3, '机器人, 機器人, 机器, ai'],
  ],
} satisfies Record<string, string | readonly Sequence[]>;
