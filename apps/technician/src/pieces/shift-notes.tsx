/** TEC-9: writing a shift note, and the notes of the previous shift. */
import type { JSX } from 'preact'
import { useEffect, useRef, useState } from 'preact/hooks'
import type { ShiftNote } from '#contracts/operator/records.ts'
import { Field } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useWords } from '../words.ts'
import { useNow } from './clock.ts'
import { Ago } from './marks.tsx'

const mostCharacters = 500

/** Asks for an optional note and ends the shift. */
export const EndShift = ({
  onEnd,
  onCancel,
}: {
  onEnd: (note: string) => void
  onCancel: () => void
}): JSX.Element => {
  const words = useWords()
  const [text, setText] = useState('')
  useConfirmLeave(text !== '')
  const area = useRef<HTMLTextAreaElement>(null)
  useEffect(() => area.current?.focus(), [])
  const submit = (event: Event): void => {
    event.preventDefault()
    onEnd(text.trim())
  }
  return (
    <form class="stack" onSubmit={submit} noValidate>
      <Field label={`${words.shiftNote} (${words.optional})`} hint={words.shiftNoteHelp}>
        {(control) => (
          <textarea
            {...control}
            ref={area}
            maxLength={mostCharacters}
            value={text}
            onInput={(event) => setText(event.currentTarget.value)}
          />
        )}
      </Field>
      <div class="row">
        <button type="submit" class="primary">
          <Icon name="check" />
          {words.shiftEnd}
        </button>
        <button type="button" onClick={onCancel}>
          {words.cancel}
        </button>
      </div>
    </form>
  )
}

export const ShiftNotes = ({
  notes,
  onRead,
}: {
  notes: readonly ShiftNote[]
  onRead: (note: ShiftNote) => void
}): JSX.Element | null => {
  const words = useWords()
  const now = useNow()
  if (notes.length === 0) return null
  return (
    <section class="stack tight">
      <h2>
        {words.shiftNotes} <span class="count">{notes.length}</span>
      </h2>
      <ul class="rows">
        {notes.map((note) => (
          <li key={note.id} class="note stack tight">
            <p class="long">
              <bdi>{note.text}</bdi>
            </p>
            <p class="marks">
              <span class="mark">
                <Icon name="person" />
                <bdi>{note.author.name}</bdi>
              </span>
              <small>
                <Ago at={note.at} now={now} />
              </small>
              {note.readAt && (
                <span class="mark">
                  <Icon name="check" />
                  {words.shiftNoteRead}
                </span>
              )}
            </p>
            {!note.readAt && (
              <div class="row">
                <button type="button" onClick={() => onRead(note)}>
                  <Icon name="check" />
                  {words.shiftMarkRead}
                  <span class="vh">: {note.text.slice(0, 60)}</span>
                </button>
              </div>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}
