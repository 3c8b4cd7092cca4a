/** The demo's team at work: schedule, assignment, SLA policies, rules, attributes and an absence. */
import type { Filter, FilterCondition } from '@parley/contracts/filter/filter';
import type { ScheduleWeek } from '@parley/contracts/schedules/schedule';
import { weekdays } from '@parley/contracts/settings/settings';
import { insertAttribute } from '@parley/db/attributes/attributes';
import type { Transaction } from '@parley/db/database';
import { insertTeam } from '@parley/db/roles/teams';
import { insertRule } from '@parley/db/rules/rules';
import { insertSchedule } from '@parley/db/schedules/schedules';
import { insertSlaPolicy } from '@parley/db/sla/policies';
import { insertAbsence } from '@parley/db/users/absences';
import { sql } from 'kysely';

interface AutomationSetting {
  /** The admin first. */
  representatives: readonly { id: string }[];
  websiteId: string;
  tradeId: string;
  tagId: (name: string) => string[];
  now: Date;
}

/** Ids that the demo's history names. */
export interface Automation {
  shopId: string;
  policy: { name: string; firstResponseMinutes: number };
  rule: { id: string; name: string; tagId: string; tag: string; words: readonly string[] };
}

const urgent: FilterCondition = { field: 'priority', op: 'is', value: 'urgent' };

/** Filter of a view, and of what the shop assigns first. */
export const urgentAndOpen: Filter = { all: [{ field: 'status', op: 'in', value: ['active', 'waiting'] }, urgent] };

const max = 100;
const dayMs = 86_400_000;
const parcelWords = ['parcel', 'deliver', 'delivery', 'livrez'] as const;

/** Fails the seeding if something wasn't added: the demo begins with an empty database. */
function added<T extends { id: string }>(made: T | string | undefined): T {
  if (typeof made !== 'object') throw new Error(`The demo could not be made: ${made ?? 'nothing added'}`);
  return made;
}

/** Adds them, and gives each conversation its team. */
export async function seedAutomation(db: Transaction, setting: AutomationSetting): Promise<Automation> {
  const { representatives, websiteId, tradeId, tagId, now } = setting;
  const [ada, ben, chiara, dev] = representatives.map(({ id }) => id);
  if (!ada || !ben || !chiara || !dev) throw new Error('The demo has four representatives');
  const schedule = await insertSchedule(db, {
    name: 'Shop hours',
    // Users try the demo on the machine that it runs on, at most hours of their day.
    timezone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    week: Object.fromEntries(weekdays.map((day) => [day, [{ start: '06:00', end: '23:59' }]])) as ScheduleWeek,
    exceptions: [{ name: 'Christmas', ...christmas(now), ranges: [] }],
    max,
  });
  const scheduleId = added(schedule).id;
  const shop = await insertTeam(db, {
    name: 'Shop',
    websiteIds: [websiteId],
    memberIds: [ada, ben, chiara],
    leadIds: [ada],
    scheduleId,
    // The others have no browser open: nothing is taken from them while the demo is tried.
    routing: { mode: 'balanced', first: urgentAndOpen, returnAfterMinutes: null },
    max,
  });
  const wholesale = await insertTeam(db, {
    name: 'Wholesale',
    websiteIds: [tradeId],
    memberIds: [ada, ben, chiara, dev],
    leadIds: [dev],
    max,
  });
  const [shopId, wholesaleId] = [added(shop).id, added(wholesale).id];
  await db.updateTable('websites').set({ teamId: shopId }).where('id', '=', websiteId).execute();
  await db.updateTable('websites').set({ teamId: wholesaleId }).where('id', '=', tradeId).execute();
  // Some waiting conversations fit into the admin's capacity and some don't, so both can be seen.
  for (const { id, ...skills } of [
    { id: ada, capacity: 4, languages: ['en', 'fr'], skills: ['Refund'] },
    { id: ben, capacity: 8, languages: ['en', 'de'], skills: ['Delivery'] },
    { id: chiara, capacity: 6, languages: ['en', 'it', 'de'], skills: ['Plant care'] },
  ])
    await db.updateTable('users').set(skills).where('id', '=', id).execute();
  await insertAbsence(db, {
    userId: dev,
    createdBy: dev,
    from: new Date(now.getTime() - dayMs).toISOString(),
    until: new Date(now.getTime() + 5 * dayMs).toISOString(),
    coveredBy: ben,
  });
  const always = { schedule: 'always', scheduleId: null, pausesWhileWaiting: true, countsAssistant: false } as const;
  await insertSlaPolicy(db, {
    ...always,
    name: 'Urgent',
    filter: urgent,
    firstResponseMinutes: 15,
    nextResponseMinutes: 30,
    resolutionMinutes: 480,
  });
  const policy = { name: 'Standard', firstResponseMinutes: 90 };
  await insertSlaPolicy(db, {
    ...always,
    ...policy,
    filter: { all: [] },
    nextResponseMinutes: 120,
    resolutionMinutes: 2880,
  });
  await seedAttributes(db, wholesaleId);
  await assignTeams(db, { shopId, wholesaleId });
  return { shopId, policy, rule: await seedRules(db, ada, tagId) };
}

