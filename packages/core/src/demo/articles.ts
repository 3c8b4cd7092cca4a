/** Articles that the demo shop's assistant knows. */
export const articles = [
  {
    title: 'Delivery times and costs',
    content:
      'We deliver within the EU, the UK and Switzerland in 2 to 5 working days. Delivery costs €4.90 and is free above €60. Plants travel in insulated boxes; in frost below −5 °C we wait for a milder day and tell you so.',
  },
  {
    title: 'Damaged plants and refunds',
    content:
      'If a plant arrives damaged, send a photo within 14 days. You choose between a replacement and a refund; you never have to send the plant back. Refunds reach your card in two to three working days.',
  },
  {
    title: 'Watering in winter',
    content:
      'Most house plants need half as much water from October to March. Let the top 3 cm of soil dry first. Snake plants and succulents: every three to four weeks. Do not fertilise before April.',
  },
  {
    title: 'Plants that are safe for pets',
    content:
      'Safe for cats and dogs: calathea, areca palm, spider plant, Boston fern, peperomia. Not safe: fiddle-leaf fig, monstera, pothos, philodendron, lilies.',
  },
  {
    title: 'Care plans',
    content:
      'A care plan costs €9 a month for up to six plants: repotting once a year in pots up to 30 cm, advice by chat within the day, and a replacement if a plant dies in its first year. It can be cancelled every month.',
  },
  {
    title: 'Changing or cancelling an order',
    content:
      'Orders can be changed or cancelled until they are packed, usually the next morning at 8:00. After that, refuse the parcel at the door and we refund everything including delivery.',
  },
] as const;
