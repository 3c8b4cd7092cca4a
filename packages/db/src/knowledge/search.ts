/** Finding the passages that answer a question. */
import type { Audience, SourceKind } from '@parley/contracts/knowledge/knowledge';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../database.ts';

export interface FoundPassage {
  id: string;
  documentId: string;
  version: number;
  title: string;
  headings: string[];
  text: string;
  url: string | null;
  audience: Audience;
  sourceKind: SourceKind;
  language: string;
  /** Day of its document by its own words; null if it has none. */
  datedOn: string | null;
  /** Share of the question's weightiest words that it covers. */
  covered: number;
  /** True if it was found by its meaning too. */
  isAlike: boolean;
}

/** Words that passages may have for one of the question. */
export interface RelatedWords {
  /** The folded word of the question. */
  term: string;
  /** Language of the passages; null for any. */
  language: string | null;
  /** Beginnings of folded words. */
  beginnings: readonly string[];
}

export interface PassageQuery {
  question: string;
  /** Earlier text of the conversation, with less weight. */
  before: string;
  /** Audiences of the texts that may be found. */
  audiences: readonly Audience[];
  /** Website of the visitor who asks; null if no visitor does. */
  websiteId: string | null;
  /** Language of the question: its stop words don't count, and passages in it are preferred among equals. */
  language: string;
  /** Other words for those of the question. */
  related: readonly RelatedWords[];
  /** Folded words of names in the question, which are the same in every language. */
  names: readonly string[];
  /** Folded words of the question that say nothing of its subject; they count where other words are related to them. */
  ignored: readonly string[];
  /** Passages found otherwise, the best first. */
  alike: readonly string[];
  limit: number;
  /** Rehearsed change that only this query sees. */
  overlay?: KnowledgeOverlay | undefined;
}

/** Parts of the knowledge that a rehearsed change replaces. */
export interface KnowledgeOverlay {
  /** Rehearsal with the documents that replace those with the same ids. */
  rehearsalId: string;
  /** Sources that the change would pause or resume. */
  sources: readonly { id: string; isPaused: boolean }[];
}

/** Minimum shares of a question that a passage has to cover. */
export interface Floors {
  /** Share of its weightiest words. */
  words: number;
  /** Share of the question's names that lets a passage through in spite of what else it lacks, in any language. */
  names: number;
  /** Share for a passage in another language than the question's, if there are passages in the question's language. */
  foreign: number;
  /** Share of all of a short question in a script without spaces, where pairs of characters match by chance. */
  unspaced: number;
  /** Share of passages in the question's language that are added behind the others where these are few. */
  spare: number;
}

/** Weights of a word from earlier text and of a word with a similar spelling. */
const beforeWorth = 0.5;
const nearWorth = 0.7;
/** Share of a foreign passage's coverage that is enough for one in the question's language. */
const ownEnough = 0.6;
/** Weight of another word with the same meaning. */
const relatedWorth = 0.8;
/** Weight of a word that no passage has, in the share that a passage must cover. */
const unknownWorth = 0.7;
/** Ranks are joined as by https://dl.acm.org/doi/10.1145/1571941.1572114. */
const rankConstant = 60;
const candidates = 50;
const mostWords = 32;
/**
 * Number of the weightiest words that a passage has to cover; the rest of a long message is not part of the question.
 */
const weightiest = 4;
/** In a script without spaces a question of up to so many words and pairs is looked at as a whole. */
const shortUnspaced = 40;
/** Bonus of a passage in the language of the question, equal to some ranks. */
const ownLanguage = 0.002;

/** Requires that the reader may read the document, by audience, website and paused source. Nothing else decides it. */
export const mayRead = ({
  audiences,
  websiteId,
}: Pick<PassageQuery, 'audiences' | 'websiteId'>): RawBuilder<boolean> => sql`
  documents.version > 0 and documents.audience = any(${[...audiences]}::text[])
  and (documents.website_ids = '{}' or ${websiteId}::uuid = any(documents.website_ids)
    or (${websiteId}::uuid is null and 'staff' = any(${[...audiences]}::text[])))
  and not exists (select from knowledge_sources s where s.id = documents.source_id and s.is_paused)`;

/**
 * Puts a change's tables in front of those with the same names for one statement, so that the same rules apply to them.
 */
