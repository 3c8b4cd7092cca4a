/** Words without a topic; folded, of three letters and more. */
export const functionWords: ReadonlySet<string> = new Set(
  [
    'the and are you your yours our ours his her its their they them this that these those with from for was were will would can could may might must have has had been being but not nor too very just only also then than there here what when where which who whom whose how why all any some each both more most much many such into onto over under about within after before until while does did done get gets got',
    'ihnen uns euch euer dich mich ihm ihn der die das den dem des ein eine einen einem einer eines und oder aber ist sind war waren wird werden wurde haben hat hatte ich sie wir ihr ihre ihren ihrem ihrer mein meine dein unser unsere mit von vom zum zur fur auf aus bei nach vor uber unter durch als auch nur noch schon sehr mehr wie was wer wann kann konnen konnte muss mussen soll nicht kein keine keinen innerhalb',
    'les des une est sont etait sera ont avez avons nous vous ils elles leur leurs notre nos votre vos mon mes ses son cette ces que qui quoi dont avec pour par sur sous dans chez entre vers plus moins tres aussi mais donc car comme peut peuvent pouvez pas non aux',
    'los las una unos unas del que con por para sin sobre entre desde hasta esta este estos estas ese esa son era ser han hay nos les sus nuestro nuestra nuestros nuestras usted ustedes muy mas pero como cuando donde quien puede pueden tambien',
    'gli una uno del della dello dei delle dal dalla con per tra fra che chi non sono era essere hanno abbiamo avete vostro vostra nostro nostra nostri nostre suo sua suoi sue piu meno molto anche come quando dove puo possono puoi nel nella nei sul sulla alla allo alle agli entro',
    'uma umas uns dos das nos nas com por para sem sobre entre desde ate esta este esse essa sao era ser tem voce voces seu sua seus suas nosso nossa muito mais mas como quando onde quem pode podem tambem pelo pela',
    'het een van met voor aan bij uit naar over onder door dat dit deze die zijn was waren wordt worden heeft hebben had kan kunnen moet ons onze uw jouw mijn hun niet geen ook maar als dan nog wel zeer meer hoe wat wie waar wanneer binnen',
    'jest sa byl byla sie nie tak jak ale czy dla przez przy pod nad bez ten tego tej tym nasz nasza nasze panstwa moze mozna tylko juz oraz ktory ktora ktore',
    'bir bu icin ile gibi daha cok var yok olan olarak veya sizin bizim',
  ]
    .join(' ')
    .split(' '),
);
