/**
 * Dialogues of the demo shop. Each line starts with its speaker: `c` the customer, `a` the assistant, `r` a
 * representative. A dialogue may be cut anywhere, so every prefix that starts with the customer makes sense.
 */
export type Speaker = 'c' | 'a' | 'r';

export const dialogues: readonly (readonly (readonly [Speaker, string])[])[] = [
  [
    ['c', 'Hi! My monstera arrived today but two leaves are torn. Is that normal?'],
    [
      'a',
      'I am sorry to hear that. Small tears can happen on the way and do not hurt the plant, but you should not have to live with damage. Could you tell me your order number?',
    ],
    ['c', 'FW-20418'],
    [
      'r',
      'Hello, I have your order in front of me. I can send a replacement tomorrow, or refund 30 % and you keep this one. What would you prefer?',
    ],
    ['c', 'The refund is fine, she is growing on me already 🌿'],
    ['r', 'Done. You will see it on your card in two to three days. Thank you for giving her a home!'],
    ['c', 'That was quick, thank you!'],
  ],
  [
    ['c', 'Do you deliver to Ireland?'],
    ['a', 'Yes, we deliver to Ireland in 3 to 5 working days. Delivery is free above €60.'],
    ['c', 'Great, thanks'],
    ['a', 'You are welcome! Is there anything else I can help you with?'],
  ],
  [
    ['c', 'My code SPRING15 does not work at checkout.'],
    [
      'a',
      'SPRING15 is valid for orders above €40 and not together with care plans. Is there a care plan in your basket?',
    ],
    ['c', 'Yes there is. So I have to order twice?'],
    [
      'r',
      'No need to. I have added the discount to your basket by hand; please reload the page and you should see it.',
    ],
    ['c', 'It is there now. Thanks!'],
  ],
  [
    ['c', 'How often do I water a snake plant in winter?'],
    [
      'a',
      'Every three to four weeks is enough in winter. Let the soil dry out completely first; snake plants forgive thirst, but not wet feet.',
    ],
    ['c', 'Good to know. And fertiliser?'],
    ['a', 'None between October and March. Start again with half a dose in April.'],
  ],
  [
    ['c', 'Where is my parcel? Tracking has said "in transit" for six days. Order FW-20977.'],
    [
      'a',
      'I can see that FW-20977 left us on time and has been with the carrier since. Would you like a person to look into it?',
    ],
    ['c', 'Yes please'],
    [
      'r',
      'I have just called the carrier: the parcel was sent to the wrong depot and leaves there tonight. It should reach you the day after tomorrow.',
    ],
    ['c', 'Okay. Will the plants survive that long?'],
    [
      'r',
      'They usually do for ten days. If anything looks sad, send us a photo and we replace it, no questions asked.',
    ],
  ],
  [
    ['c', 'Hello, I would like to order 40 small succulents as wedding favours. Is there a price for larger orders?'],
    ['r', 'Congratulations! From 30 pieces on we take 20 % off, and we can add small name tags. When is the wedding?'],
    ['c', '14 June. Name tags would be lovely.'],
    ['r', 'Perfect, plenty of time. I will send you an offer by mail today. Any colours you would like the pots in?'],
    ['c', 'Terracotta, please!'],
  ],
  [
    ['c', 'Is the fiddle-leaf fig safe for cats?'],
    [
      'a',
      'No, sadly not: its sap irritates mouths and stomachs. Calathea, areca palm and spider plant are safe and look good too.',
    ],
    ['c', 'Oh that is good that I asked. Calathea it is.'],
  ],
  [
    ['c', 'I want to change my delivery address, order FW-21106'],
    ['a', 'FW-21106 has not left us yet, so that is possible. I will hand you over to a colleague who can change it.'],
    ['r', 'Hi, what is the new address?'],
    ['c', 'Lindenweg 12, 79100 Freiburg'],
    ['r', 'Changed. You will get a new confirmation in a minute.'],
    ['c', 'Got it, thanks'],
  ],
  [
    ['c', 'Bonjour, est-ce que vous livrez en Belgique ?'],
    ['a', 'Bonjour ! Oui, nous livrons en Belgique sous 2 à 4 jours ouvrables. La livraison est offerte dès 60 €.'],
    ['c', 'Parfait, merci beaucoup'],
  ],
  [
    ['c', 'Guten Tag, kann ich meine Bestellung noch stornieren? FW-21290'],
    ['a', 'Guten Tag! Die Bestellung ist noch nicht verpackt. Soll ich sie für Sie stornieren lassen?'],
    ['c', 'Ja bitte'],
    ['r', 'Ist erledigt, der Betrag wird heute zurückgebucht.'],
    ['c', 'Vielen Dank!'],
  ],
  [
    ['c', 'The care plan page says "repotting included". How often is that?'],
    [
      'a',
      'Once a year for up to six plants, usually in spring. Pots up to 30 cm are included, larger ones cost €8 each.',
    ],
    ['c', 'And do you come to my home for it?'],
    ['a', 'In the cities listed on the page, yes. Elsewhere we send you a kit with a video call.'],
    ['c', 'Can I talk to a person about a company office with 60 plants?'],
    ['r', 'Of course, hello! I look after our office customers. Could we have a short call tomorrow at 10?'],
    ['c', '10 works. My number is in my account.'],
  ],
  [
    ['c', 'There are tiny flies around my pothos, is that from you??'],
    [
      'r',
      'Those sound like fungus gnats. They are a nuisance but harmless. Let the top 3 cm dry out between waterings and I will send you sticky traps and nematodes for free.',
    ],
    ['c', 'Oh, that is kind. Yes please.'],
    ['r', 'On the way. Two weeks and they should be gone.'],
  ],
  [
    ['c', 'Can I pay by invoice?'],
    ['a', 'Yes, as a business customer with a VAT number. Choose "Invoice" at checkout; it is due after 14 days.'],
  ],
  [
    ['c', 'I never got a confirmation mail'],
    ['a', 'Please look in your spam folder first. If it is not there, tell me the email address you ordered with.'],
    ['c', 'It is not there. The address is the one I am writing from.'],
    ['r', 'There was a typo in the address on the order. I have corrected it and sent the confirmation again.'],
    ['c', 'Arrived!'],
  ],
  [
    ['c', 'do u have olive trees'],
    ['a', 'We do: 60 cm for €39 and 120 cm for €89. Both like a bright, cool winter, around 8 °C.'],
    ['c', 'how big is the pot of the big one'],
    ['a', 'The 120 cm tree comes in a 26 cm nursery pot, so a decorative pot of 28 cm or more fits.'],
  ],
  [
    ['c', 'My gift card says it has expired. I got it for Christmas two years ago.'],
    [
      'r',
      'Gift cards are valid for three years, so that is our mistake. I have set it to the end of next year. Sorry for the trouble!',
    ],
    ['c', 'Great service, thank you.'],
  ],
];
