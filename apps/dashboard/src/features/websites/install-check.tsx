import { Box, Button, Stack } from '@chakra-ui/react';
import type { Website } from '@parley/contracts/entities';
import { checkInstall } from '@parley/contracts/routes/websites';
import type { InstallFault } from '@parley/contracts/visitors/install-check';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { websiteWords as words } from '../../i18n/en/websites.ts';
import { TextField } from '../../ui/fields.tsx';
import { pausedWhile } from '../../ui/paused-while.ts';
import { toastFailure } from '../../ui/toast/failure.ts';

const faultWords: Record<InstallFault, (detail: string) => string> = {
  unreachable: (detail) => words('fault_unreachable', { detail }),
  address_refused: () => words('fault_address_refused'),
  status: (detail) => words('fault_status', { detail }),
  other_website: (detail) => words('fault_other_website', { detail }),
  not_html: () => words('fault_not_html'),
  inactive: () => words('fault_inactive'),
  hidden_by_rules: (detail) => words('fault_hidden_by_rules', { detail }),
  snippet_missing: () => words('fault_snippet_missing'),
  other_installation: (detail) => words('fault_other_installation', { detail }),
  csp_script: (detail) => words('fault_csp_script', { detail }),
  csp_connect: (detail) => words('fault_csp_connect', { detail }),
  mixed_content: () => words('fault_mixed_content'),
  snippet_twice: () => words('fault_snippet_twice'),
  csp_img: (detail) => words('fault_csp_img', { detail }),
};

/** Fetches a page of the website and says what keeps the chat from it. */
export function InstallCheck({ website: { id, domain } }: { website: Website }) {
  const [path, setPath] = useState('/');
  const check = useMutation({
    mutationFn: () => call(checkInstall, { params: { id }, body: { path: path.startsWith('/') ? path : `/${path}` } }),
    onError: (error) => toastFailure(error),
  });
  return (
    <Stack gap="2" data-setting="">
      <Box display="flex" gap="2" alignItems="flex-end">
        <TextField
          label={`${words('checkPath')} (${domain})`}
          spellCheck={false}
          dir="ltr"
          maxLength={500}
          value={path}
          onChange={(event) => setPath(event.target.value)}
        />
        <Button variant="outline" flex="none" {...pausedWhile(check.isPending, () => check.mutate())}>
          {words('check')}
        </Button>
      </Box>
      <Box fontSize="xs" color="fg.muted">
        {words('checkHint')}
      </Box>
      <Box role="status" fontSize="sm" overflowWrap="anywhere">
        {check.data &&
          (check.data.faults.length === 0 ? (
            <Box color="fg.success">{words('checkWorks', { url: check.data.url })}</Box>
          ) : (
            <>
              {words('checkFaults', { url: check.data.url })}
              <Box as="ul" ps="5" listStyleType="disc">
                {check.data.faults.map(({ fault, detail }) => (
                  <li key={fault}>{faultWords[fault](detail ?? '')}</li>
                ))}
              </Box>
            </>
          ))}
      </Box>
    </Stack>
  );
}
