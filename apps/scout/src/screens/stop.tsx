/** SCO-4: the checklist of a stop, with the score as it grows. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { readQrCode } from '#contracts/qr-code.ts'
import { missingIn } from '#contracts/scout/answers.ts'
import type { Inspection, RoundDetail, RoundStop } from '#contracts/scout/rounds.ts'
import { scoreInspection, shownQuestions } from '#contracts/scout/score.ts'
import { Notice } from '#field-kit/form.tsx'
import { Icon } from '#field-kit/icon.tsx'
import { useNavigation } from '#field-kit/navigation.tsx'
import type { ScreenProps } from '../app.tsx'
import { type Template, templateOf } from '../data/book.ts'
import { hashOfCode } from '../data/hash.ts'
import { givenIn, photoCounts } from '../data/view.ts'
import type { Answer } from '../outbox/operation.ts'
import { ScoreMark, useScoreText } from '../pieces/marks.tsx'
import { NoCode } from '../pieces/no-code.tsx'
import { Page } from '../pieces/page.tsx'
import { Help, QuestionBlock, type Save } from '../pieces/question.tsx'
import { Scanner } from '../pieces/scanner.tsx'
import { Skip } from '../pieces/skip.tsx'
import { paths } from '../routes.ts'
import { useBook, useOperations, useServices } from '../services.ts'
import { skipWord, useLocale, useWords } from '../words.ts'

interface StopProps {
  readonly round: RoundDetail
  readonly stop: RoundStop
}

/** Before the inspection was begun: the sticker, or why there is none. */
const Arrive = ({ round, stop }: StopProps): JSX.Element => {
  const words = useWords()
  const { act } = useServices()
  const { amenity } = stop
  const begin = async (presence: { qrCode: string } | { noCodeReason: string }): Promise<void> => {
    await act(
      { id: round.id, title: amenity.name },
      { kind: 'inspection.begin', fields: { roundId: round.id, stopId: stop.id, ...presence } },
    )
  }
  const scanned = async (text: string): Promise<string | undefined> => {
    const code = readQrCode(text)
    if (!code) return words.scanWrong
    if ((await hashOfCode(code)) !== amenity.codeHash) return words.otherPlace
    await begin({ qrCode: code })
    return undefined
  }
  return (
    <Page title={amenity.name} back={paths.walk(round.id)} backText={round.title}>
      {amenity.location && (
        <p class="place">
          <Icon name="place" />
          <bdi>{amenity.location}</bdi>
        </p>
      )}
      {amenity.codeHash && <Scanner onText={scanned} />}
      <NoCode onReason={(noCodeReason) => void begin({ noCodeReason })} />
      <Skip round={round} stop={stop} />
    </Page>
  )
}

const Parts = ({ inspection, template }: { inspection: Inspection; template: Template }): JSX.Element => {
  const words = useWords()
  const { language } = useLocale()
  const textOf = useScoreText()
  const titleOf = (id: string, title: string): string =>
    template.sections.find((section) => section.id === id)?.texts?.[language] ?? title
  return (
    <section>
      <ScoreMark score={inspection.score} passed={inspection.passed} />
      <ul class="rows">
        {inspection.parts.map(({ sectionId, title, score }) => (
          <li key={sectionId} class="part">
            <span>{titleOf(sectionId, title)}</span>
            <span class="number">{score === null ? '–' : textOf(score)}</span>
          </li>
        ))}
      </ul>
      {inspection.criticalFailed.length > 0 && (
        <Notice tone="bad">{words.criticalFailed({ count: inspection.criticalFailed.length })}</Notice>
      )}
    </section>
  )
}

/** The levels of a scale are the same for all questions, so they are said once. */
const commonHelp = ({ questions }: Template['sections'][number]): string | undefined => {
  const helps = questions.flatMap(({ help }) => help ?? [])
  return helps.length > 1 && new Set(helps).size === 1 ? helps[0] : undefined
}

interface ChecklistProps extends StopProps {
  readonly inspection: Inspection
  readonly template: Template
}

