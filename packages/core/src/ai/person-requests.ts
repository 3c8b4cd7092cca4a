/**
 * Whether a customer asks, in plain words, for a person. Decided without a model, so that it works while the model is
 * slow, down or not set up, and so that no clever assistant can talk somebody out of it.
 */

/** Words for somebody who works here, per language; nouns only, so that "personal data" is no request. `X` below. */
const person = {
  en: '(?:humans?(?: being)?|real (?:person|human)|(?:actual|live) (?:person|human|agent)|person|somebody real|someone real|agent|representative|rep|operator|colleague|employee|staff(?: member)?|manager|supervisor|support (?:team|staff|agent))',
  de: '(?:menschen?|echten? (?:menschen?|person)|richtigen? (?:menschen?|person)|person|mitarbeiter(?:in|n)?|kundenberater(?:in)?|berater(?:in)?|ansprechpartner(?:in)?|kollegen?|kollegin|vorgesetzten?|jemand(?:em|en)? (?:echtem|echten|richtigem|richtigen|vom team|vom support))',
  fr: "(?:humain|être humain|vraie personne|personne réelle|personne|conseill(?:er|ère)|agent|opérateur|opératrice|représentante?|collègue|employée?|responsable|quelqu'un(?: de réel| de vrai| du support| de l'équipe)?)",
  es: '(?:humano|ser humano|persona(?: real| de verdad)?|agente|operador(?:a)?|asesor(?:a)?|representante|empleado|encargado|supervisor(?:a)?|alguien (?:real|de verdad|del equipo|de soporte))',
  pt: '(?:humano|ser humano|pessoa(?: real| de verdade)?|atendente|agente|operador(?:a)?|representante|funcionário|gerente|supervisor(?:a)?|alguém (?:real|de verdade|da equipe|da equipa|do suporte))',
  it: '(?:umano|essere umano|persona(?: reale| vera)?|operatore|operatrice|agente|addetto|consulente|responsabile|rappresentante|qualcuno (?:di reale|di vero|del team|del supporto))',
  nl: '(?:mens|echt(?:e)? (?:mens|persoon)|persoon|medewerker|collega|agent|vertegenwoordiger|leidinggevende|iemand (?:echt|van het team|van support))',
  pl: '(?:człowiek(?:iem|a)?|żyw(?:ym|ą) (?:człowiekiem|osobą)|prawdziw(?:ym|ą) (?:człowiekiem|osobą)|osobą|konsultant(?:em|ką|a|kę)?|pracownik(?:iem|a)?|agentem|kierownik(?:iem)?|przedstawiciel(?:em)?|kimś (?:prawdziwym|z zespołu))',
  tr: '(?:insan(?:la)?|gerçek (?:biri(?:yle)?|kişi(?:yle)?|insan(?:la)?)|temsilci(?:yle|ye|ile)?|müşteri temsilcisi(?:yle|ne)?|yetkili(?:yle|ye)?|operatör(?:le|e)?|canlı destek|biri(?:yle|siyle))',
} as const;

/** Words that mean a person only where somebody wants to talk: `Y` below is these and `X`. */
const anybody: Record<keyof typeof person, string> = {
  en: '(?:some(?:one|body)|any(?:one|body)|people|customer (?:service|support|care)|(?:your |the )?support|(?:your|the) team)',
  de: '(?:jemand(?:em|en)?|kundenservice|kundendienst|kundenbetreuung|(?:ihrem |eurem )?(?:support|team))',
  fr: "(?:quelqu'un|service client|(?:votre |le )?support|votre équipe)",
  es: '(?:alguien|atención al cliente|soporte|su equipo)',
  pt: '(?:alguém|atendimento(?: ao cliente)?|suporte|sua equipe)',
  it: '(?:qualcuno|servizio clienti|assistenza clienti|il supporto)',
  nl: '(?:iemand|klantenservice|de support|jullie team)',
  pl: '(?:kimś|biurem obsługi|obsługą klienta)',
  tr: '(?:müşteri hizmetleri(?:yle|ne)?)',
};

