import { Textarea } from '@mantine/core'
import { text } from '#desk-kit/form/fields.tsx'
import type { Form } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { tenantMessages } from './messages.ts'
import type { Reason } from './use-reason-form.ts'

interface ReasonFieldProps<D extends Reason> {
  readonly form: Form<D>
  /** who reads it; default: the audit log of the platform */
  readonly help?: string
  /** gets the focus when the dialog opens */
  readonly first?: boolean
}

export const ReasonField = <D extends Reason>({ form, help, first = false }: ReasonFieldProps<D>) => {
  const t = useMessages(tenantMessages)
  return (
    <Textarea
      {...text(form as unknown as Form<Reason>, 'reason', t.reason)}
      description={help ?? t.reasonHelp}
      autosize
      minRows={2}
      {...(first ? { 'data-autofocus': true } : {})}
    />
  )
}