export const overlaid = ({ rehearsalId, sources }: KnowledgeOverlay): RawBuilder<unknown> => sql`
  knowledge_sources as not materialized (
    select id, kind, case when id = any(${sources.map(({ id }) => id)}::uuid[])
      then id = any(${sources.flatMap(({ id, isPaused }) => (isPaused ? id : []))}::uuid[]) else is_paused end as is_paused
    from knowledge_sources
  ), replaced as materialized (
    select id from rehearsal_documents where rehearsal_id = ${rehearsalId}::uuid
  ), knowledge_documents as not materialized (
    select id, source_id, url, title, language, audience, website_ids, version, translation_key, dated_on
    from knowledge_documents where id not in (select id from replaced)
    union all select id, source_id, url, title, language, audience, website_ids, version, null, null
    from rehearsal_documents
    where rehearsal_id = ${rehearsalId}::uuid
  ), knowledge_passages as not materialized (
    select id, document_id, place, title, headings, text, language, search, stems from knowledge_passages
    where document_id not in (select id from replaced)
    union all select id, document_id, place, title, headings, text, language, search, stems from rehearsal_passages
    where rehearsal_id = ${rehearsalId}::uuid
  ), knowledge_words as not materialized (
    select word, spellings from knowledge_words
    union all select word, near_spellings(word) from (
      select distinct lexeme as word from rehearsal_passages
      cross join lateral unnest(tsvector_to_array(search) || tsvector_to_array(stems)) as lexeme
      where rehearsal_id = ${rehearsalId}::uuid and char_length(lexeme) between 4 and 40 and lexeme !~ '[0-9]'
        and not exists (select from knowledge_words where word = lexeme)
    ) as new_words
  ), `;

/** Pairs of these characters alone are mostly grammar, which occurs in every text. */
const hiragana = '^[\u3040-\u309f]+$';
/** Matches a character of a script without spaces, in which pairs of characters count as words. */
const unspaced = '^[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff]$';

/**
 * Finds the passages that share most with a question, the best first, and the best of each document before any second
 * one.
 *
 * Words count in their exact form and by their stems (`search_stems`), rare ones more (the inverse document frequency
 * of BM25), and twice in a title or heading; a word that occurs nowhere matches words that differ by a letter. The
 * ranks of the methods are combined. Passages that cover less of the question than `floors` requires, by the same
 * weights, are left out unless they are in `alike`.
 */
