/** Notes for the team; public ones also appear on tracking pages. */
import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { Note, TaskDetail } from '#contracts/tasks/records.ts'
import { addTaskNote, listTaskNotes } from '#contracts/tasks.ts'
import { useAction, useApi } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { LeaveGuard } from '#desk-kit/parts/leave-guard.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { Photos } from '#desk-kit/parts/photos.tsx'
import { Section } from '#desk-kit/parts/screen.tsx'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import { When } from '#desk-kit/parts/when.tsx'
import { taskMessages } from './messages.ts'

const Lines = ({ notes }: { notes: readonly Note[] }) => {
  const tasks = useMessages(taskMessages)
  return (
    <ol className="notes">
      {notes.map((note) => (
        <li key={note.id}>
          <span className="line-of">
            <strong>{note.author.name}</strong>
            <When at={note.createdAt} />
            {note.public ? <Mark tone="info">{tasks.publicNote}</Mark> : null}
          </span>
          <p className="prose" dir="auto">
            {note.text}
          </p>
          <Photos images={note.attachments.map(({ image }) => image)} />
        </li>
      ))}
    </ol>
  )
}

/** An earlier page of notes; the latest page is part of the task. */
const Older = ({ task, page }: { task: TaskDetail; page: number }) => {
  const older = useApi(listTaskNotes, {
    params: { id: task.id },
    query: { sort: '-createdAt', page, pageSize: task.notes.length },
  })
  return (
    <QueryView of={older} rows={4}>
      {({ items }) => <Lines notes={items.toReversed()} />}
    </QueryView>
  )
}

export const Notes = ({ task }: { task: TaskDetail }) => {
  const tasks = useMessages(taskMessages)
  /** page numbers, newest first */
  const [older, setOlder] = useState<readonly number[]>([])
  const add = useAction(addTaskNote)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  return (
    <Section title={tasks.notes}>
      {task.noteCount > task.notes.length * (older.length + 1) ? (
        <Button size="compact-sm" onClick={() => setOlder([older.length + 2, ...older])}>
          {tasks.older}
        </Button>
      ) : null}
      {older.map((page) => (
        <Older key={page} task={task} page={page} />
      ))}
      <Lines notes={task.notes} />
      {task.allowed.includes('note') ? (
        <form
          className="form note-form"
          onSubmit={(event) => {
            event.preventDefault()
            if (!text.trim()) return
            add.mutate(
              { params: { id: task.id }, body: { text: text.trim(), public: open } },
              {
                onSuccess: () => {
                  setText('')
                  setOpen(false)
                },
              },
            )
          }}
        >
          <Textarea
            label={tasks.newNote}
            autosize
            minRows={2}
            maxLength={2000}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
          />
          <Checkbox
            label={tasks.makePublic}
            description={tasks.makePublicHelp({ followers: task.followers })}
            checked={open}
            onChange={(event) => setOpen(event.currentTarget.checked)}
          />
          {add.error ? <ErrorPanel error={add.error} /> : null}
          <div>
            <Button type="submit" loading={add.isPending}>
              {tasks.addNote}
            </Button>
          </div>
        </form>
      ) : null}
      <LeaveGuard isDirty={() => text.trim() !== ''} />
    </Section>
  )
}
