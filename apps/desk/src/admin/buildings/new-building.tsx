/** Creates a building; only the name is required. */
import { Textarea, TextInput } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { createBuilding } from '#contracts/places/buildings.ts'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { ZoneField } from '#desk-kit/form/searched.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useAction } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useMe } from '#desk-kit/lib/me.ts'
import { adminMessages } from '../messages.ts'
import { buildingMessages } from './messages.ts'

export const NewBuilding = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(buildingMessages)
  const house = useMessages(adminMessages)
  const { tenant } = useMe()
  const navigate = useNavigate()
  const create = useAction(createBuilding, { withMe: true })
  const form = useForm({
    draft: () => ({ name: '', address: '', timeZone: tenant.timeZone }),
    write: ({ name, address, timeZone }) => ({
      name: name.trim(),
      address: address.trim() || null,
      timeZone,
    }),
    body: createBuilding,
    check: ({ name }) => ({ name: name.trim() === '' && t.nameNeeded }),
    create: (body) => create.mutateAsync({ body }),
    onDone: (created) => {
      if (created) void navigate({ to: '/buildings/$id', params: { id: created.id } })
    },
  })
  return (
    <FormDialog form={form} title={t.newBuilding} submit={t.create} onClose={onClose} quota="buildings">
      <TextInput {...text(form, 'name', words.name)} data-autofocus />
      <Textarea {...text(form, 'address', t.address)} autosize minRows={2} autoComplete="street-address" />
      <ZoneField {...value(form, 'timeZone', house.timeZone)} />
    </FormDialog>
  )
}