/** How a request is put around those words. Articles and small words may stand between. */
const requests: Record<keyof typeof person, readonly string[]> = {
  en: [
    '(?:talk|speak|chat|connect(?: me)?|transfer(?: me)?|put me through|get me|hand me(?: over)?|pass me(?: on)?|escalate(?: this| me)?|switch(?: me)?) (?:to |with |over to |through to |on to )*(?:an? |the |your |some |any |another )*(?:other )?Y',
    '(?:want|need|prefer|like|demand|require|give me|can i (?:have|get)|could i (?:have|get)|is there|may i have) (?:to (?:talk|speak|chat) (?:to|with) )?(?:an? |the |your |some |any )*X(?=$|[.,;:!?)]| (?:to|who|that|please|now|here|right|instead|asap|immediately|on|from|about|because|and|or|not|today)(?![\\p{L}]))',
    '^(?:an? )?(?:human|real person|agent|operator|representative)(?: please| now)*[.!?]*$',
    '(?:can|could|may|would) (?:an? |any |some |your )*X (?:please |just )*(?:help|call|contact|answer|assist|reply|take over|look)',
    'Y (?:here )?(?:i|we) (?:can|could|may) (?:talk|speak|chat|write)',
    '^(?:(?!are you|is this|am i|you are).)*(?:real|actual|live) (?:human|person|agent|chat|support)(?: please| now| instead)*[.!?]*$',
    '(?:are you|is this) (?:an? )?(?:bot|robot|machine|ai)\\b.*X',
  ],
  de: [
    '(?:mit|zu|an) (?:eine[mnr]? |der |dem |den |ihre[mnr]? |euch )*(?:anderen )?Y (?:(?:vom|von|aus|im|in) (?:\\p{L}+ ){1,2})?(?:sprechen|reden|chatten|verbinden|verbunden|schreiben|weiterleiten|telefonieren|weitergeleitet)',
    '(?:will|möchte|möcht|brauche|bräuchte|hätte gern(?:e)?|gib mir|geben sie mir|verlange|kann ich|könnte ich|gibt es) (?:bitte |gern |gerne |lieber |jetzt |hier |auch )*(?:mit |zu )?(?:eine[mnr]? |ihre[mnr]? |den |die |der |dem )*X',
    'verbinde[nt]? sie mich|verbinde mich|(?:an|zu) (?:eine[mnr]? )?X (?:weiter|durch)',
    '(?:kann|könnte|soll|würde) (?:mir |mich |sich |bitte |hier |vielleicht )*(?:eine?[rn]? |der |die )*X (?:\\p{L}+ ){0,3}(?:helfen|anrufen|antworten|melden|kontaktieren|übernehmen)',
    '^(?:bitte )?(?:eine?n? )?(?:echten? |richtigen? )?(?:mensch(?:en)?|mitarbeiter(?:in)?|berater(?:in)?)(?: bitte)*[.!?]*$',
  ],
  fr: [
    "(?:parler|discuter|échanger|communiquer|me mettre en (?:contact|relation)|mettez-moi en (?:contact|relation)|transf[ée]re[rz](?:-moi)?|passe[rz](?:-moi)?) (?:directement |plutôt )?(?:avec |à |vers )?(?:une? |le |la |l' ?|votre |vos )*(?:autre )?(?:vraie? )?Y",
    "(?:veux|voudrais|souhaite|souhaiterais|aimerais|besoin d[’'e] ?|exige) (?:avoir |parler (?:à|avec) )?(?:une? |l' ?)*(?:vraie? )?X",
    '(?:avoir|obtenir|joindre) (?:une? )(?:vraie? )?(?:humain|personne réelle|conseill(?:er|ère)|agent)',
    "^(?:une? )?(?:humain|vraie personne|conseill(?:er|ère))(?: (?:s' ?il vous pla[iî]t|svp))*[.!?]*$",
  ],
  es: [
    '(?:hablar|chatear|comunicar(?:me|se)?|contactar|p[áa]s(?:e|a)(?:me)?|con[ée]ct(?:e|a)(?:me)?|transfier(?:e|a)(?:me)?|transferir(?:me)?|ponme|póngame) (?:directamente |mejor )?(?:con |a )*(?:una? |el |la |los |su |tu |otr[oa] )*Y',
    '(?:quiero|quisiera|necesito|prefiero|exijo|me gustaría|deseo) (?:hablar con |contactar con |que me atienda )?(?:una? |el |la )*X',
    '^(?:una? )?(?:humano|persona real|agente|persona)(?: por favor)*[.!?]*$',
  ],
  pt: [
    '(?:falar|conversar|contactar|conect(?:ar|e)(?:-me)?|transfer(?:ir|e)(?:-me)?|transfira(?:-me)?|pass(?:ar|e)(?:-me)?) (?:diretamente |melhor )?(?:com |para |a )*(?:uma? |o |a |os |seu |outr[oa] )*Y',
    '(?:quero|queria|preciso de|prefiro|exijo|gostaria de) (?:falar com |ser atendid[oa] por )?(?:uma? |o |a )*X',
    '^(?:uma? )?(?:humano|pessoa real|atendente)(?: por favor)*[.!?]*$',
  ],
  it: [
    "(?:parlare|chattare|comunicare|passami|mi passi|mettermi in contatto|collegami|trasferi(?:scimi|sca|rmi)) (?:direttamente |piuttosto )?(?:con |a |ad )*(?:una? |un' ?|il |la |l' ?|un'altra )*Y",
    "(?:voglio|vorrei|ho bisogno di|preferisco|esigo|desidero) (?:parlare con )?(?:una? |un' ?|il |la )*X",
    "^(?:una? |un' ?)?(?:umano|persona reale|operatore)(?: per favore)*[.!?]*$",
  ],
  nl: [
    '(?:met|naar) (?:een |de |jullie |uw )*(?:ander[e]? )?Y (?:spreken|praten|chatten|doorverbinden|doorverbonden)',
    '(?:spreken|praten|chatten) met (?:een |de |jullie |uw )*Y',
    '(?:mag|kan|kunnen) (?:ik|wij|we) (?:een |de |jullie )*X spreken',
    '(?:wil|wens|zou graag|heb) (?:graag |liever )?(?:met )?(?:een |de )*X (?:nodig|spreken|praten)',
    '^(?:een )?(?:mens|echt persoon|medewerker)(?: alstublieft| alsjeblieft| graag)*[.!?]*$',
  ],
  pl: [
    '(?:rozmawiać|porozmawiać|pogadać|połącz(?:yć|cie)?(?: mnie)?|skontaktować(?: się)?|przełącz(?:yć|cie)?(?: mnie)?) (?:się )?(?:z |do )*(?:jakimś |jakąś )?Y',
    'z Y (?:porozmawiać|rozmawiać|się skontaktować)',
    '(?:chcę|chciał(?:a)?bym|potrzebuję|proszę o|poproszę(?: o)?|wolę) (?:rozmowę z |rozmowy z |kontakt z )?X',
  ],
  tr: [
    'Y (?:ile )?(?:görüşmek|konuşmak|bağlan|görüşebilir|konuşabilir|aktar)',
    '(?:beni |bana )?(?:bir )?X (?:bağla|aktar|istiyorum|lazım|verin)',
  ],
};