export async function searchPassages(db: Database, query: PassageQuery, floors: Floors): Promise<FoundPassage[]> {
  const { question, before, language, alike, limit, overlay, names } = query;
  const related = relatedQueries(query.related);
  const within = withinCompounds(query);
  const { rows } = await sql<FoundPassage>`
    with ${overlay ? overlaid(overlay) : sql``} words as materialized (
      -- Characters by themselves say little where they stand in pairs.
      select lexeme, max(worth) * case when lexeme ~ ${unspaced} then 0.1 else 1 end as worth from (
        select unnest(tsvector_to_array(search_document(${question}))) as lexeme, 1::float8 as worth
        union all select unnest(tsvector_to_array(search_document(${before}))), ${beforeWorth}::float8
      ) as written
      where search_stems(${language}, lexeme) <> '' and lexeme <> all(${[...query.ignored]}::text[])
        or lexeme = any(${related.terms}::text[])
      group by lexeme
      order by worth desc, char_length(lexeme) desc limit ${mostWords}
    ), pairs as materialized (
      select character, following from (
        select character, lead(character) over (order by n) as following
        from regexp_split_to_table(btrim(search_words(${question})), '\\s+') with ordinality as cut (character, n)
      ) as cuts where character ~ ${unspaced} and following ~ ${unspaced} and character || following !~ ${hiragana}
      limit 32
    ), near as materialized (
      select lexeme, word, worth * ${nearWorth}::float8 as worth
      from words join knowledge_words on spellings && near_spellings(lexeme)
        and abs(char_length(word) - char_length(lexeme)) <= 1
      where char_length(lexeme) between 4 and 40 and lexeme !~ '[0-9]'
        and not exists (select from knowledge_words where word = lexeme)
    ), parts as materialized (
      -- Words that are put together, by those of the texts that they begin or end with.
      select lexeme, word, worth * ${relatedWorth}::float8 as worth
      from words join knowledge_words on char_length(word) >= 4 and char_length(word) <= char_length(lexeme) - 3
        and (starts_with(lexeme, word) or lexeme like '%' || word)
      where ${compounds(language)} and char_length(lexeme) >= 9
        and not exists (select from knowledge_words where word = lexeme)
      union all
      select lexeme, word, worth * ${relatedWorth}::float8
      from words join unnest(${within.terms}::text[], ${within.patterns}::text[]) as related (term, pattern)
        on lexeme = term
      join knowledge_words on word ~ pattern
      where ${compounds(language)}
    ), terms as materialized (
      select lexeme as term, lexeme as word, worth, quote_literal(lexeme) as query, '' as joint, '' as following from words
      union all select lexeme, word, worth, quote_literal(word), '', '' from near
      union all select lexeme, word, worth, quote_literal(word), '', '' from parts
      union all select character || following, null, 1, quote_literal(character), ' <-> ', quote_literal(following)
        from pairs
    ), looked_for as materialized (
      select 'plain' as way, null as language, term, worth, (query || joint || following)::tsquery as query,
        (query || ':A' || joint || following)::tsquery as titled
      from terms
      union all
      select 'stems', language, term, worth, quote_literal(stem)::tsquery, (quote_literal(stem) || ':A')::tsquery
      from (select distinct language from knowledge_documents) as spoken
      cross join terms cross join lateral unnest(tsvector_to_array(search_stems(language, word))) as stem
      where word is not null
      union all
      select way, related.language, term, worth * ${relatedWorth}::float8, related.query::tsquery, related.titled::tsquery
      from unnest(${related.terms}::text[], ${related.languages}::text[], ${related.queries}::text[],
        ${related.titled}::text[]) as related (lexeme, language, query, titled)
      join terms on term = lexeme and word = lexeme
      cross join (values ('plain'), ('stems')) as ways (way)
      where related.language is null or related.language in (select language from knowledge_documents)
    ), readable as materialized (
      select documents.id from knowledge_documents documents where ${mayRead(query)}
    ), found as materialized (
      select way, term, passages.id, max(worth * case when search @@ titled then 2 else 1 end) as worth
      from looked_for join knowledge_passages passages on search @@ query
      where way = 'plain' and (looked_for.language is null or passages.language = looked_for.language)
        and document_id in (select id from readable) group by 1, 2, 3
      union all
      select way, term, passages.id, max(worth * case when stems @@ titled then 2 else 1 end)
      from looked_for join knowledge_passages passages on stems @@ query and passages.language = looked_for.language
      where way = 'stems' and document_id in (select id from readable) group by 1, 2, 3
    ), total as (
      select count(*)::float8 as passages from knowledge_passages where document_id in (select id from readable)
    ), rarity as materialized (
      select way, term, ln(1 + (max(passages) - count(*) + 0.5) / (count(*) + 0.5)) as rarity
      from found cross join total group by 1, 2
    ), scored as materialized (
      select way, id, sum(worth * rarity) as score from found join rarity using (way, term) group by 1, 2
    ), ranked as (
      select id, row_number() over (partition by way order by score / (1 + ln(length(search))) desc, id) as rank
      from scored join knowledge_passages using (id)
      union all
      select id, rank from unnest(${[...alike]}::uuid[]) with ordinality as near_in_meaning (id, rank)
    ), joined as materialized (
      select id, sum(1.0 / (${rankConstant}::float8 + rank)) as score from ranked
      where rank <= ${candidates} group by id
    ), asked as (
      -- What stands nowhere is as rare as what stands once, and may be another word for something.
      select term, max(worth) * case when min(rarity) is null then ${unknownWorth}::float8 else 1 end as worth,
        coalesce(min(rarity), ln(1 + greatest(max(passages) - 0.5, 0) / 1.5)) as rarity
      from looked_for cross join total left join rarity using (way, term) group by term
    ), extent as materialized (
      select exists (select from pairs) and (select count(*) from asked) <= ${shortUnspaced} as whole,
        exists (select from knowledge_documents where language = ${language} and id in (select id from readable)) as spoken
    ), covered as (
      select id, sum(least(found_worth, worth) * rarity) / (select sum(weight) from (
        select worth * rarity as weight from asked order by weight desc
        limit case when (select whole from extent) then null else ${weightiest}::int end
      ) as heaviest) as share
      from (select id, term, max(worth) as found_worth from found group by 1, 2) as matched join asked using (term)
      group by id
    ), named as (
      -- Names are in every language what they are.
      select id, sum(rarity) / (select sum(rarity) from asked where term = any(${names}::text[])) as share
      from (
        select id, term from unnest(${names}::text[]) as name (term)
        join knowledge_passages passages on search @@ quote_literal(term)::tsquery
        where document_id in (select id from readable)
      ) as matched join asked using (term)
      group by id
    ), rated as (
      select passages.*, coalesce(share, 0) as covered, coalesce(named, 0) as named,
        joined.score + case when passages.language = ${language} then ${ownLanguage}::float8 else 0 end as score,
        id = any(${[...alike]}::uuid[]) or coalesce(named, 0) >= ${floors.names}::float8 or coalesce(share, 0) >= (
          select case when whole then ${floors.unspaced}::float8
            when spoken and passages.language <> ${language} then ${floors.foreign}::float8
            else ${floors.words}::float8 end
          from extent
        ) as is_enough
      from joined join knowledge_passages passages using (id) left join covered using (id)
        left join (select id, share as named from named) as named using (id)
    ), best as (
      select * from rated
      where (is_enough
          or (language = ${language} and covered >= ${floors.spare}::float8 and not (select whole from extent)))
        -- A translation into the question's language stands for the others.
        and (language = ${language} or not exists (
          select from knowledge_documents translated join knowledge_documents own on own.id = rated.document_id
          where translated.translation_key = own.translation_key and translated.language = ${language}
            and translated.id in (select id from readable)
        ))
    ), ordered as (
      select *, row_number() over (partition by document_id order by score desc, place) as nth from best
      -- Another language counts only where nothing in the question's own covers as much.
      where language = ${language} or named >= ${floors.names}::float8 or id = any(${[...alike]}::uuid[]) or not exists (
        select from best own where own.language = ${language} and own.covered >= best.covered * ${ownEnough}::float8
      )
    )
    select ordered.id, document_id, documents.version, ordered.title, headings, text, 
      case when documents.audience = 'public' then documents.url end as url, documents.audience,
      sources.kind as source_kind, ordered.language, dated_on::text as dated_on, covered,
      ordered.id = any(${[...alike]}::uuid[]) as is_alike
    from ordered join knowledge_documents documents on documents.id = document_id
      join knowledge_sources sources on sources.id = source_id
    where ${mayRead(query)} and (is_enough or exists (select from ordered where is_enough))
    order by not is_enough, nth > 1, score desc, ordered.id limit ${limit}
  `.execute(db);
  return rows;
}

