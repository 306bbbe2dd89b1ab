/** One stop of a round: result, presence, and the answers in the words of their version of the checklist. */
import { listInspectionTemplates } from '#contracts/scout/admin-templates.ts'
import type { Inspection, StoredAnswer } from '#contracts/scout/rounds.ts'
import type { Question } from '#contracts/scout/templates.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark, type Tone } from '#desk-kit/parts/mark.tsx'
import { Photos } from '#desk-kit/parts/photos.tsx'
import { QueryView } from '#desk-kit/parts/states.tsx'
import { answerText, inOrder, isNoticed } from './answer-text.ts'
import { Result } from './marks.tsx'
import { roundMessages } from './messages.ts'

const tones: Readonly<Record<Inspection['state'], Tone>> = {
  IN_PROGRESS: 'info',
  COMPLETED: 'good',
  SKIPPED: 'warn',
}

interface AnswersProps {
  readonly answers: readonly (readonly [StoredAnswer, Question | undefined])[]
}

const Answers = ({ answers }: AnswersProps) => {
  const { words } = useMessages()
  const t = useMessages(roundMessages)
  const { number, list } = useFormat()
  const say = { t, yes: words.yes, no: words.no, number, list }
  return (
    <dl className="facts answer-facts">
      {answers.map(([answer, question]) => (
        <div key={answer.questionId}>
          <dt dir="auto">{question?.text ?? answer.questionId}</dt>
          <dd dir="auto">
            {answerText(answer, question, say)}
            {answer.note ? <small>{answer.note}</small> : null}
            <Photos images={answer.photos} />
          </dd>
        </div>
      ))}
    </dl>
  )
}

/** What a reviewer looks at first, then all answers. */
const Evidence = ({ inspection }: { inspection: Inspection }) => {
  const t = useMessages(roundMessages)
  const { template, answers, criticalFailed } = inspection
  const version = useApi(
    listInspectionTemplates,
    { query: { id: [template.id], version: template.version } },
    { staleMinutes: 60 },
  )
  return (
    <QueryView of={version} rows={2}>
      {({ items: [content] }) => {
        const questions = content?.sections.flatMap((section) => section.questions) ?? []
        const all = inOrder(answers, questions)
        const noticed = all.filter(([answer, question]) => isNoticed(answer, question))
        return (
          <>
            {questions
              .filter(({ id }) => criticalFailed.includes(id))
              .map(({ id, text }) => (
                <p key={id}>
                  <Mark tone="bad">{t.criticalFailed({ text })}</Mark>
                </p>
              ))}
            {noticed.length > 0 ? (
              <>
                <h3 className="sub-head">{t.noticed}</h3>
                <Answers answers={noticed} />
              </>
            ) : null}
            {all.length > 0 ? (
              <details className="explained">
                <summary>{t.allAnswers({ count: all.length })}</summary>
                <Answers answers={all} />
              </details>
            ) : null}
          </>
        )
      }}
    </QueryView>
  )
}

const Presence = ({ inspection: { presence, noCodeReason } }: { inspection: Inspection }) => {
  const t = useMessages(roundMessages)
  if (presence === 'SCANNED') return <small>{t.scanned}</small>
  return <Mark tone="warn">{noCodeReason ? t.unprovenWhy({ reason: noCodeReason }) : t.unproven}</Mark>
}

export const Stop = ({ inspection }: { inspection: Inspection }) => {
  const t = useMessages(roundMessages)
  const { average } = useFormat()
  const { amenity, state, skipped, parts, template, reopened } = inspection
  const scored = parts.filter((part) => part.score !== null)
  return (
    <li className="stop">
      <h3>
        {amenity.name}
        {amenity.location ? <small>{amenity.location}</small> : null}
      </h3>
      <p className="line-of">
        {state === 'COMPLETED' ? (
          <Result {...inspection} />
        ) : (
          <Mark tone={tones[state]}>{t.inspectionStates[state]}</Mark>
        )}
        {skipped ? (
          <span dir="auto">
            {skipped.note
              ? t.withNote({ reason: t.skips[skipped.reason], note: skipped.note })
              : t.skips[skipped.reason]}
          </span>
        ) : null}
        <Presence inspection={inspection} />
        {reopened > 0 ? <small>{t.reopened({ count: reopened })}</small> : null}
      </p>
      <small>{t.version({ name: template.name, version: template.version })}</small>
      {scored.length > 0 ? (
        <ul className="line-of plain-list">
          {scored.map(({ sectionId, title, score }) => (
            <li key={sectionId}>{t.part({ title, score: t.score({ score: average(score ?? 0) }) })}</li>
          ))}
        </ul>
      ) : null}
      <Evidence inspection={inspection} />
    </li>
  )
}
