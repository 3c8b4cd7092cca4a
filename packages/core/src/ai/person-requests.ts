/**
 * Whether a customer asks, in plain words, for a person. Decided without a model, so that it works while the model is
 * slow, down or not set up, and so that no clever assistant can talk somebody out of it.
 */

/** Words for somebody who works here, per language; nouns only, so that "personal data" is no request. */
const person = {
  en: '(?:human(?: being)?|real (?:person|human)|(?:actual|live) (?:person|human|agent)|person|somebody real|someone real|agent|representative|rep|operator|colleague|employee|staff(?: member)?|manager|supervisor|support (?:team|staff|agent))',
  de: '(?:menschen?|echten? (?:menschen?|person)|richtigen? (?:menschen?|person)|person|mitarbeiter(?:in|n)?|kundenberater(?:in)?|berater(?:in)?|ansprechpartner(?:in)?|kollegen?|kollegin|vorgesetzten?|jemand(?:em|en)? (?:echtem|echten|richtigem|richtigen|vom team|vom support))',
  fr: "(?:humain|être humain|vraie personne|personne réelle|personne|conseill(?:er|ère)|agent|opérateur|opératrice|représentante?|collègue|employée?|responsable|quelqu[’']un(?: de réel| de vrai| du support| de l[’']équipe)?)",
  es: '(?:humano|ser humano|persona(?: real| de verdad)?|agente|operador(?:a)?|asesor(?:a)?|representante|empleado|encargado|supervisor(?:a)?|alguien (?:real|de verdad|del equipo|de soporte))',
  pt: '(?:humano|ser humano|pessoa(?: real| de verdade)?|atendente|agente|operador(?:a)?|representante|funcionário|gerente|supervisor(?:a)?|alguém (?:real|de verdade|da equipe|da equipa|do suporte))',
  it: '(?:umano|essere umano|persona(?: reale| vera)?|operatore|operatrice|agente|addetto|consulente|responsabile|rappresentante|qualcuno (?:di reale|di vero|del team|del supporto))',
  nl: '(?:mens|echt(?:e)? (?:mens|persoon)|persoon|medewerker|collega|agent|vertegenwoordiger|leidinggevende|iemand (?:echt|van het team|van support))',
  pl: '(?:człowiek(?:iem|a)?|żyw(?:ym|ą) (?:człowiekiem|osobą)|prawdziw(?:ym|ą) (?:człowiekiem|osobą)|osobą|konsultant(?:em|ką)?|pracownik(?:iem)?|agentem|kierownik(?:iem)?|przedstawiciel(?:em)?|kimś (?:prawdziwym|z zespołu))',
  tr: '(?:insan(?:la)?|gerçek (?:biri(?:yle)?|kişi(?:yle)?|insan(?:la)?)|temsilci(?:yle|ye|ile)?|müşteri temsilcisi(?:yle|ne)?|yetkili(?:yle|ye)?|operatör(?:le|e)?|canlı destek|biri(?:yle|siyle))',
} as const;

