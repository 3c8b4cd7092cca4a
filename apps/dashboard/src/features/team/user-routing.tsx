import { Box, Stack } from '@chakra-ui/react';
import type { Representative } from '@parley/contracts/entities';
import { listRepresentatives, updateUserRouting } from '@parley/contracts/routes/users';
import { capacityMax, skillMaxLength, skillsMax } from '@parley/contracts/routing/limits';
import { languageCodes } from '@parley/contracts/text/languages';
import { useState } from 'react';
import { conflictWords, seenOf } from '../../api/as-seen.ts';
import { call } from '../../api/call.ts';
import { keyOf } from '../../api/read.ts';
import { useSaveItem } from '../../forms/save-item.ts';
import { languageName } from '../../i18n/language.ts';
import { teamWords } from '../../i18n/en/team.ts';
import { Choices } from '../../ui/choices.tsx';
import { TextField } from '../../ui/fields.tsx';
import { FormDialog } from '../../ui/form-dialog.tsx';

const skillsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((skill) => skill.trim().slice(0, skillMaxLength))
      .filter(Boolean),
  ),
];

/** Edits what a user is assigned automatically. */
export default function UserRouting({ member, onClose }: { member: Representative; onClose: () => void }) {
  const [capacity, setCapacity] = useState(String(member.capacity));
  const [languages, setLanguages] = useState<string[]>([...member.languages]);
  const [skills, setSkills] = useState(member.skills.join(', '));
  const put = (seen: Representative | undefined) => {
    const body = { capacity: Number(capacity), languages, skills: skillsIn(skills).slice(0, skillsMax) };
    return call(updateUserRouting, {
      params: { id: member.id },
      body: { ...body, ...(seen && { expected: seenOf(seen, body) }) },
    });
  };
  const save = useSaveItem(put, { item: member, list: keyOf(listRepresentatives), onDone: onClose });
  const isNumber = /^\d+$/.test(capacity) && Number(capacity) <= capacityMax;
  const known = [...new Set([...languageCodes, ...languages])];
  return (
    <FormDialog
      title={teamWords('routingOf', { name: member.name })}
      submitLabel={teamWords('saveRouting')}
      isPaused={!isNumber || save.isPending}
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <Stack gap="4">
        {save.error && <Box color="fg.error">{conflictWords(save.error)}</Box>}
        <TextField
          label={teamWords('capacity')}
          hint={teamWords('capacityHint')}
          type="number"
          min={0}
          max={capacityMax}
          required
          value={capacity}
          onChange={({ target }) => setCapacity(target.value)}
        />
        <Choices
          label={teamWords('languages')}
          all={known.map((id) => ({ id, name: languageName(id) }))}
          chosen={languages}
          onChange={setLanguages}
        />
        <TextField
          label={teamWords('skills')}
          hint={teamWords('skillsHint')}
          value={skills}
          onChange={({ target }) => setSkills(target.value)}
        />
      </Stack>
    </FormDialog>
  );
}
