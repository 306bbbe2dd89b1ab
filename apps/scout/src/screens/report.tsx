/** SCO-5: reports a finding; what is known in that category comes first. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { newId } from '#client/unique-id.ts'
import { type Severity, severities } from '#contracts/scout/findings.ts'
import { Field } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useNavigation } from '#field-kit/navigation.tsx'
import { allResized, TakenPhotos } from '#field-kit/photos.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useFormDraft } from '#field-kit/use-form-draft.ts'
import type { ScreenProps } from '../app.tsx'
import type { Amenity, Book } from '../data/book.ts'
import { Time } from '../pieces/marks.tsx'
import type { Similar } from '../pieces/own-similar.ts'
import { Page } from '../pieces/page.tsx'
import { Choices } from '../pieces/reasons.tsx'
import { useSimilar } from '../pieces/use-similar.ts'
import { paths } from '../routes.ts'
import { useBook, useServices } from '../services.ts'
import { severityWord, useWords } from '../words.ts'

const empty = { category: '', severity: '', text: '' }
const mostPhotos = 10

interface Place {
  readonly book: Book
  readonly amenity: Amenity
  readonly inspectionId: string | undefined
  readonly questionId: string | undefined
}

const KnownList = ({
  list,
  onSame,
}: {
  list: readonly Similar[]
  onSame: (one: Similar) => void
}): JSX.Element => {
  const words = useWords()
  return (
    <section>
      <h2>{words.similar}</h2>
      <ul class="rows">
        {list.map((one) => (
          <li key={one.id} class="row-of">
            <p>
              <bdi>{one.title}</bdi>
            </p>
            <p class="marks">
              <Time at={one.since} />
              {one.own && <span>{words.ownFinding}</span>}
              {one.reports > 1 && <span>{words.reporters({ count: one.reports })}</span>}
            </p>
            {one.confirms ? (
              <button type="button" onClick={() => onSame(one)}>
                <Icon name="hand" />
                {words.sameHere}
              </button>
            ) : (
              <span class="mark">
                <Icon name="clock" />
                {words.waits}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

const questionCategory = (
  book: Book,
  inspectionId: string | undefined,
  questionId: string | undefined,
): string => {
  const inspection = book.inspections.find(({ id }) => id === inspectionId)
  const template = book.templates.find(
    ({ id, version }) => id === inspection?.template.id && version === inspection.template.version,
  )
  const questions = template?.sections.flatMap((section) => section.questions) ?? []
  return questions.find(({ id }) => id === questionId)?.category ?? ''
}

const Report = ({ book, amenity, inspectionId, questionId }: Place): JSX.Element => {
  const words = useWords()
  const { act, drafts, persons, outbox } = useServices()
  const { go } = useNavigation()
  const owner = `${persons.current()?.id} report ${amenity.id} ${questionId ?? ''}`
  const [texts, change, photos, setPhotos] = useFormDraft(drafts, owner, empty)
  const [trouble, setTrouble] = useState<'CATEGORY' | 'SEVERITY'>()
  const [busy, setBusy] = useState(false)
  useConfirmLeave(!busy && (texts.severity !== '' || texts.text !== '' || photos.length > 0))
  const offered = book.categories.filter(({ type }) => type === amenity.type)
  const suggested = questionCategory(book, inspectionId, questionId)
  const category = texts.category || (offered.some(({ code }) => code === suggested) ? suggested : '')
  const similar = useSimilar(book, amenity.id, category)
  const inspection = book.inspections.find(({ id }) => id === inspectionId)
  const back = inspection ? paths.stop(inspection.round.id, inspection.id) : paths.findings

  const send = async (confirms?: Similar['confirms']): Promise<void> => {
    if (busy) return
    if (!category) return setTrouble('CATEGORY')
    const severity = severities.find((one) => one === texts.severity) ?? (confirms && 'MINOR')
    if (!severity) return setTrouble('SEVERITY')
    setBusy(true)
    const taken = await allResized(photos)
    if (!taken) return setBusy(false)
    const text = texts.text.trim()
    const title = amenity.name
    const subject = { id: newId(), title }
    const finding = await act(subject, {
      kind: 'finding.create',
      fields: {
        amenityId: amenity.id,
        category,
        severity,
        ...(text ? { text } : {}),
        ...(inspectionId ? { inspectionId } : {}),
        ...(inspectionId && questionId ? { questionId } : {}),
        ...(confirms ? { confirms } : {}),
      },
    })
    // The service knows the finding by the id of the operation that makes it.
    for (const photo of taken)
      await outbox.add(subject, { kind: 'photo', photo, of: { findingId: finding.id } })
    go(back, { sent: true })
  }
  return (
    <Page
      title={words.reportTitle}
      back={back}
      backText={amenity.name}
      bar={
        <button type="submit" form="report" class="primary" aria-disabled={busy}>
          <Icon name="send" />
          {words.reportSend}
        </button>
      }
    >
      <p class="place">
        <Icon name="place" />
        <span>
          <bdi>{amenity.name}</bdi>
          {amenity.location && (
            <small>
              {' '}
              · <bdi>{amenity.location}</bdi>
            </small>
          )}
        </span>
      </p>
      <form
        id="report"
        class="stack wide"
        onSubmit={(event) => {
          event.preventDefault()
          void send()
        }}
        noValidate
      >
        <div class="stack tight">
          <Choices
            legend={words.reportWhat}
            name="category"
            choices={offered.map(({ code, name }) => [code, name] as const)}
            chosen={category || undefined}
            onChoose={(code) => change({ category: code })}
          />
          <p class="wrong" role="alert">
            {trouble === 'CATEGORY' && !category && words.reportNeeded}
          </p>
        </div>
        {similar.length > 0 && <KnownList list={similar} onSame={(one) => void send(one.confirms)} />}
        <div class="stack tight">
          <Choices<Severity>
            legend={words.severity}
            name="severity"
            choices={severities.map((one) => [one, severityWord(words, one)] as const)}
            chosen={severities.find((one) => one === texts.severity)}
            onChoose={(severity) => change({ severity })}
          />
          <p class="wrong" role="alert">
            {trouble === 'SEVERITY' && !texts.severity && words.severityNeeded}
          </p>
        </div>
        <TakenPhotos taken={photos} most={mostPhotos} alt={words.photo} onChange={setPhotos} />
        <Field label={words.note} hint={words.optional}>
          {(control) => (
            <textarea
              {...control}
              maxLength={2000}
              value={texts.text}
              onInput={(event) => change({ text: event.currentTarget.value })}
            />
          )}
        </Field>
      </form>
    </Page>
  )
}

export default function ReportScreen({ route }: ScreenProps): JSX.Element {
  const words = useWords()
  const { search } = useNavigation()
  const book = useBook()
  const amenityId = route.name === 'report' ? route.amenityId : ''
  const amenity =
    book?.amenities.find(({ id }) => id === amenityId) ??
    book?.rounds.flatMap(({ stops }) => stops).find((stop) => stop.amenity.id === amenityId)?.amenity
  const query = new URLSearchParams(search)
  if (!book || !amenity)
    return (
      <Page
        title={words.reportTitle}
        back={paths.findings}
        backText={words.findings}
        missing={words.placeGone}
      />
    )
  return (
    <Report
      book={book}
      amenity={amenity}
      inspectionId={query.get('inspection') ?? undefined}
      questionId={query.get('question') ?? undefined}
    />
  )
}
