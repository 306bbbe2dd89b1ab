/** Photos of a task: uploaded to storage, then attached. */
import { Button, FileButton, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { AttachmentKind, TaskDetail } from '#contracts/tasks/records.ts'
import { addTaskAttachment } from '#contracts/tasks.ts'
import { client, refreshAfter } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { type ImageType, imageTypes, isImage, putFile } from '#desk-kit/lib/put-file.ts'
import { Photos } from '#desk-kit/parts/photos.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel } from '#desk-kit/parts/states.tsx'
import { taskMessages } from './messages.ts'

const kinds: readonly AttachmentKind[] = ['BEFORE', 'AFTER', 'OTHER']

/** @throws ApiError */
const upload = async (
  taskId: string,
  file: File & { readonly type: ImageType },
  kind: AttachmentKind,
): Promise<void> => {
  const params = { id: taskId }
  const body = { contentType: file.type, size: file.size, kind }
  const key = await putFile(await client.call(addTaskAttachment, { params, body }), file)
  await client.call(addTaskAttachment, { params, body: { key, kind } })
}

export const TaskPhotos = ({ task }: { task: TaskDetail }) => {
  const tasks = useMessages(taskMessages)
  const [kind, setKind] = useState<AttachmentKind>('OTHER')
  const [sending, setSending] = useState(0)
  const [error, setError] = useState<ApiError>()
  const [refused, setRefused] = useState<string>()
  const may = task.allowed.includes('attach')
  const shown = task.attachments
  if (shown.length === 0 && !may) return null
  const send = async (files: readonly File[]): Promise<void> => {
    setError(undefined)
    setRefused(undefined)
    setSending(files.length)
    for (const file of files) {
      if (!isImage(file)) setRefused(file.name)
      else {
        try {
          await upload(task.id, file, kind)
        } catch (fault) {
          if (fault instanceof ApiError) setError(fault)
          else throw fault
        }
      }
      setSending((left) => left - 1)
    }
    await refreshAfter(addTaskAttachment)
  }
  return (
    <Section title={tasks.photos}>
      <Photos
        images={shown.map(({ image }) => image)}
        captions={shown.map((one) => `${tasks.photoKinds[one.kind]}, ${one.author.name}`)}
      />
      {may ? (
        <div className="actions photo-form">
          <NativeSelect
            aria-label={tasks.photoKind}
            value={kind}
            onChange={(event) => setKind(event.currentTarget.value as AttachmentKind)}
            data={kinds.map((one) => ({ value: one, label: tasks.photoKinds[one] }))}
          />
          <FileButton multiple accept={imageTypes} onChange={(files) => void send(files)}>
            {(props) => (
              <Button {...props} loading={sending > 0}>
                {tasks.addPhoto}
              </Button>
            )}
          </FileButton>
          <span role="status" className="quiet">
            {sending > 0 ? tasks.sendingPhotos({ count: sending }) : ''}
          </span>
        </div>
      ) : null}
      {refused ? (
        <p className="field-problem" role="alert">
          {tasks.photoRefused({ name: refused })}
        </p>
      ) : null}
      {error ? <ErrorPanel error={error} /> : null}
    </Section>
  )
}
