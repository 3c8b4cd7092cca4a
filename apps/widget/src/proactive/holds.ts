/** Whether the conditions of a proactive message hold on this page. */
import type { ProactiveConditions } from '@parley/contracts/proactive/proactive';
import { showsOnPage } from '@parley/contracts/visitors/page-rules';
import type { WidgetSetup } from '@parley/contracts/visitors/widget';

type Signed = Readonly<Record<string, string | number | boolean | null | undefined>>;

/** Facts of the page and of its visitor. */
export interface Facts {
  path: string;
  referrer: string;
  /** Parameters of the first page's address. */
  query: string;
  secondsOnPage: number;
  /** Largest share of the page that was in view, in percent. */
  scrolled: number;
  isLeaving: boolean;
  /** Undefined where visits aren't counted. */
  visits: number | undefined;
  language: string;
  signed: Signed;
  tracked: readonly string[];
  team: Pick<WidgetSetup['team'], 'isOpen' | 'isOnline' | 'answersFirst'>;
}

const isOn = (pages: readonly string[], path: string): boolean =>
  showsOnPage({ whitelistMode: true, allowedPages: pages }, path);

/** Whether one text has the other in it, whatever the case. */
const has = (text: string | null | undefined, part: string): boolean =>
  !!text?.toLowerCase().includes(part.toLowerCase());

/** Compares each condition that there is with the facts. */
const checks: {
  [Name in keyof ProactiveConditions]-?: (wanted: NonNullable<ProactiveConditions[Name]>, facts: Facts) => boolean;
} = {
  pages: (pages, { path }) => !pages.length || isOn(pages, path),
  notPages: (pages, { path }) => !isOn(pages, path),
  referrer: (part, { referrer }) => has(referrer, part),
  utm: (wanted, { query }) =>
    Object.entries(wanted).every(([name, part]) => has(new URLSearchParams(query).get(`utm_${name}`), part)),
  seconds: (seconds, { secondsOnPage }) => secondsOnPage >= seconds,
  scroll: (percent, { scrolled }) => scrolled >= percent,
  exitIntent: (_, { isLeaving }) => isLeaving,
  visitsMin: (least, { visits = 0 }) => visits >= least,
  languages: (languages, { language }) =>
    !languages.length || languages.some((each) => `${language.toLowerCase()}-`.startsWith(`${each.toLowerCase()}-`)),
  attributes: (wanted, { signed }) =>
    wanted.every(
      ({ key, value }) =>
        `${(signed[key] as string | number | boolean | undefined) ?? ''}`.toLowerCase() === value.toLowerCase(),
    ),
  event: (name, { tracked }) => tracked.includes(name),
  hours: (wanted, { team }) => team.isOpen === (wanted === 'within'),
  answers: (wanted, { team }) =>
    wanted === (team.answersFirst === 'ai' ? 'assistant' : team.isOnline ? 'person' : 'nobody'),
};

function holdsOne(name: keyof ProactiveConditions, conditions: ProactiveConditions, facts: Facts): boolean {
  const wanted = conditions[name];
  // A condition that this edition of the widget doesn't know can't be said to hold.
  const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
  return wanted === undefined || (check !== undefined && Reflect.apply(check, null, [wanted, facts]) === true);
}

/** Returns whether all conditions hold. */
export const holds = (conditions: ProactiveConditions, facts: Facts): boolean =>
  (Object.keys(conditions) as (keyof ProactiveConditions)[]).every((name) => holdsOne(name, conditions, facts));

/** Reads the attributes of a JWT that the website's server has signed; the server checks it once the visitor writes. */
export function signedAttributes(hash: unknown): Signed {
  try {
    const [, payload = ''] = String(hash).split('.');
    const bytes = Uint8Array.from(atob(payload.replaceAll('-', '+').replaceAll('_', '/')), (sign) =>
      sign.charCodeAt(0),
    );
    const claims: { attributes?: Signed | null } | null = JSON.parse(new TextDecoder().decode(bytes));
    return typeof claims?.attributes === 'object' ? { ...claims.attributes } : {};
  } catch {
    return {};
  }
}