/** How a request is put around that noun. `X` stands for it. Articles and small words may stand between. */
const requests: Record<keyof typeof person, readonly string[]> = {
  en: [
    '(?:talk|speak|chat|connect(?: me)?|transfer(?: me)?|put me through|get me|hand me(?: over)?|pass me(?: on)?|escalate(?: this| me)?|switch(?: me)?) (?:to |with |over to |through to |on to )*(?:an? |the |your |some |any |another )*(?:other )?X',
    '(?:want|need|prefer|like|demand|require|give me|can i (?:have|get)|could i (?:have|get)|is there|may i have) (?:to (?:talk|speak|chat) (?:to|with) )?(?:an? |the |your |some |any )*X(?! (?:account|data|information|number|id))',
    '^(?:an? )?(?:human|real person|agent|operator|representative)(?: please| now)*[.!?]*$',
    '(?:not|stop) (?:talking to |speaking to |chatting with )?(?:an? |the |this )?(?:bot|robot|machine|ai)\\b',
    '(?:are you|is this) (?:an? )?(?:bot|robot|machine|ai)\\b.*X',
  ],
  de: [
    '(?:mit|zu|an) (?:eine[mnr]? |der |dem |den |ihre[mnr]? |euch )*(?:anderen )?X (?:sprechen|reden|chatten|verbinden|verbunden|schreiben|weiterleiten|telefonieren|weitergeleitet)',
    '(?:will|möchte|möcht|brauche|bräuchte|hätte gern(?:e)?|gib mir|geben sie mir|verlange|kann ich|könnte ich|gibt es) (?:bitte |gern |gerne |lieber |jetzt |hier |auch )*(?:mit |zu )?(?:eine[mnr]? |ihre[mnr]? |den |die |der |dem )*X',
    'verbinde[nt]? sie mich|verbinde mich|(?:an|zu) (?:eine[mnr]? )?X (?:weiter|durch)',
    '^(?:ein(?:en)? )?(?:mensch(?:en)?|mitarbeiter)(?: bitte)*[.!?]*$',
  ],
  fr: [
    "(?:parler|discuter|échanger|communiquer|me mettre en (?:contact|relation)|mettez-moi en (?:contact|relation)|transf[ée]re[rz](?:-moi)?|passe[rz](?:-moi)?) (?:directement |plutôt )?(?:avec |à |vers )?(?:une? |le |la |l[’'] ?|votre |vos )*(?:autre )?(?:vraie? )?X",
    "(?:veux|voudrais|souhaite|souhaiterais|aimerais|besoin d[’'e] ?|exige) (?:avoir |parler (?:à|avec) )?(?:une? |l[’'] ?)*(?:vraie? )?X",
    "^(?:une? )?(?:humain|vraie personne|conseill(?:er|ère))(?: (?:s[’'] ?il vous pla[iî]t|svp))*[.!?]*$",
  ],
  es: [
    '(?:hablar|chatear|comunicar(?:me|se)?|contactar|p[áa]s(?:e|a)(?:me)?|con[ée]ct(?:e|a)(?:me)?|transfier(?:e|a)(?:me)?|transferir(?:me)?|ponme|póngame) (?:directamente |mejor )?(?:con |a )*(?:una? |el |la |los |su |tu |otr[oa] )*X',
    '(?:quiero|quisiera|necesito|prefiero|exijo|me gustaría|deseo) (?:hablar con |contactar con |que me atienda )?(?:una? |el |la )*X',
    '^(?:una? )?(?:humano|persona real|agente|persona)(?: por favor)*[.!?]*$',
  ],
  pt: [
    '(?:falar|conversar|contactar|conect(?:ar|e)(?:-me)?|transfer(?:ir|e)(?:-me)?|transfira(?:-me)?|pass(?:ar|e)(?:-me)?) (?:diretamente |melhor )?(?:com |para |a )*(?:uma? |o |a |os |seu |outr[oa] )*X',
    '(?:quero|queria|preciso de|prefiro|exijo|gostaria de) (?:falar com |ser atendid[oa] por )?(?:uma? |o |a )*X',
    '^(?:uma? )?(?:humano|pessoa real|atendente)(?: por favor)*[.!?]*$',
  ],
  it: [
    "(?:parlare|chattare|comunicare|passami|mi passi|mettermi in contatto|collegami|trasferi(?:scimi|sca|rmi)) (?:direttamente |piuttosto )?(?:con |a |ad )*(?:una? |un[’'] ?|il |la |l[’'] ?|un[’']altra )*X",
    "(?:voglio|vorrei|ho bisogno di|preferisco|esigo|desidero) (?:parlare con )?(?:una? |un[’'] ?|il |la )*X",
    "^(?:una? |un[’'] ?)?(?:umano|persona reale|operatore)(?: per favore)*[.!?]*$",
  ],
  nl: [
    '(?:met|naar) (?:een |de |jullie |uw )*(?:ander[e]? )?X (?:spreken|praten|chatten|doorverbinden|doorverbonden)',
    '(?:spreken|praten|chatten) met (?:een |de |jullie |uw )*X',
    '(?:wil|wens|zou graag|heb) (?:graag |liever )?(?:met )?(?:een |de )*X (?:nodig|spreken|praten)',
    '^(?:een )?(?:mens|echt persoon|medewerker)(?: alstublieft| alsjeblieft| graag)*[.!?]*$',
  ],
  pl: [
    '(?:rozmawiać|porozmawiać|pogadać|połącz(?:yć|cie)?(?: mnie)?|skontaktować(?: się)?|przełącz(?:yć|cie)?(?: mnie)?) (?:się )?(?:z |do )*(?:jakimś |jakąś )?X',
    '(?:chcę|chciał(?:a)?bym|potrzebuję|proszę o|wolę) (?:rozmowę z |rozmowy z |kontakt z )?X',
  ],
  tr: [
    'X (?:ile )?(?:görüşmek|konuşmak|bağlan|görüşebilir|konuşabilir|aktar)',
    '(?:beni |bana )?(?:bir )?X (?:bağla|aktar|istiyorum|lazım|verin)',
  ],
};

