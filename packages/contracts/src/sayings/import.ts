/** Why a file of canned replies, or a row of one, was not taken, and what was changed in taking it. */
export const importSayings = {
  quote_open: 'The quote that begins on line {line} is never closed.',
  quote_followed: 'After the quoted cell that begins on line {line} stands something else.',
  column_missing: 'The first line names no column “{column}”.',
  file_without_list: 'The file holds no list.',
  file_no_json: 'The file is no JSON.',
  not_of_chatwoot: 'It is neither a canned response nor a macro of Chatwoot.',
  not_of_intercom: 'It is no macro of Intercom.',
  visibility_unknown: 'Visibility is “shared” or “personal”.',
  actions_no_list: 'The actions are no list in JSON.',
  website_unknown: 'There is no website {name}.',
  shortcut_on_line: '/{shortcut} is on line {line} already.',
  reply_exists: 'There is a reply /{shortcut} already.',
  shortcut_became: 'The shortcut “{code}” became /{shortcut}.',
  action_left_out: 'The action {action} was left out.',
  became_blank: '{placeholder} became a blank.',
  liquid_left: 'Liquid tags ({tags}) were left as they are.',
} as const;
