/** Photos of a task, and adding one. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { AttachmentKind, Task, TaskDetail } from '#contracts/tasks/records.ts'
import { BlobImage, CameraButton } from '#field-kit/photos.tsx'
import { SendMark } from '#field-kit/send-mark.tsx'
import { useAppServices } from '../app-services.ts'
import { kindBesideFinish } from '../data/with-pending.ts'
import { useWords } from '../words.ts'
import { useOperations } from './use-operations.ts'

/** One large photo with thumbnails of the others; pending ones come last. */
export const Photos = ({
  task,
  detail,
}: {
  task: Task
  detail: TaskDetail | undefined
}): JSX.Element | null => {
  const words = useWords()
  const operations = useOperations()
  const [chosen, setChosen] = useState(0)
  const kindWord: Record<AttachmentKind, string> = { BEFORE: words.before, AFTER: words.after, OTHER: '' }
  const visitors = (detail?.feedback ?? []).flatMap(({ images }) =>
    images.map((image) => ({ image, word: words.before })),
  )
  const team = task.attachments.map(({ image, kind, public: isShown }) => ({
    image,
    word: [kindWord[kind], isShown ? words.publicNote : ''].filter(Boolean).join(' · '),
  }))
  const all = [...visitors, ...team]
  const large = all[chosen] ?? all[0]
  const waiting = operations.filter(({ taskId, work }) => taskId === task.id && work.kind === 'photo')
  if (!large && waiting.length === 0) return null
  return (
    <section class="stack tight">
      <h2 class="vh">{words.photos}</h2>
      {large && (
        <figure class="large">
          <img
            src={large.image.url}
            width={large.image.width}
            height={large.image.height}
            alt={words.photoOf({ title: task.title })}
          />
          {large.word && <figcaption>{large.word}</figcaption>}
        </figure>
      )}
      <ul class="photos">
        {all.length > 1 &&
          all.map(({ image }, index) => (
            <li key={image.key}>
              <button
                type="button"
                class="pick"
                aria-pressed={all[index] === large}
                onClick={() => setChosen(index)}
              >
                <img src={image.thumbnailUrl} alt={words.photoNumber({ number: index + 1 })} loading="lazy" />
              </button>
            </li>
          ))}
        {waiting.map(({ id, work, state }) =>
          work.kind === 'photo' ? (
            <li key={id}>
              <figure>
                <BlobImage photo={work.photo} alt={words.photoOf({ title: task.title })} />
                <figcaption>
                  <SendMark state={state} />
                </figcaption>
              </figure>
            </li>
          ) : null,
        )}
      </ul>
    </section>
  )
}

export const AddPhoto = ({ task }: { task: Task }): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const operations = useOperations()
  const attachmentKind = kindBesideFinish(task, operations)
  return (
    <CameraButton
      text={words.takePhoto}
      onPhoto={(taken) =>
        taken.then(
          (photo) => services.act(task, { kind: 'photo', photo, attachmentKind }),
          () => undefined,
        )
      }
    />
  )
}
