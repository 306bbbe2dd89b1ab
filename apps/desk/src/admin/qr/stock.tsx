/** Creates spare codes, which are printed now and linked on site later. */
import { NumberInput, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { createQrStock } from '#contracts/places/qr-codes.ts'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { bodyField } from '#desk-kit/lib/contract.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { qrMessages } from './messages.ts'

export const Stock = ({ onClose }: { onClose: () => void }) => {
  const qr = useMessages(qrMessages)
  const navigate = useNavigate()
  const create = useAction(createQrStock)
  const { minimum = 1, maximum = 1 } = bodyField(createQrStock, 'count') ?? {}
  const isCount = (count: number): boolean => Number.isInteger(count) && count >= minimum && count <= maximum
  const form = useForm({
    draft: (): { count: number | string; batch: string } => ({ count: 21, batch: '' }),
    write: ({ count, batch }) => ({
      count: Number(count),
      ...(batch.trim() ? { batch: batch.trim() } : {}),
    }),
    body: createQrStock,
    check: ({ count }) => ({ count: !isCount(Number(count)) && qr.stockRange }),
    create: (body) => create.mutateAsync({ body }),
    onDone: (created) => {
      onClose()
      if (created) void navigate({ to: '/qr-studio', search: { batch: created.batch } })
    },
  })
  const number = Number(form.values.count)
  return (
    <FormDialog
      form={form}
      title={qr.stock}
      submit={qr.createStock({ count: Number.isInteger(number) ? number : 0 })}
      onClose={onClose}
      quota="qrCodes"
    >
      <p>{qr.stockHelp}</p>
      <NumberInput
        {...value(form, 'count', qr.howMany)}
        data-autofocus
        min={minimum}
        max={maximum}
        allowDecimal={false}
      />
      <TextInput {...text(form, 'batch', qr.batch)} description={qr.batchLeftOut} />
    </FormDialog>
  )
}
