/** Notes for the team; a public one is also read by the visitors behind the task. */
import { Button, Checkbox, Textarea } from '@mantine/core'
import { useState } from 'react'
import type { TaskDetail } from '#contracts/tasks/records.ts'
import { addTaskNote } from '#contracts/tasks.ts'
import { useAct } from '../lib/api.ts'
import { useWords } from '../lib/language.tsx'
import { LeaveGuard } from '../parts/leave-guard.tsx'
import { Mark } from '../parts/mark.tsx'
import { Photos } from '../parts/photos.tsx'
import { Section } from '../parts/screen.tsx'
import { ErrorPanel } from '../parts/states.tsx'
import { When } from '../parts/when.tsx'
import { taskWords } from './words.ts'

export const Notes = ({ task }: { task: TaskDetail }) => {
  const tasks = useWords(taskWords)
  const add = useAct(addTaskNote)
  const [text, setText] = useState('')
  const [open, setOpen] = useState(false)
  return (
    <Section title={tasks.notes}>
      {task.noteCount > task.notes.length ? (
        <p className="quiet">{tasks.lastNotes({ shown: task.notes.length, all: task.noteCount })}</p>
      ) : null}
      <ol className="notes">
        {task.notes.map((note) => (
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
