/**
 * Words are made the same way for what is stored and for what is asked, whatever locale the database was created with:
 * lower case, accents off, punctuation apart (so that an email address or a domain is found by its parts), and scripts
 * written without spaces cut into characters (a word of theirs is then a phrase).
 *
 * They name each other with their schema: a dump is restored with no search path, and columns are made with them.
 */
export const searchFunctions = `
create function search_words(input text) returns text
language sql immutable strict parallel safe as $$
  select translate(
    case when octet_length(input) = char_length(input) then lower(input)
    else regexp_replace(
      replace(replace(replace(
        translate(
          normalize(regexp_replace(normalize(lower(input collate pg_c_utf8), NFKD), '[\\u0300-\\u036f]', '', 'g'), NFKC),
          'øłđı', 'oldi'),
        'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'),
      '([\\u0e00-\\u0eff\\u1000-\\u109f\\u1780-\\u17ff\\u3040-\\u30ff\\u3400-\\u4dbf\\u4e00-\\u9fff\\uf900-\\ufaff])',
      ' \\1 ', 'g')
    end,
    '!"#$%&''()*+,-./:;<=>?@[\\]^_\`{|}~',
    '                                ')
$$;

create function search_document(input text) returns tsvector
language sql immutable strict parallel safe as $$
  select to_tsvector('pg_catalog.simple', public.search_words(input))
$$;

create function search_phrase(input text) returns tsquery
language sql immutable strict parallel safe as $$
  select phraseto_tsquery('pg_catalog.simple', public.search_words(input))
$$;

-- The last word of the phrase may be unfinished. A single letter would match half of everything: it stays a word.
create function search_prefix(input text) returns tsquery
language sql immutable strict parallel safe as $$
  select case when numnode(phrase) = 0 or char_length(btrim(public.search_words(input))) < 2 then phrase
    else (phrase::text || ':*')::tsquery end
  from public.search_phrase(input) as phrase
$$;

-- Any of the words, for finding what is alike: the 32 longest, for the shortest say the least.
create function search_any(input text) returns tsquery
language sql immutable strict parallel safe as $$
  select coalesce(string_agg(quote_literal(lexeme), ' | ')::tsquery, ''::tsquery)
  from (
    select lexeme from unnest(tsvector_to_array(public.search_document(input))) as lexeme
    where char_length(lexeme) > 2 or lexeme !~ '^[a-z]+$'
    order by char_length(lexeme) desc limit 32
  ) longest
$$;
`;
