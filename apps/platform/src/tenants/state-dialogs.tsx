/** Suspends a tenant, lifts that, or closes it. */
import { Textarea, TextInput } from '@mantine/core'
import { closeTenant, reactivateTenant, suspendTenant } from '#contracts/super-admin/tenants.ts'
import { text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { tenantMessages } from './messages.ts'
import { ReasonField } from './reason-field.tsx'
import { type DialogProps, useReasonForm } from './use-reason-form.ts'

export const SuspendDialog = ({ tenant, onClose }: DialogProps) => {
  const t = useMessages(tenantMessages)
  const form = useReasonForm({
    endpoint: suspendTenant,
    tenant,
    draft: { message: '' },
    write: ({ message }) => (message.trim() ? { message: message.trim() } : {}),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={`${t.suspend}: ${tenant.name}`} submit={t.suspend} onClose={onClose}>
      <p>{t.suspendHelp}</p>
      <Textarea {...text(form, 'message', t.message)} autosize minRows={2} data-autofocus />
      <ReasonField form={form} />
    </FormDialog>
  )
}

export const ReactivateDialog = ({ tenant, onClose }: DialogProps) => {
  const t = useMessages(tenantMessages)
  const act = tenant.state === 'CLOSING' ? t.stopClosing : t.reactivate
  const form = useReasonForm({
    endpoint: reactivateTenant,
    tenant,
    draft: {},
    write: () => ({}),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={`${act}: ${tenant.name}`} submit={act} onClose={onClose}>
      <p>{t.reactivateHelp}</p>
      <ReasonField form={form} first />
    </FormDialog>
  )
}

export const CloseDialog = ({ tenant, onClose }: DialogProps) => {
  const t = useMessages(tenantMessages)
  const form = useReasonForm({
    endpoint: closeTenant,
    tenant,
    draft: { confirm: '' },
    write: ({ confirm }) => ({ confirm: confirm.trim() }),
    check: ({ confirm }) => ({ confirm: confirm.trim() !== tenant.slug && t.confirmNeeded }),
    onDone: onClose,
  })
  return (
    <FormDialog form={form} title={`${t.close}: ${tenant.name}`} submit={t.close} onClose={onClose}>
      <p>{t.closeHelp}</p>
      <TextInput
        {...text(form, 'confirm', t.confirm({ slug: tenant.slug }))}
        autoComplete="off"
        data-autofocus
      />
      <ReasonField form={form} />
    </FormDialog>
  )
}
