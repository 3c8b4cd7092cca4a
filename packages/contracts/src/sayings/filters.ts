/** What is wrong with a filter: apart from the others, since the dashboard reads filters from its address. */
export const filterSayings = {
  is_not_known: 'Is not known.',
  must_be_list: 'Must be a list.',
  filter_shape: 'Must be all, any, not, or a condition.',
  filter_too_deep: 'May have at most {count} groups in each other.',
  filter_too_many: 'May have at most {count} conditions.',
  filter_field_missing: 'Needs a field. Fields are {names}.',
  filter_field_unknown: 'There is no field “{name}”. Fields are {names}.',
  filter_operators: 'The operators of {field} are {names}.',
  filter_one: '{field} {op} needs one of {values}.',
  filter_some: '{field} {op} needs a list of {values}.',
  filter_boolean: '{field} {op} needs true or false.',
  filter_text: '{field} {op} needs a text of at most {count} characters.',
  filter_instant: '{field} {op} needs a time as in 2026-11-21T09:30:00Z.',
  filter_duration: '{field} {op} needs a duration as in P7D, PT2H or PT15M.',
} as const;
