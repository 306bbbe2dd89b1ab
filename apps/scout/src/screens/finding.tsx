/** A finding with the progress of its task; the scout says whether it is fixed, or withdraws it. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Finding } from '#contracts/scout/findings.ts'
import { TextField } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { BlobImage } from '#field-kit/photos.tsx'
import type { ScreenProps } from '../app.tsx'
import { FindingMark, SeverityMark, Time } from '../pieces/marks.tsx'
import { Page } from '../pieces/page.tsx'
import { paths } from '../routes.ts'
import { useBook, useOperations, useServices } from '../services.ts'
import { useWords } from '../words.ts'

const Photos = ({ finding }: { finding: Finding }): JSX.Element => {
  const words = useWords()
  const waiting = useOperations().flatMap(({ id, work }) =>
    work.kind === 'photo' && 'findingId' in work.of && work.of.findingId === finding.id
      ? [{ id, photo: work.photo }]
      : [],
  )
  return (
    <ul class="photos">
      {finding.photos.map(({ key, thumbnailUrl }, index) => (
        <li key={key}>
          <img src={thumbnailUrl} alt={words.photoNumber({ number: index + 1 })} loading="lazy" />
        </li>
      ))}
      {waiting.map(({ id, photo }, index) => (
        <li key={id}>
          <BlobImage photo={photo} alt={words.photoNumber({ number: finding.photos.length + index + 1 })} />
        </li>
      ))}
    </ul>
  )
}

const Verify = ({ finding }: { finding: Finding }): JSX.Element => {
  const words = useWords()
  const { act } = useServices()
  const [note, setNote] = useState('')
  const say = (fixed: boolean): void => {
    const text = note.trim()
    void act(
      { id: finding.id, title: finding.amenity.name },
      { kind: 'finding.verify', fields: { findingId: finding.id, fixed, ...(text ? { note: text } : {}) } },
    )
  }
  return (
    <section class="stack">
      <h2>{words.isFixed}</h2>
      <TextField
        label={words.note}
        hint={words.optional}
        name="note"
        value={note}
        maxLength={500}
        onText={setNote}
      />
      <div class="actions">
        <button type="button" class="primary" onClick={() => say(true)}>
          <Icon name="check" />
          {words.yesFixed}
        </button>
        <button type="button" onClick={() => say(false)}>
          <Icon name="undo" />
          {words.notFixed}
        </button>
      </div>
    </section>
  )
}

const Withdraw = ({ finding }: { finding: Finding }): JSX.Element => {
  const words = useWords()
  const { act, outbox } = useServices()
  const [sure, setSure] = useState(false)
  const own = useOperations().find(({ id }) => id === finding.id)
  const withdraw = async (): Promise<void> => {
    // What was not sent yet is only taken out of the outbox.
    if (own && (await outbox.undo(own.id))) return
    await act(
      { id: finding.id, title: finding.amenity.name },
      { kind: 'finding.withdraw', fields: { findingId: finding.id } },
    )
  }
  return sure ? (
    <div class="actions">
      <button type="button" class="danger" onClick={() => void withdraw()}>
        {words.withdrawSure}
      </button>
      <button type="button" onClick={() => setSure(false)}>
        {words.cancel}
      </button>
    </div>
  ) : (
    <button type="button" class="quiet" onClick={() => setSure(true)}>
      {words.withdraw}
    </button>
  )
}

export default function FindingScreen({ route }: ScreenProps): JSX.Element {
  const words = useWords()
  const id = route.name === 'finding' ? route.id : ''
  const finding = useBook()?.findings.find((one) => one.id === id)
  if (!finding)
    return (
      <Page
        title={words.findings}
        back={paths.findings}
        backText={words.findings}
        missing={words.findingGone}
      />
    )
  const { state, amenity, text, reason, notes, task, joined } = finding
  return (
    <Page title={finding.categoryName} back={paths.findings} backText={words.findings}>
      <p class="place">
        <Icon name="place" />
        <bdi>{amenity.name}</bdi>
      </p>
      <p class="marks">
        <SeverityMark severity={finding.severity} />
        <FindingMark state={state} />
        <Time at={finding.createdAt} />
      </p>
      {text && <p class="long">{text}</p>}
      <Photos finding={finding} />
      {joined && <p>{words.joined}</p>}
      {reason && <p>{words.because({ reason })}</p>}
      {task?.dueAt && (
        <p>
          {words.dueBy} <Time at={task.dueAt} />
        </p>
      )}
      {notes.length > 0 && (
        <section>
          <h2>{words.teamSays}</h2>
          <ul class="rows">
            {notes.map((note) => (
              <li key={note.at}>
                <p class="long">{note.text}</p>
                <small>
                  <Time at={note.at} />
                </small>
              </li>
            ))}
          </ul>
        </section>
      )}
      {state === 'FIXED' && <Verify finding={finding} />}
      {(state === 'REPORTED' || state === 'ACCEPTED') && <Withdraw finding={finding} />}
    </Page>
  )
}
