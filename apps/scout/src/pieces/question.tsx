/** A question of a checklist: its answer, and what goes with it. */
import type { JSX } from 'preact'
import { useId, useState } from 'preact/hooks'
import type { Missing } from '#contracts/scout/answers.ts'
import type { Inspection, StoredAnswer } from '#contracts/scout/rounds.ts'
import { type AnswerValue, shareOf } from '#contracts/scout/score.ts'
import type { Question } from '#contracts/scout/templates.ts'
import { Icon } from '#field-kit/icon.tsx'
import { Link } from '#field-kit/navigation.tsx'
import { BlobImage, CameraButton } from '#field-kit/photos.tsx'
import { paths } from '../routes.ts'
import { useOperations, useServices } from '../services.ts'
import { useLocale, useWords } from '../words.ts'
import { AnswerControl } from './answer.tsx'
import { useLateSave } from './use-late-save.ts'

/** An answer replaces value, `na` and note together. */
export type Save = (answer: {
  readonly value: AnswerValue
  readonly na: boolean
  readonly note: string | null
}) => void

interface QuestionProps {
  readonly inspection: Inspection
  readonly question: Question
  readonly answer: StoredAnswer | undefined
  readonly missing: Missing['what'] | undefined
  readonly isOpen: boolean
  /** what counts, unless the section says it for all of its questions */
  readonly help: string | null
  readonly onSave: Save
}

export const Help = ({ text }: { text: string }): JSX.Element => {
  const words = useWords()
  return (
    <details>
      <summary>{words.questionHelp}</summary>
      <p class="long hint">{text}</p>
    </details>
  )
}

const mostPhotos = 5

const Photos = ({ inspection, question, answer, isOpen }: QuestionProps): JSX.Element => {
  const words = useWords()
  const { act, outbox } = useServices()
  const inspectionId = inspection.id
  const waiting = useOperations().flatMap(({ id, work }) =>
    work.kind === 'photo' &&
    'inspectionId' in work.of &&
    work.of.inspectionId === inspectionId &&
    work.of.questionId === question.id
      ? [{ id, photo: work.photo }]
      : [],
  )
  const stored = answer?.photos ?? []
  const take = async (taken: Promise<Blob>): Promise<void> => {
    const photo = await taken
    await act(
      { id: inspection.round.id, title: inspection.amenity.name },
      { kind: 'photo', photo, of: { inspectionId, questionId: question.id } },
    )
  }
  return (
    <>
      {stored.length + waiting.length > 0 && (
        <ul class="photos">
          {stored.map(({ key, thumbnailUrl }, index) => (
            <li key={key}>
              {thumbnailUrl ? (
                <img src={thumbnailUrl} alt={words.photoNumber({ number: index + 1 })} loading="lazy" />
              ) : (
                <span class="mark good">
                  <Icon name="check" />
                  {words.sent}
                </span>
              )}
            </li>
          ))}
          {waiting.map(({ id, photo }, index) => (
            <li key={id}>
              <BlobImage photo={photo} alt={words.photoNumber({ number: stored.length + index + 1 })} />
              {isOpen && (
                <button type="button" onClick={() => void outbox.undo(id)}>
                  {words.removePhoto}
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isOpen && stored.length + waiting.length < mostPhotos && (
        // The camera's button says itself when a photo cannot be read.
        <CameraButton text={words.takePhoto} onPhoto={(photo) => void take(photo).catch(() => undefined)} />
      )}
    </>
  )
}

const Note = ({ answer, onSave }: Pick<QuestionProps, 'answer' | 'onSave'>): JSX.Element => {
  const words = useWords()
  const id = useId()
  const { value = null, na = false, note = null } = answer ?? {}
  const [text, type, leave] = useLateSave(note ?? '', (typed) => onSave({ value, na, note: typed || null }))
  return (
    <div class="field">
      <label for={id}>{words.note}</label>
      <textarea
        id={id}
        maxLength={500}
        value={text}
        onInput={(event) => type(event.currentTarget.value)}
        onBlur={leave}
      />
    </div>
  )
}

export const QuestionBlock = (props: QuestionProps): JSX.Element => {
  const { inspection, question, answer, missing, isOpen, help, onSave } = props
  const { language } = useLocale()
  const words = useWords()
  const label = useId()
  const [hasMore, setMore] = useState(false)
  const given = answer && { value: answer.value, na: answer.na }
  const fails = shareOf(question, given) === 0
  const photos = answer?.photos.length ?? 0
  const needsPhoto =
    question.kind === 'PHOTO' || question.photo === 'ALWAYS' || (question.photo === 'ON_FAIL' && fails)
  const showsPhoto = question.photo !== 'NEVER' && (needsPhoto || hasMore || photos > 0)
  const showsNote = hasMore || Boolean(answer?.note)
  const note = answer?.note ?? null
  return (
    <section class={missing ? 'question lacks' : 'question'} id={`q-${question.id}`}>
      <h3 id={label} tabIndex={-1}>
        {question.texts?.[language] ?? question.text}
        {question.critical && (
          <span class="mark bad critical">
            <Icon name="alert" />
            {words.criticalQuestion}
          </span>
        )}
        {!question.required && <small> ({words.optional})</small>}
      </h3>
      {help && <Help text={help} />}
      {missing && (
        <p class="wrong">
          <Icon name="alert" />
          {missing === 'PHOTO' ? words.lacksPhoto : words.lacksAnswer}
        </p>
      )}
      <fieldset disabled={!isOpen}>
        <AnswerControl
          question={question}
          value={answer?.value ?? null}
          na={answer?.na ?? false}
          labelledBy={label}
          onValue={(value) => onSave({ value, na: false, note })}
          onNa={() => onSave({ value: null, na: true, note })}
        />
      </fieldset>
      {showsPhoto && <Photos {...props} />}
      {showsNote && isOpen && <Note answer={answer} onSave={onSave} />}
      {showsNote && !isOpen && note && <p class="long">{note}</p>}
      {isOpen && (
        <div class="more">
          {!hasMore && (
            <button type="button" class="quiet" onClick={() => setMore(true)}>
              {question.photo === 'NEVER' ? words.note : words.noteOrPhoto}
            </button>
          )}
          <Link
            class={fails ? 'button' : 'button quiet'}
            to={paths.report(inspection.amenity.id, inspection.id, question.id)}
          >
            <Icon name="alert" />
            {words.reportFinding}
          </Link>
        </div>
      )}
    </section>
  )
}
