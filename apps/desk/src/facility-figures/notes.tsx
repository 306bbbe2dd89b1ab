/** Day notes, which explain changes in a trend. */
import { Button, Modal, TextInput } from '@mantine/core'
import { getSettings, type Settings, updateSettings } from '#contracts/settings.ts'
import { FindOne } from '#desk-kit/find/find-field.tsx'
import { useFound } from '#desk-kit/find/use-found.ts'
import { text, value } from '#desk-kit/form/fields.tsx'
import { FormTrouble } from '#desk-kit/form/form-trouble.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { callOf, useAction, useApi, useRun } from '#desk-kit/lib/api.ts'
import { todayIn } from '#desk-kit/lib/days.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useFocusBack } from '#desk-kit/parts/focus-back.ts'
import { ErrorPanel, QueryView } from '#desk-kit/parts/states.tsx'
import './figures.css'
import { facilityMessages } from './messages.ts'

const most = 200

const NewNote = ({ settings }: { settings: Settings }) => {
  const { words } = useMessages()
  const t = useMessages(facilityMessages)
  const save = useAction(updateSettings)
  const form = useForm({
    draft: () => ({
      date: todayIn(settings.profile.timeZone),
      text: '',
      buildingId: null as string | null,
    }),
    write: (draft) => ({ ...draft, text: draft.text.trim() }),
    body: updateSettings,
    check: (draft) => ({
      date: draft.date === '' && t.dayNeeded,
      text: draft.text.trim() === '' && t.noteNeeded,
    }),
    create: (note) =>
      save.mutateAsync({
        ifMatch: settings.version,
        body: { dayNotes: [...settings.dayNotes, note] },
      }),
    onDone: () => form.reset(),
  })
  return (
    <form
      className="form"
      ref={form.element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        form.submit()
      }}
    >
      <TextInput type="date" {...text(form, 'date', t.noteDay)} />
      <TextInput {...text(form, 'text', t.note)} maxLength={80} description={t.noteHelp} />
      <FindOne from="buildings" {...value(form, 'buildingId', t.noteBuilding)} />
      <FormTrouble form={form} />
      <div className="form-foot">
        <Button
          type="submit"
          variant="filled"
          loading={form.busy}
          disabled={settings.dayNotes.length >= most}
        >
          {t.addNote}
        </Button>
      </div>
      {settings.dayNotes.length >= most ? <p>{t.notesFull}</p> : null}
      <p role="status">{form.saved ? words.saved : ''}</p>
    </form>
  )
}

const KeptNotes = ({ settings }: { settings: Settings }) => {
  const { words } = useMessages()
  const t = useMessages(facilityMessages)
  const { day } = useFormat()
  const run = useRun()
  const { dayNotes, version } = settings
  const { names } = useFound('buildings', {
    typed: '',
    chosen: [...new Set(dayNotes.flatMap(({ buildingId }) => buildingId ?? []))],
    enabled: false,
  })
  if (dayNotes.length === 0) return <p className="quiet">{t.noNotes}</p>
  return (
    <>
      {run.error ? <ErrorPanel error={run.error} /> : null}
      <ul className="day-notes">
        {dayNotes
          .map((note, index) => ({ note, index }))
          .reverse()
          .map(({ note, index }) => (
            <li key={`${index} ${note.date} ${note.text}`}>
              <span>
                {day(note.date)}: {note.text}
                {note.buildingId ? <small>{names.get(note.buildingId) ?? '…'}</small> : null}
              </span>
              <Button
                size="compact-sm"
                variant="subtle"
                aria-label={t.removeNote({ text: note.text })}
                disabled={run.isPending}
                onClick={() =>
                  run.mutate(
                    callOf(updateSettings, {
                      ifMatch: version,
                      body: { dayNotes: dayNotes.filter((_, place) => place !== index) },
                    }),
                  )
                }
              >
                {words.remove}
              </Button>
            </li>
          ))}
      </ul>
    </>
  )
}

export const Notes = ({ onClose }: { onClose: () => void }) => {
  const { words } = useMessages()
  const t = useMessages(facilityMessages)
  const settings = useApi(getSettings, {})
  useFocusBack(true)
  return (
    <Modal
      opened
      onClose={onClose}
      title={t.notes}
      size="md"
      closeButtonProps={{ 'aria-label': words.close }}
    >
      <p className="quiet">{t.notesHelp}</p>
      <QueryView of={settings} rows={6}>
        {(data) => (
          <>
            <NewNote settings={data} />
            <KeptNotes settings={data} />
          </>
        )}
      </QueryView>
    </Modal>
  )
}