/** Languages written without spaces, or with joined words, where phrases are matched as they stand. */
const phrases: readonly RegExp[] = [
  // Japanese
  /(?:人間|担当者|オペレーター|スタッフ|有人|生身の人)(?:の方)?(?:と|に|へ|を)?(?:直接)?(?:話|つな|繋|代わ|替わ|相談|対応|チャット|お願い|出し)/,
  /有人(?:対応|チャット|サポート)/,
  /(?<!\p{Script=Han})人と(?:直接)?(?:話|相談|チャット)/u,
  // Chinese, simplified and traditional
  /(?:转|轉|找|要|接|叫|换|換|联系|聯繫|有没有|有沒有).{0,4}(?:人工(?!智能|智慧|草|皮|合成|费|費|成本)|真人|客服人员|客服人員|活人)/,
  /(?:转|轉|找|接|叫|联系|聯繫).{0,2}客服/,
  /(?:和|跟|与|與).{0,3}(?:人工|真人|客服|活人|人类|人類).{0,4}(?:说|說|聊|谈|談|讲|講|交流|沟通|溝通)/,
  /^(?:人工|真人)(?:客服|服务|服務)?[。！!？?]*$/,
  // Arabic
  /(?:أريد|اريد|أود|اود|أرغب|ارغب|ممكن|أحتاج|احتاج|هل يمكنني|عايز|بدي).{0,25}(?<!ل)(?:شخص|إنسان|انسان|موظف|ممثل|مندوب|بشر|مسؤول|خدمة العملاء)/,
  /(?:حولني|حوّلني|وصلني|صلني|التحدث|اتحدث|أتحدث|التكلم|أتكلم|اتكلم|تحدث).{0,15}(?:شخص|إنسان|انسان|موظف|ممثل|مندوب|بشر|مسؤول)/,
];

