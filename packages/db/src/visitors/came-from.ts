/** Origins of visitors, as conversations and filters have it. */
import { type RawBuilder, sql } from 'kysely';

/** Parts of the origin, of a row of `visitors`; the indexes of migration 0296 are on the same expressions. */
const parts = {
  country: 'visitors.country',
  referrer: `substring(visitors.page_referrer from '^https?://(?:www[.])?([^/:?#]+)')`,
  source: `(visitors.campaign ->> 'source')`,
  medium: `(visitors.campaign ->> 'medium')`,
  campaign: `(visitors.campaign ->> 'name')`,
} as const;

/** SQL of the origin as JSON, of the visitor of a row called `%`; null if nothing is known. */
export const originJson = `(select nullif(jsonb_strip_nulls(jsonb_build_object(${Object.entries(parts)
  .map(([name, expression]) => `'${name}', ${expression}`)
  .join(', ')})), '{}') from visitors where visitors.id = %.visitor_id)`;

/** A part of the origin, for a condition on `visitors`. */
export const originPart = (part: keyof typeof parts): RawBuilder<string | null> => sql.raw(parts[part]);
