/** Why a file of canned replies, or a row of one, was not taken, and what was changed in taking it. */
export const importTexts = {
  quote_open: 'The quote that begins on line {line} is never closed.',
  quote_followed: 'The quoted cell that begins on line {line} is followed by other text.',
  column_missing: 'The first line has no column “{column}”.',
  file_without_list: 'The file contains no list.',
  file_no_json: 'The file isn’t JSON.',
  not_of_chatwoot: 'This is neither a Chatwoot canned response nor a macro.',
  not_of_intercom: 'This isn’t an Intercom macro.',
  visibility_unknown: 'Visibility must be “shared” or “personal”.',
  actions_no_list: 'The actions must be a JSON list.',
  website_unknown: 'There is no website {name}.',
  shortcut_on_line: '/{shortcut} is already on line {line}.',
  reply_exists: 'A reply /{shortcut} already exists.',
  shortcut_became: 'The shortcut “{code}” became /{shortcut}.',
  action_left_out: 'The action {action} was skipped.',
  became_blank: '{placeholder} became a blank.',
  liquid_left: 'Liquid tags ({tags}) were left as they are.',
} as const;