/** Returns the next Christmas, or the present one. */
function christmas(now: Date): { from: string; until: string } {
  const year = now.getUTCFullYear() + (now.getUTCMonth() === 11 && now.getUTCDate() > 26 ? 1 : 0);
  return { from: `${year}-12-24`, until: `${year}-12-26` };
}

/** Large orders are Wholesale's, all others the shop's. */
async function assignTeams(db: Transaction, { shopId, wholesaleId }: Record<'shopId' | 'wholesaleId', string>) {
  await sql`
    update conversations set team_id = case when exists (
      select from messages where conversation_id = conversations.id and content ilike '%larger orders%'
    ) then ${wholesaleId}::uuid else ${shopId}::uuid end
  `.execute(db);
}

async function seedAttributes(db: Transaction, wholesaleId: string): Promise<void> {
  const subject = 'conversation';
  const requiredToClose = { teamIds: [wholesaleId], isYes: true, includesAutomation: false };
  for (const attribute of [
    { subject: 'contact', key: 'care_plan', name: 'Care plan', type: 'choice', choices: ['None', 'Basic', 'Plus'] },
    { subject, key: 'order_number', name: 'Order number', type: 'text', choices: [] },
    { subject, key: 'offer_sent', name: 'Offer sent', type: 'yes_no', choices: [], requiredToClose },
  ] as const)
    await insertAttribute(db, { ...attribute, choices: [...attribute.choices] });
  await sql`
    with orders as (
      select conversation_id, min(substring(content from 'FW-[0-9]+')) as number, min(created_at) as at
      from messages where sender_type = 'customer' and content ~ 'FW-[0-9]+' group by conversation_id
    )
    update conversations set attributes = jsonb_build_object('order_number',
      jsonb_build_object('value', number, 'source', 'page', 'setBy', null, 'setAt', at))
    from orders where orders.conversation_id = conversations.id
  `.execute(db);
  await sql`
    with numbered as (select id, row_number() over (order by id) as no from contacts)
    update contacts set attributes = jsonb_build_object('care_plan', jsonb_build_object(
      'value', (array['Plus', 'Basic', 'None'])[1 + no % 3], 'source', 'page', 'setBy', null, 'setAt', created_at))
    from numbered where numbered.id = contacts.id and no % 2 = 0
  `.execute(db);
}

const everyTime = { time: null, hours: null, words: [], languages: [], stops: false, filter: { all: [] } };

async function seedRules(
  db: Transaction,
  authorId: string,
  tagId: AutomationSetting['tagId'],
): Promise<Automation['rule']> {
  const tag = 'Delivery';
  const delivery = tagId(tag);
  const parcels = {
    ...everyTime,
    name: 'Tag questions about delivery',
    isOn: true,
    triggers: ['customer_message' as const],
    words: [...parcelWords],
    actions: [{ type: 'tag' as const, add: delivery }],
  };
  const { id } = added(await insertRule(db, parcels, { authorId, max }));
  await insertRule(
    db,
    {
      ...everyTime,
      name: 'Waiting for an hour',
      isOn: true,
      triggers: ['time_in_state'],
      time: { state: 'waiting', minutes: 60, isWorkingTime: true },
      actions: [
        { type: 'priority', priority: 'high' },
        { type: 'notify_lead', text: 'This customer has waited for an hour.' },
      ],
    },
    { authorId, max },
  );
  await insertRule(
    db,
    {
      ...everyTime,
      name: 'Thank customers at night',
      isOn: false,
      triggers: ['handed_off'],
      hours: 'outside',
      actions: [
        {
          type: 'message',
          text: 'Thanks for writing! We read every message in the morning.',
          variants: [{ language: 'de', text: 'Danke für Ihre Nachricht! Wir lesen am Morgen alles.' }],
        },
      ],
    },
    { authorId, max },
  );
  await sql`
    update conversations set tag_ids = ${delivery}::uuid[] where exists (select from messages
      where conversation_id = conversations.id and sender_type = 'customer' and content ~* ${parcelWords.join('|')}::text)
  `.execute(db);
  return { id, name: parcels.name, tag, tagId: delivery[0] ?? '', words: parcelWords };
}
