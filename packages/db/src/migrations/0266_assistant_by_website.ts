import { type Kysely, sql } from 'kysely';

/** Turns the assistant's tones into what differs on a website: whether it answers there, its prompt and its tone. */
export async function up(db: Kysely<unknown>): Promise<void> {
  const moved = (config: string) =>
    sql.raw(`
    ${config} - 'tones' || jsonb_build_object('websites', (
      select coalesce(jsonb_agg(tone || '{"enabled": true, "systemPrompt": ""}'), '[]')
      from jsonb_array_elements(${config} -> 'tones') tone
    ))
  `);
  await sql`update settings set ai_config = ${moved('ai_config')} where ai_config ? 'tones'`.execute(db);
  for (const column of ['change', 'before']) {
    const config = `${column} -> 'settings'`;
    await sql`
      update rehearsals set ${sql.ref(column)} = ${sql.ref(column)} || jsonb_build_object('settings', ${moved(`(${config})`)})
      where ${sql.raw(config)} ? 'tones'
    `.execute(db);
  }
}
