/** Words of a text as search stores and asks for them, whatever locale the database was created with. */
export const words = `
create type conversation_priority as enum ('low', 'normal', 'high', 'urgent');

create function search_words(input text) returns text language sql immutable parallel safe strict as $$
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

create function search_document(input text) returns tsvector language sql immutable parallel safe strict as $$
  select to_tsvector('pg_catalog.simple', public.search_words(input))
$$;

-- The words of a text in their base form, as the language of the text forms them; as they are in any other. Accents are
-- taken off first, like in search_document: people leave them out.
create function search_stems(language text, input text)
returns tsvector language sql immutable parallel safe strict as $$
  select case language
    when 'en' then to_tsvector('pg_catalog.english', public.search_words(input))
    when 'de' then to_tsvector('pg_catalog.german', public.search_words(input))
    when 'fr' then to_tsvector('pg_catalog.french', public.search_words(input))
    when 'es' then to_tsvector('pg_catalog.spanish', public.search_words(input))
    when 'pt' then to_tsvector('pg_catalog.portuguese', public.search_words(input))
    when 'it' then to_tsvector('pg_catalog.italian', public.search_words(input))
    when 'nl' then to_tsvector('pg_catalog.dutch', public.search_words(input))
    when 'tr' then to_tsvector('pg_catalog.turkish', public.search_words(input))
    when 'ar' then to_tsvector('pg_catalog.arabic', public.search_words(input))
    else to_tsvector('pg_catalog.simple', public.search_words(input))
  end
$$;

-- A word, and it with each one of its letters left out: two words that share one of these are a letter apart
-- (https://github.com/wolfgarbe/SymSpell).
create function near_spellings(word text) returns text[] language sql immutable parallel safe strict as $$
  select array_agg(distinct overlay(word placing '' from place for 1)) || word
  from generate_series(1, char_length(word)) as place
$$;

-- What of a Markdown text is read: not where its links lead.
create function markdown_words(input text) returns text language sql immutable parallel safe strict as $$
  select regexp_replace(input, '\\]\\([^()\\s]*\\)', '] ', 'g')
$$;
`;
