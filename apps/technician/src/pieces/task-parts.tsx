/** Sections of the task screen. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { commas } from '#contracts/kit/comma.ts'
import type { HistoryEntry, Note, Task, TaskDetail } from '#contracts/tasks/records.ts'
import { useCell } from '#field-kit/cell.ts'
import { Field, Notice } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useAttempt } from '#field-kit/own-record.tsx'
import { SendMark } from '#field-kit/send-mark.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { readTroubleOf } from '#offline/read-trouble.ts'
import { useAppServices } from '../app-services.ts'
import { ownNotes } from '../data/with-pending.ts'
import { useLocale, useWords } from '../words.ts'
import { Ago } from './marks.tsx'
import { useOperations } from './use-operations.ts'

/** @param total more of them than `feedback` has are counted below */
export const Said = ({
  feedback,
  total,
  reporters,
  now,
}: {
  feedback: TaskDetail['feedback']
  total: number
  reporters: number
  now: number
}): JSX.Element | null => {
  const { words, language } = useLocale()
  if (feedback.length === 0) return null
  const surplus = total - feedback.length
  return (
    <section>
      <h2>{words.said}</h2>
      {reporters > 1 && <p class="hint">{words.reporters({ count: reporters })}</p>}
      <ul class="rows">
        {feedback.map((one) => (
          <li key={one.id} class="said">
            {one.issues.length > 0 && (
              <p>{one.issues.map((issue) => issue.detail ?? issue.name).join(commas[language])}</p>
            )}
            {one.comment && (
              <blockquote lang={one.language} dir="auto">
                {one.comment}
              </blockquote>
            )}
            <small class="marks">
              {one.rating !== null && <span>{words.rated({ rating: one.rating })}</span>}
              <Ago at={one.createdAt} now={now} />
            </small>
          </li>
        ))}
      </ul>
      {surplus > 0 && <p class="hint">{words.moreSaid({ count: surplus })}</p>}
    </section>
  )
}

export const Checklist = ({ task }: { task: Task }): JSX.Element | null => {
  const words = useWords()
  const services = useAppServices()
  if (task.checklist.length === 0) return null
  return (
    <section>
      <h2>{words.checklist}</h2>
      <ul class="rows">
        {task.checklist.map((item) => (
          <li key={item.id}>
            <label class="tick">
              <input
                type="checkbox"
                checked={item.done}
                onChange={({ currentTarget }) =>
                  services.act(task, {
                    kind: 'checklist',
                    checklist: [{ ...item, done: currentTarget.checked }],
                  })
                }
              />
              {item.text}
            </label>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** Error message when a section could not be read. */
const Unread = ({ error }: { error: unknown }): JSX.Element => {
  const words = useWords()
  const isOffline = readTroubleOf(error).kind === 'OFFLINE'
  return (
    <div role="status">
      {error ? <Notice tone="info">{isOffline ? words.troubleOffline : words.loadFailed}</Notice> : null}
    </div>
  )
}

export const Notes = ({
  task,
  detail,
  now,
}: {
  task: Task
  detail: TaskDetail | undefined
  now: number
}): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const operations = useOperations()
  const [text, setText] = useState('')
  const [isPublic, setPublic] = useState(false)
  const [fault, setFault] = useState(false)
  const area = useRef<HTMLTextAreaElement>(null)
  useConfirmLeave(text !== '')
  const opened = useCell(services.tasks.opened)
  const [earlier, setEarlier] = useState<readonly Note[]>([])
  const reading = useAttempt()
  const known = [
    ...new Map([...earlier, ...(detail?.notes ?? [])].map((note) => [note.id, note] as const)).values(),
  ]
  const missing = detail ? detail.noteCount - known.length : 0
  const own = ownNotes(operations, task.id, (detail && opened?.readAt) ?? 0)
  const add = (event: Event): void => {
    event.preventDefault()
    setFault(text.trim() === '')
    if (text.trim() === '') {
      area.current?.focus()
      return
    }
    services.act(task, { kind: 'note', text: text.trim(), public: isPublic })
    setText('')
    setPublic(false)
  }
  return (
    <section class="stack">
      <h2>{words.notes}</h2>
      {known.length + own.length === 0 && detail && <p class="hint">{words.noNotes}</p>}
      {missing > 0 && (
        <>
          <Unread error={reading.error} />
          <button
            type="button"
            onClick={() =>
              reading.run(async () => {
                const older = await services.tasks.notes(task.id, known.length)
                setEarlier([...older, ...earlier])
              })
            }
          >
            {reading.busy ? words.loading : words.earlierNotes({ count: missing })}
          </button>
        </>
      )}
      <ul class="rows" aria-live="polite">
        {known.map((note) => (
          <li key={note.id} class="note">
            <p class="long" dir="auto">
              {note.text}
            </p>
            <small class="marks">
              <span>{note.author.name}</span>
              <Ago at={note.createdAt} now={now} />
              {note.public && <span>{words.publicNote}</span>}
            </small>
          </li>
        ))}
        {own.map(({ id, at, work, state }) =>
          work.kind === 'note' ? (
            <li key={id} class="note">
              <p class="long" dir="auto">
                {work.text}
              </p>
              <small class="marks">
                <Ago at={at} now={now} />
                <SendMark state={state} />
              </small>
            </li>
          ) : null,
        )}
      </ul>
      <form class="stack" onSubmit={add} noValidate>
        <Field label={words.noteLabel} error={fault ? words.noteNeeded : undefined}>
          {(control) => (
            <textarea
              {...control}
              ref={area}
              maxLength={2000}
              value={text}
              onInput={(event) => setText(event.currentTarget.value)}
            />
          )}
        </Field>
        <label class="tick">
          <input
            type="checkbox"
            checked={isPublic}
            onChange={(event) => setPublic(event.currentTarget.checked)}
          />
          {words.notePublic}
        </label>
        <button type="submit">
          <Icon name="note" />
          {words.addNote}
        </button>
      </form>
    </section>
  )
}

export const History = ({ id, now }: { id: string; now: number }): JSX.Element => {
  const words = useWords()
  const services = useAppServices()
  const [entries, setEntries] = useState<readonly HistoryEntry[] | undefined>(undefined)
  const reading = useAttempt()
  return (
    <section class="stack">
      <h2>{words.history}</h2>
      <Unread error={reading.error} />
      {entries ? (
        <ol class="rows">
          {entries.map((entry) => (
            <li key={entry.id} class="note">
              <p dir="auto">{entry.text}</p>
              <small class="marks">
                <bdi>{entry.actor.name}</bdi>
                <Ago at={entry.at} now={now} />
              </small>
            </li>
          ))}
        </ol>
      ) : (
        <button
          type="button"
          onClick={() => reading.run(async () => setEntries(await services.tasks.history(id)))}
        >
          {reading.busy ? words.loading : words.showHistory}
        </button>
      )}
    </section>
  )
}