/** Patterns of words that have a beginning in the question's language in their middle, by the word of the question. */
function withinCompounds({ related, language }: PassageQuery): { terms: string[]; patterns: string[] } {
  const own = Map.groupBy(
    related.filter((each) => each.language === language),
    ({ term }) => term,
  );
  const patterns = [...own].flatMap(([term, all]) => {
    const beginnings = all.flatMap((each) => each.beginnings).filter((beginning) => /^[a-z]{4,}$/.test(beginning));
    return beginnings.length === 0 ? [] : [{ term, pattern: `.(?:${beginnings.join('|')})` }];
  });
  return { terms: patterns.map(({ term }) => term), patterns: patterns.map(({ pattern }) => pattern) };
}

/** Whether a language puts nouns together without a blank. */
const compounds = (language: string): RawBuilder<boolean> => sql`${['de', 'nl'].includes(language)}::boolean`;

/** A beginning that is no longer than this is a whole word. */
const longestWhole = 3;

/** Related words as queries of Postgres, in columns. Only letters and digits get into them. */
function relatedQueries(related: readonly RelatedWords[]): Record<'terms' | 'queries' | 'titled', string[]> & {
  languages: (string | null)[];
} {
  const any = (beginnings: readonly string[], weight: string): string =>
    beginnings
      .filter((beginning) => /^[\p{L}\p{N}]+$/u.test(beginning))
      .map((beginning) => {
        const labels = `${beginning.length > longestWhole ? '*' : ''}${weight}`;
        return `'${beginning}'${labels === '' ? '' : `:${labels}`}`;
      })
      .join(' | ');
  return {
    terms: related.map(({ term }) => term),
    languages: related.map(({ language }) => language),
    queries: related.map(({ beginnings }) => any(beginnings, '')),
    titled: related.map(({ beginnings }) => any(beginnings, 'A')),
  };
}

/** Returns the document of each group that was read last. */
export async function latestOfEach(db: Database, groups: readonly (readonly string[])[]): Promise<string[]> {
  const rows = await db
    .selectFrom('knowledgeDocuments')
    .select('id')
    .where('id', 'in', groups.flat())
    .orderBy(sql`fetched_at desc nulls last`)
    .orderBy('id')
    .execute();
  return groups.flatMap((ids) => rows.find(({ id }) => ids.includes(id))?.id ?? []);
}
