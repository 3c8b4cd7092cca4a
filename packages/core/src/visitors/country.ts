/** Reads the country that a browser's settings hint at. No address is looked up anywhere. */
import { type CountrySource, countryCodes } from '@parley/contracts/visitors/countries';

export interface Country {
  country: string;
  countrySource: CountrySource;
}

/** Node 20 has the zones of a region as a property, later versions as a method. */
type WithZones = Intl.Locale & { getTimeZones?: () => string[] | undefined; timeZones?: string[] };

let byZone: Map<string, string> | undefined;

/** Returns the countries of the time zones that lie in one, by the names that `Intl` has for zones. */
function countriesByZone(): Map<string, string> {
  if (byZone) return byZone;
  byZone = new Map();
  for (const country of countryCodes) {
    const region: WithZones = new Intl.Locale('und', { region: country });
    for (const zone of region.getTimeZones?.() ?? region.timeZones ?? []) byZone.set(zone, country);
  }
  return byZone;
}

/** Returns the country of a visitor by their time zone, else by the region of their first language with one. */
export function countryOf({
  timeZone,
  languages,
}: {
  timeZone?: string | undefined;
  languages: readonly string[];
}): Country | undefined {
  const ofZone = timeZone === undefined ? undefined : countriesByZone().get(zoneName(timeZone));
  if (ofZone) return { country: ofZone, countrySource: 'time_zone' };
  const ofLanguage = languages.map((each) => /-([A-Z]{2})\b/.exec(each)?.[1]).find(isCountry);
  return ofLanguage === undefined ? undefined : { country: ofLanguage, countrySource: 'language' };
}

/** Returns the code of the country that a page names; undefined for anything else. */
export function namedCountry(value: unknown): string | undefined {
  const code = typeof value === 'string' ? value.trim().toUpperCase() : undefined;
  return isCountry(code) ? code : undefined;
}

const isCountry = (code: string | undefined): code is string => code !== undefined && countryCodes.includes(code);

/** Zones have several names, of which `Intl` lists one. */
function zoneName(timeZone: string): string {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }).resolvedOptions().timeZone;
  } catch {
    return '';
  }
}