const Checklist = ({ round, stop, inspection, template }: ChecklistProps): JSX.Element => {
  const { language, words } = useLocale()
  const { act } = useServices()
  const { go } = useNavigation()
  const operations = useOperations()
  const textOf = useScoreText()
  const [tried, setTried] = useState(false)
  const { id, state } = inspection
  const subject = { id: round.id, title: stop.amenity.name }
  const isUnderWay = round.state === 'IN_PROGRESS' || round.state === 'PAUSED'
  const isOpen = state === 'IN_PROGRESS' && isUnderWay
  const given = givenIn(inspection)
  const shown = shownQuestions(template, given)
  const missing = missingIn(template, given, photoCounts(inspection, operations))
  const lacks = new Map(missing.map(({ questionId, what }) => [questionId, what]))
  const { score, passed } = scoreInspection(template, given)
  const required = template.sections
    .flatMap(({ questions }) => questions)
    .filter((question) => question.required && shown.has(question.id))
  const done = required.length - missing.filter(({ what }) => what === 'ANSWER').length
  const answers = new Map(inspection.answers.map((answer) => [answer.questionId, answer]))

  const save =
    (questionId: string): Save =>
    ({ value, na, note }) => {
      const answer: Answer = {
        questionId,
        ...(na ? { na } : { value: (value as Answer['value']) ?? null }),
        ...(note ? { note } : {}),
        base: answers.get(questionId)?.version ?? 0,
      }
      void act(subject, { kind: 'inspection.answers', fields: { inspectionId: id, answers: [answer] } })
    }
  const finish = async (): Promise<void> => {
    const [first] = missing
    if (first) {
      setTried(true)
      const heading = document.querySelector<HTMLElement>(`#q-${first.questionId} h3`)
      heading?.scrollIntoView({ block: 'center' })
      heading?.focus()
      return
    }
    await act(subject, { kind: 'inspection.complete', fields: { inspectionId: id } })
    go(paths.walk(round.id))
  }
  return (
    <Page
      title={stop.amenity.name}
      back={paths.walk(round.id)}
      backText={round.title}
      bar={
        isOpen && (
          <>
            <p class="score" role="status">
              <strong class="number">{score === null ? '–' : textOf(score)}</strong>
              <small class="number" aria-hidden="true">
                {done}/{required.length}
              </small>
              <span class="vh">{words.answered({ done, count: required.length })}</span>
              {score !== null && <small class="verdict">{passed ? words.passed : words.failedRound}</small>}
            </p>
            <button type="button" class="primary" onClick={() => void finish()}>
              <Icon name="check" />
              {words.finishStop}
            </button>
          </>
        )
      }
    >
      {inspection.skipped && (
        <p>
          {words.skipped}: {skipWord(words, inspection.skipped.reason)}
          {inspection.skipped.note && ` · ${inspection.skipped.note}`}
        </p>
      )}
      {state === 'COMPLETED' && <Parts inspection={inspection} template={template} />}
      {state !== 'IN_PROGRESS' && isUnderWay && (
        <button
          type="button"
          onClick={() => void act(subject, { kind: 'inspection.reopen', fields: { inspectionId: id } })}
        >
          <Icon name="undo" />
          {words.correct}
        </button>
      )}
      {state !== 'SKIPPED' &&
        template.sections.map((section) => (
          <section key={section.id} class="stack">
            <h2>{section.texts?.[language] ?? section.title}</h2>
            {commonHelp(section) && <Help text={commonHelp(section) ?? ''} />}
            {section.questions
              .filter((question) => shown.has(question.id))
              .map((question) => (
                <QuestionBlock
                  key={question.id}
                  inspection={inspection}
                  question={question}
                  answer={answers.get(question.id)}
                  missing={tried ? lacks.get(question.id) : undefined}
                  isOpen={isOpen}
                  help={commonHelp(section) ? null : question.help}
                  onSave={save(question.id)}
                />
              ))}
          </section>
        ))}
      {isOpen && <Skip round={round} stop={stop} />}
    </Page>
  )
}

export default function StopScreen({ route }: ScreenProps): JSX.Element {
  const words = useWords()
  const book = useBook()
  const { roundId, stopId } = route.name === 'stop' ? route : { roundId: '', stopId: '' }
  const round = book?.rounds.find(({ id }) => id === roundId)
  const stop = round?.stops.find(({ id }) => id === stopId)
  if (!book || !round || !stop)
    return <Page title={words.stops} back={paths.rounds} backText={words.rounds} missing={words.roundGone} />
  const inspection = book.inspections.find(({ id }) => id === stopId)
  if (!inspection) return <Arrive round={round} stop={stop} />
  const template = templateOf(book, stop)
  if (!template)
    return (
      <Page
        title={stop.amenity.name}
        back={paths.walk(roundId)}
        backText={round.title}
        missing={words.checklistNotHere}
      />
    )
  return <Checklist round={round} stop={stop} inspection={inspection} template={template} />
}
