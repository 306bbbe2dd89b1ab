/** Actions on places: creating a task to check one, linking a sticker. */
import { TextInput } from '@mantine/core'
import { sayPlace } from '#contracts/kit/place.ts'
import { getAmenity } from '#contracts/places/amenities.ts'
import { linkQrCode, listQrCodes } from '#contracts/places/qr-codes.ts'
import { createTask, deleteTask, getTask, taskSummary } from '#contracts/tasks.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, client, useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useHasRole } from '#desk-kit/lib/me.ts'
import { formatCode } from '../../admin/qr/format-code.ts'
import { ReplacedCode } from '../../admin/qr/replaced-code.tsx'
import { AssigneeSelect, assigneeInput } from '../../tasks/assignee.tsx'
import { actionMessages } from './messages.ts'
import type { ActionProps } from './outcome.ts'
import { changedSince } from './unchanged.ts'

export const MakeTaskAction = ({ item, onDone, onClose }: ActionProps) => {
  const t = useMessages(actionMessages)
  const admin = useHasRole('ADMIN')
  const summary = useApi(taskSummary, {}, { staleMinutes: 10 })
  const make = useAction(createTask)
  const form = useForm({
    draft: () => ({
      title: t.lookAt({ place: sayPlace(item.amenity?.name ?? item.name, item.floor) }),
      assignee: '',
    }),
    write: ({ title, assignee }) => ({
      title: title.trim(),
      description: item.reason,
      amenityId: item.amenity?.id ?? null,
      buildingId: item.building?.id ?? null,
      ...(assignee ? { assignee: assigneeInput(assignee) } : {}),
    }),
    body: createTask,
    check: ({ title }) => ({ title: title.trim() === '' && t.titleNeeded }),
    create: (body) => make.mutateAsync({ body }),
    onDone: (created) => {
      if (!created) return onClose()
      const { id, number, assignee } = created
      // Rules may have assigned it meanwhile, which is no conflict with a colleague.
      const takeBack = async (): Promise<void> => {
        const { version, status, notes } = await client.call(getTask, { params: { id } })
        if (status !== 'OPEN' || notes.length > 0) throw changedSince()
        await callOf(deleteTask, { params: { id }, ifMatch: version }).send()
      }
      onDone({
        message: assignee ? t.taskMadeFor({ name: assignee.name, number }) : t.taskMade({ number }),
        ...(admin ? { undo: takeBack } : {}),
      })
    },
  })
  return (
    <FormDialog form={form} title={t.makeTask} submit={t.makeTask} onClose={onClose}>
      <p className="quiet">{item.reason}</p>
      <TextInput {...text(form, 'title', t.taskTitle)} data-autofocus />
      <AssigneeSelect {...value(form, 'assignee', t.who)} assignees={summary.data?.assignees ?? []} />
    </FormDialog>
  )
}

export const LinkAction = ({ item, onDone, onClose }: ActionProps) => {
  const { words } = useMessages()
  const t = useMessages(actionMessages)
  const link = useAction(linkQrCode, { withMe: true })
  const code = item.id
  const form = useForm({
    draft: (): { amenityId: string | null } => ({ amenityId: null }),
    write: ({ amenityId }) => ({ amenityId, mounted: true }),
    body: linkQrCode,
    check: ({ amenityId }) => ({ amenityId: amenityId === null && t.amenityNeeded }),
    create: async (body) => {
      const place = await client.call(getAmenity, { params: { id: body.amenityId ?? '' } })
      const { version } = await link.mutateAsync({ params: { code }, body })
      const { qrCode: former } = place
      if (former === null) return { ...place, version }
      const { items } = await client.call(listQrCodes, { query: { q: former } })
      return { ...place, version: items.find((one) => one.code === former)?.version }
    },
    onDone: (place) => {
      if (!place) return onClose()
      const { id, qrCode: former, version: ifMatch } = place
      onDone({
        message: t.linked({ place: sayPlace(place.name, place.location?.path, place.building.name) }),
        undo: (former === null
          ? callOf(linkQrCode, { params: { code }, ifMatch, body: { amenityId: null } }, true)
          : callOf(linkQrCode, { params: { code: former }, ifMatch, body: { amenityId: id } }, true)
        ).send,
      })
    },
  })
  return (
    <FormDialog
      form={form}
      title={t.linkCode({ code: formatCode(code) })}
      submit={t.link}
      onClose={onClose}
      quota="qrCodes"
    >
      <FindOne {...value(form, 'amenityId', words.amenity)} from="amenities" first />
      <ReplacedCode amenityId={form.values.amenityId} code={code} say={t.codeThere} />
    </FormDialog>
  )
}