/** Languages written without spaces, or with joined words, where phrases are matched as they stand. */
const phrases: readonly RegExp[] = [
  // Japanese
  /(?:人間|担当者|オペレーター|スタッフ|有人|生身の人)(?:の方)?(?:と|に|へ|を)?(?:直接)?(?:話|つな|繋|代わ|替わ|相談|対応|チャット|お願い|出し)/,
  /有人(?:対応|チャット|サポート)/,
  // Chinese, simplified and traditional
  /(?:转|轉|找|要|接|叫|换|換|联系|聯繫|有没有|有沒有).{0,4}(?:人工|真人|客服人员|客服人員|活人)/,
  /(?:和|跟|与|與).{0,3}(?:人工|真人|客服|活人|人类|人類).{0,4}(?:说|說|聊|谈|談|讲|講|交流|沟通|溝通)/,
  /^(?:人工|真人)(?:客服|服务|服務)?[。！!？?]*$/,
  // Arabic
  /(?:أريد|اريد|أود|اود|أرغب|ارغب|ممكن|أحتاج|احتاج|هل يمكنني|عايز|بدي).{0,25}(?:شخص|إنسان|انسان|موظف|ممثل|مندوب|بشر|مسؤول|خدمة العملاء)/,
  /(?:حولني|حوّلني|وصلني|صلني|التحدث|اتحدث|أتحدث|التكلم|أتكلم|اتكلم|تحدث).{0,15}(?:شخص|إنسان|انسان|موظف|ممثل|مندوب|بشر|مسؤول)/,
];

/** What turns such a sentence into its opposite, or into talk about people in general. */
const refusals: readonly RegExp[] = [
  /\b(?:don'?t|do not|no need|needn'?t|not necessary|without|rather not|never) (?:\w+ ){0,4}(?:talk|speak|chat|want|need|human|person|agent|representative)/,
  /\b(?:möchte|will|brauche|muss) (?:\p{L}+ ){0,3}(?:nicht|kein(?:en|e)?)\b/u,
  /\b(?:ne|n[’']) ?(?:veux|voudrais|souhaite|ai) (?:pas|aucun)/,
  /\b(?:no|não|nao|non) (?:quiero|necesito|quero|preciso|voglio|vorrei|ho bisogno)/,
  /\bnie (?:chcę|potrzebuję)|\bgeen (?:mens|medewerker|persoon)|\bistemiyorum/,
  /不(?:要|用|需要|想).{0,4}(?:人工|真人)|(?:لا|ما) (?:أريد|اريد|أحتاج|احتاج)/,
  /\b(?:became|become|hired as|job as|work as|apply (?:for|as)|know|met|saw) (?:an? )(?:agent|representative|manager|operator)/,
];

const sentences: readonly RegExp[] = Object.entries(requests).flatMap(([language, patterns]) =>
  patterns.map((pattern) => {
    const noun = person[language as keyof typeof person];
    return new RegExp(
      `(?<![\\p{L}])${pattern.replaceAll('X', `(?:${noun})(?![\\p{L}])`)}`.replace('(?<![\\p{L}])^', '^'),
      'u',
    );
  }),
);

/** Longer texts are stories in which a person may well be mentioned; only their beginning and end are requests. */
const longText = 600;

/** True when the text asks for a person, in English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish, Japanese, Chinese or Arabic. */
export function asksForPerson(text: string): boolean {
  const whole = text.normalize('NFC').toLocaleLowerCase('en').replaceAll(/\s+/g, ' ').trim();
  const parts = whole.length > longText ? [whole.slice(0, longText / 2), whole.slice(-longText / 2)] : [whole];
  return parts.some((part) =>
    part
      .split(/(?<=[.!?。！？;])\s*/)
      .some(
        (sentence) =>
          [...sentences, ...phrases].some((pattern) => pattern.test(sentence)) &&
          !refusals.some((refusal) => refusal.test(sentence)),
      ),
  );
}
