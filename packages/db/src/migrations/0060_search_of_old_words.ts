import { type Kysely, sql } from 'kysely';

/**
 * A search asks at most three times as many buckets as it has asked until now, however little it found there
 * (`newest_matches`, 0058). A word that nobody has written lately was taken for a rare one after three buckets, and looked
 * for in all that are left, where it may be in every fifth message.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(statements).execute(db);
}

const before = `
    -- As many as it takes at this rate to rank as many as may be, at most three times as many as until now; but all that
    -- are left at once where it takes those, and three have shown it or few are left.
    step := ceil((most - got) * walked / greatest(got, 1));
    if step <= highest - lowest or (walked < 3 and highest - lowest > 16) then step := least(step, ceil(walked * 3)); end if;
`;
const now = `
    -- As many as it takes at this rate to rank as many as may be, at most three times as many as until now; but all that
    -- are left at once where they are few.
    step := ceil((most - got) * walked / greatest(got, 1));
    if highest - lowest > 16 then step := least(step, ceil(walked * 3)); end if;
`;

const statements = `
do $do$
declare
  name regprocedure := 'newest_matches(tsquery, boolean, integer, integer, text, text)';
  body text := pg_get_functiondef(name);
begin
  if position($old$${before}$old$ in body) > 0 then
    execute replace(body, $old$${before}$old$, $new$${now}$new$);
  elsif position($new$${now}$new$ in body) = 0 then
    raise 'newest_matches is not the one of 0058';
  end if;
end $do$;
`;
