/** Staff and customers of the demo shop. */

export const demoPassword = 'parley-demo';

export const team = [
  { name: 'Ada Moreau', email: 'ada@parley.example', username: 'ada', role: 'admin', status: 'online' },
  { name: 'Ben Okafor', email: 'ben@parley.example', username: 'ben', role: 'representative', status: 'online' },
  { name: 'Chiara Lindt', email: 'chiara@parley.example', username: 'chiara', role: 'representative', status: 'busy' },
  { name: 'Dev Raman', email: 'dev@parley.example', username: 'dev', role: 'representative', status: 'offline' },
] as const;

const firstNames = [
  'Emma',
  'Liam',
  'Sofia',
  'Noah',
  'Mia',
  'Lucas',
  'Hannah',
  'Mateo',
  'Yuki',
  'Omar',
  'Ingrid',
  'Paulo',
  'Zeynep',
  'Anna',
  'Kofi',
  'Priya',
  'Jonas',
  'Clara',
  'Tomasz',
  'Leila',
  'Björn',
  'Amélie',
  'Marco',
  'Ruth',
  'Wei',
];
const lastNames = [
  'Novak',
  'Schmidt',
  'Rossi',
  'Tanaka',
  'Silva',
  'Dubois',
  'Larsen',
  'Kowalska',
  'Yilmaz',
  'Haddad',
  'Brown',
  'Garcia',
  'Mensah',
  'Iyer',
  'Visser',
  'Olsen',
  'Moretti',
  'Weber',
  'Santos',
  'Chen',
];

/** A customer by number: always the same one, roughly every fifth without a name. */
export function customer(index: number): { name: string | null; email: string | null } {
  const first = firstNames[(index * 7) % firstNames.length] ?? 'Emma';
  const last = lastNames[(index * 11 + 3) % lastNames.length] ?? 'Novak';
  if (index % 5 === 4) return { name: null, email: null };
  const local = `${first}.${last}`
    .normalize('NFD')
    .replace(/[^\w.]/g, '')
    .toLowerCase();
  return { name: `${first} ${last}`, email: `${local}@example.com` };
}

/** Pages of the sample shop, as the visitor panel shows them. */
export const pages = [
  { path: '/demo', title: 'Fernwood — plants for real homes' },
  { path: '/demo/pricing', title: 'Plant care plans — Fernwood' },
];

export const browsers = [
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Safari/605.1.15',
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_3 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.3 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0',
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36',
];

export const places = [
  { locale: 'en-GB', timeZone: 'Europe/London' },
  { locale: 'de-DE', timeZone: 'Europe/Berlin' },
  { locale: 'en-US', timeZone: 'America/New_York' },
  { locale: 'fr-FR', timeZone: 'Europe/Paris' },
  { locale: 'es-MX', timeZone: 'America/Mexico_City' },
  { locale: 'ja-JP', timeZone: 'Asia/Tokyo' },
];
