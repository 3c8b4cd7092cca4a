/** Why an import from another product was refused or has stopped. */
export const dataImportTexts = {
  no_such_import: 'There is no such import.',
  import_open: 'Another import isn’t finished yet. Finish or discard it first.',
  import_changed: 'The import has changed since. Reload it.',
  import_undo_over: 'An import can be undone for {days} days.',
  import_field_missing: 'Fill in this field.',
  import_needs_file: 'Choose a file.',
  import_part_offset: 'The next part begins at byte {offset}.',
  import_refused: '{host} refused the access. Check the address and the token.',
  import_no_json: '{host} didn’t answer with JSON.',
  import_led_elsewhere: '{host} led to another server, which isn’t called.',
  import_file_unknown: 'Nothing in this file looks like contacts or conversations. See the docs for its columns.',
  import_stopped: 'The import stopped unexpectedly. Continue it; nothing is imported twice.',
} as const;
