/** SUP-4: opens support access, and then the tenant's desk in a tab of its own. */
import { Button, Modal, TextInput } from '@mantine/core'
import { useState } from 'react'
import type { CallOutput } from '#client/types.ts'
import { openSupportAccess } from '#contracts/super-admin/tenants.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { tenantMessages } from './messages.ts'
import { ReasonField } from './reason-field.tsx'
import { type DialogProps, useReasonForm } from './use-reason-form.ts'

type Access = CallOutput<typeof openSupportAccess>

export const AccessDialog = ({ tenant, onClose }: DialogProps) => {
  const { words } = useMessages()
  const t = useMessages(tenantMessages)
  const { full } = useFormat()
  const [access, setAccess] = useState<Access>()
  const form = useReasonForm<{ ticket: string }, Access>({
    endpoint: openSupportAccess,
    tenant,
    draft: { ticket: '' },
    write: ({ ticket }) => (ticket.trim() ? { ticket: ticket.trim() } : {}),
    least: 10,
    onDone: setAccess,
  })
  if (access) {
    return (
      <Modal
        opened
        onClose={onClose}
        title={t.accessTitle({ name: tenant.name })}
        size="md"
        closeButtonProps={{ 'aria-label': words.close }}
      >
        <p>{t.accessUntil({ time: full(access.expiresAt) })}</p>
        <div className="form-foot">
          <Button
            component="a"
            href={access.url}
            target="_blank"
            rel="noopener"
            variant="filled"
            data-autofocus
            onClick={onClose}
          >
            {t.openDesk}
          </Button>
          <Button onClick={onClose}>{words.close}</Button>
        </div>
      </Modal>
    )
  }
  return (
    <FormDialog
      form={form}
      title={t.open}
      submit={t.open}
      onClose={onClose}
      refusal={({ code }) =>
        code === 'FORBIDDEN' ? t.accessOff : code === 'CONFLICT' ? t.accessTwice : undefined
      }
    >
      <p>{t.accessHelp}</p>
      <ReasonField form={form} help={t.accessReasonHelp} first />
      <TextInput {...text(form, 'ticket', t.ticket)} />
    </FormDialog>
  )
}