/** Who wants no machine wants a person. Said with a "not", so decided before the refusals below. */
const noMachine: readonly RegExp[] = [
  /(?:don't|do not|not|stop|no more|instead of|rather than|tired of|hate) (?:\p{L}+ ){0,3}(?:talk|speak|chat|deal|writ)\p{L}* (?:to|with) (?:an? |the |this |your |some )?(?:(?:chat)?bots?|robots?|machines?|computers?|ai)(?!\p{L})/u,
  /(?:^|[,;] ?)(?:no|stop) (?:more |the |this )?(?:(?:chat)?bots?|robots?|ai)(?!\p{L})/u,
  /(?:nicht|kein\p{L}*) (?:\p{L}+ ){0,3}(?:bot|chatbot|roboter|maschine|computer|ki) (?:sprechen|reden|chatten|schreiben)/u,
  /(?:veux|voudrais|souhaite|peux) (?:pas|plus) (?:parler|discuter|échanger|écrire) (?:à|avec) (?:une? |le |ce |votre )(?:robot|bot|chatbot|machine|ia|ordinateur)/,
  /(?:no|não|nao|non) (?:quiero|deseo|quero|voglio|vorrei) (?:\p{L}+ )?(?:hablar|chatear|falar|conversar|parlare|chattare) (?:con|com) (?:una?|el|este|uma?|o|esse|il|questo) (?:robot|robô|robo|bot|chatbot|máquina|macchina|ia)/u,
  /niet (?:\p{L}+ )?met (?:een |de |deze )?(?:robot|bot|chatbot|machine|computer|ai) (?:praten|spreken|chatten)/u,
  /nie chcę (?:\p{L}+ )?(?:rozmawiać|pisać|gadać) z (?:botem|chatbotem|robotem|maszyną|automatem|ai)/u,
  /(?:bot|robot|makine|yapay zek[aâ])(?:la|le|yla|yle| ile)? (?:konuşmak|görüşmek|yazışmak) istemiyorum/,
  /(?:ボット|ロボット|機械|ai)(?:と|とは)?(?:話したくない|話したくありません|じゃなくて|ではなく)/,
  /不(?:想|要|愿意).{0,3}(?:和|跟|与|與).{0,3}(?:机器人|機器人|机器|ai)/,
  /(?:لا|ما) (?:أريد|اريد|أود|اود).{0,15}(?:روبوت|بوت|آلة)/,
];

/** What turns such a sentence into its opposite, or into talk about people in general. */
const refusals: readonly RegExp[] = [
  /\b(?:don'?t|do not|no need|needn'?t|not necessary|without|rather not|never) (?:\w+ ){0,4}(?:talk|speak|chat|want|need|human|person|agent|representative)/,
  /\b(?:möchte|will|brauche|muss) (?:\p{L}+ ){0,3}(?:nicht|kein(?:en|e)?)\b/u,
  /\b(?:ne|n') ?(?:veux|voudrais|souhaite|ai) (?:pas|aucun)/,
  /\b(?:no|não|nao|non) (?:quiero|necesito|quero|preciso|voglio|vorrei|ho bisogno)/,
  /\bnie (?:chcę|potrzebuję)|\bgeen (?:mens|medewerker|persoon)|\bistemiyorum/,
  /不(?:要|用|需要|想).{0,4}(?:人工|真人)|(?:لا|ما) (?:أريد|اريد|أحتاج|احتاج)/,
  /\b(?:became|become|hired as|job as|work as|apply (?:for|as)|know|met|saw) (?:an? )(?:agent|representative|manager|operator)/,
];

const sentences: readonly RegExp[] = Object.entries(requests).flatMap(([language, patterns]) =>
  patterns.map((pattern) => {
    const noun = person[language as keyof typeof person];
    const either = `(?:${noun}|${anybody[language as keyof typeof person]})`;
    // Behind the word comes neither a letter nor a hyphen: "person-sized".
    const whole = pattern.replaceAll('X', `${noun}(?![\\p{L}-])`).replaceAll('Y', `${either}(?![\\p{L}-])`);
    return new RegExp(`(?<![\\p{L}])${whole}`.replace('(?<![\\p{L}])^', '^'), 'u');
  }),
);

/** Longer texts are stories in which a person may well be mentioned; only their beginning and end are requests. */
const longText = 600;

/** True when the text asks for a person, in English, German, French, Spanish, Portuguese, Italian, Dutch, Polish, Turkish, Japanese, Chinese or Arabic. */
export function asksForPerson(text: string): boolean {
  const whole = text.normalize('NFC').toLocaleLowerCase('en').replaceAll('’', "'").replaceAll(/\s+/g, ' ').trim();
  const parts = whole.length > longText ? [whole.slice(0, longText / 2), whole.slice(-longText / 2)] : [whole];
  return parts.some((part) =>
    part
      .split(/(?<=[.!?。！？;])\s*/)
      .some(
        (sentence) =>
          noMachine.some((pattern) => pattern.test(sentence)) ||
          ([...sentences, ...phrases].some((pattern) => pattern.test(sentence)) &&
            !refusals.some((refusal) => refusal.test(sentence))),
      ),
  );
}
