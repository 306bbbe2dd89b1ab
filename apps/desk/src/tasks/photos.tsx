/** Photos before and after; each goes to storage first and is registered then. */
import { Button, FileButton, NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { ApiError } from '#client/errors.ts'
import type { AttachmentKind, TaskDetail } from '#contracts/tasks/records.ts'
import { addTaskAttachment } from '#contracts/tasks.ts'
import { client, refreshAll } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { Photos } from '../parts/photos.tsx'
import { Section } from '../parts/screen.tsx'
import { ErrorPanel } from '../parts/states.tsx'
import { taskWords } from './words.ts'

const kinds: readonly AttachmentKind[] = ['BEFORE', 'AFTER', 'OTHER']
type ImageType = 'image/jpeg' | 'image/png' | 'image/webp'
const isImageType = (type: string): type is ImageType => /^image\/(jpeg|png|webp)$/.test(type)

/** @throws ApiError */
const upload = async (
  taskId: string,
  file: File,
  contentType: ImageType,
  kind: AttachmentKind,
): Promise<void> => {
  const params = { id: taskId }
  const place = await client.call(addTaskAttachment, { params, body: { contentType, size: file.size, kind } })
  if (!place.url || !place.key)
    throw new ApiError({ code: 'BAD_ANSWER', status: 200, message: 'No place to upload to' })
  const answer = await fetch(place.url, {
    method: 'PUT',
    body: file,
    ...(place.headers ? { headers: place.headers } : {}),
  }).catch((error: unknown) => {
    throw new ApiError({ code: 'NETWORK', status: 0, message: 'The photo was not sent' }, error)
  })
  if (!answer.ok)
    throw new ApiError({ code: 'BAD_ANSWER', status: answer.status, message: 'The photo was not taken' })
  await client.call(addTaskAttachment, { params, body: { key: place.key, kind } })
}

export const TaskPhotos = ({ task }: { task: TaskDetail }) => {
  const tasks = useWords(taskWords)
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
      if (!isImageType(file.type) || file.size > 10_000_000) setRefused(file.name)
      else {
        try {
          await upload(task.id, file, file.type, kind)
        } catch (fault) {
          if (fault instanceof ApiError) setError(fault)
          else throw fault
        }
      }
      setSending((left) => left - 1)
    }
    await refreshAll()
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
          <FileButton
            multiple
            accept="image/jpeg,image/png,image/webp"
            onChange={(files) => void send(files)}
          >
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
