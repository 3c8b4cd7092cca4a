import { Box } from '@chakra-ui/react';
import type { Form } from '@parley/contracts/forms/forms';
import { deleteForm, listForms } from '@parley/contracts/routes/forms';
import { useQueryClient } from '@tanstack/react-query';
import { ClipboardList } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../api/call.ts';
import { keyOf, useRead } from '../../api/read.ts';
import { useRowKeys } from '../../commands/rows.ts';
import { useMay } from '../../forms/permissions.ts';
import { common } from '../../i18n/en/common.ts';
import { formWords } from '../../i18n/en/customerforms.ts';
import { DeleteDialog } from '../../ui/delete-dialog.tsx';
import { ItemLine, ItemsPanel } from '../../ui/items-panel.tsx';
import { FormEditor } from './form-editor.tsx';

/** Manages the forms that customers fill in. */
export function CustomerForms() {
  const mayChange = useMay('settings.change');
  const client = useQueryClient();
  const forms = useRead(listForms, {});
  const [deleting, setDeleting] = useState<Form | null>(null);
  useRowKeys(mayChange ? { e: common('edit'), '#': formWords('delete') } : {});
  return (
    <>
      <ItemsPanel
        title={formWords('title')}
        description={formWords('hint')}
        add={mayChange ? { id: 'forms:add', label: formWords('add') } : undefined}
        items={forms}
        empty={{ icon: ClipboardList, title: formWords('none'), hint: formWords('noneHint') }}
        renderForm={(form, onDone) => <FormEditor form={form} onDone={onDone} />}
      >
        {(form, onEdit) => (
          <ItemLine change={mayChange ? { onEdit, onDelete: () => setDeleting(form) } : undefined}>
            <Box as="bdi" fontWeight="500">
              {form.name}
            </Box>
            <Box color="fg.muted" textStyle="xs">
              {formWords('count', { number: form.fields.length })}
            </Box>
          </ItemLine>
        )}
      </ItemsPanel>
      <DeleteDialog
        title={formWords('delete')}
        id={deleting?.id ?? null}
        remove={(id) => call(deleteForm, { params: { id } })}
        onDeleted={() => void client.invalidateQueries({ queryKey: keyOf(listForms) })}
        onClose={() => setDeleting(null)}
      >
        {formWords('deleteHint', { name: deleting?.name ?? '' })}
      </DeleteDialog>
    </>
  );
}
