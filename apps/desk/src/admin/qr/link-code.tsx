/** Chooses the amenity that a sticker leads to. */
import { linkQrCode, type QrCodeRecord } from '#contracts/places/qr-codes.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { formatCode } from './format-code.ts'
import { qrMessages } from './messages.ts'
import { ReplacedCode } from './replaced-code.tsx'

export const LinkCode = ({ record, onClose }: { record: QrCodeRecord; onClose: () => void }) => {
  const { words } = useMessages()
  const qr = useMessages(qrMessages)
  const link = useAction(linkQrCode, { withMe: true })
  const form = useForm({
    record,
    draft: (): { amenityId: string | null } => ({ amenityId: null }),
    write: ({ amenityId }) => ({ amenityId }),
    body: linkQrCode,
    check: ({ amenityId }) => ({ amenityId: amenityId === null && qr.amenityNeeded }),
    update: ({ amenityId = null }, { code, version }) =>
      link.mutateAsync({ params: { code }, ifMatch: version, body: { amenityId } }),
    onDone: onClose,
  })
  return (
    <FormDialog
      form={form}
      title={qr.linkTitle({ code: formatCode(record.code) })}
      submit={qr.link}
      onClose={onClose}
      quota="qrCodes"
    >
      <FindOne {...value(form, 'amenityId', words.amenity)} from="amenities" />
      <ReplacedCode amenityId={form.values.amenityId} code={record.code} say={qr.codeThere} />
    </FormDialog>
  )
}
