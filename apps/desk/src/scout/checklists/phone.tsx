/** A checklist as the phone shows it, to try out; scored by the function that the phone and the service use. */
import { Button, NumberInput, Textarea } from '@mantine/core'
import { useState } from 'react'
import { faultOfValue } from '#contracts/scout/answers.ts'
import {
  type AnswerValue,
  type GivenAnswer,
  type GivenAnswers,
  scoreInspection,
  shareOf,
  shownQuestions,
} from '#contracts/scout/score.ts'
import type { Question, Section } from '#contracts/scout/templates.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { questionsOf, shownText, type TextLanguage } from './draft.ts'
import { checklistMessages } from './messages.ts'

const noAnswer: GivenAnswer = { value: null, na: false }

interface ChoiceProps {
  readonly label: string
  readonly on: boolean
  readonly onChange: (on: boolean) => void
}

const Choice = ({ label, on, onChange }: ChoiceProps) => (
  <Button
    size="compact-sm"
    variant={on ? 'filled' : 'default'}
    aria-pressed={on}
    onClick={() => onChange(!on)}
  >
    {label}
  </Button>
)

interface AskedProps {
  readonly question: Question
  readonly answer: GivenAnswer
  readonly language: TextLanguage
  readonly onAnswer: (answer: GivenAnswer) => void
}

const Answer = ({ question, answer: { value }, language, onAnswer }: AskedProps) => {
  const { words } = useMessages()
  const t = useMessages(checklistMessages)
  const { kind, min, max, unit, multiple, options, text } = question
  const give = (next: AnswerValue): void => onAnswer({ value: next, na: false })
  const single = (one: AnswerValue, label: string) => (
    <Choice key={label} label={label} on={value === one} onChange={(on) => give(on ? one : null)} />
  )
  switch (kind) {
    case 'YES_NO':
      return (
        <>
          {single(true, words.yes)}
          {single(false, words.no)}
        </>
      )
    case 'SCALE': {
      const first = min ?? 0
      const count = Math.max(0, Math.min(21, (max ?? first) - first + 1))
      return <>{[...Array(count).keys()].map((step) => single(first + step, String(first + step)))}</>
    }
    case 'NUMBER':
      return (
        <NumberInput
          aria-label={text}
          suffix={unit ? ` ${unit}` : ''}
          hideControls
          value={typeof value === 'number' ? value : ''}
          onChange={(next) => give(typeof next === 'number' ? next : null)}
        />
      )
    case 'CHOICE': {
      const chosen: readonly unknown[] = Array.isArray(value) ? value : []
      const named = options.map((one, at) => ({
        ...one,
        label: shownText(one.text, one.texts, language) || t.option({ number: at + 1 }),
      }))
      if (!multiple) return <>{named.map(({ code, label }) => single(code, label))}</>
      return (
        <>
          {named.map(({ code, label }) => (
            <Choice
              key={code}
              label={label}
              on={chosen.includes(code)}
              onChange={() =>
                give(options.map((one) => one.code).filter((one) => chosen.includes(one) !== (one === code)))
              }
            />
          ))}
        </>
      )
    }
    case 'TEXT':
      return (
        <Textarea
          aria-label={text}
          autosize
          value={typeof value === 'string' ? value : ''}
          onChange={(event) => give(event.currentTarget.value || null)}
        />
      )
    case 'PHOTO':
      return <span className="quiet">{t.takePhoto}</span>
    default:
      return kind satisfies never
  }
}

const Asked = ({ question, answer, language, onAnswer }: AskedProps) => {
  const t = useMessages(checklistMessages)
  const { photo, allowNa, help, text, texts } = question
  const needsPhoto =
    !answer.na && (photo === 'ALWAYS' || (photo === 'ON_FAIL' && shareOf(question, answer) === 0))
  return (
    <fieldset className="plain-fieldset phone-question">
      <legend dir="auto">{shownText(text, texts, language) || t.untitled}</legend>
      {help ? <small>{help}</small> : null}
      <div className="phone-answers">
        <Answer question={question} answer={answer} language={language} onAnswer={onAnswer} />
        {allowNa ? (
          <Choice label={t.na} on={answer.na} onChange={(na) => onAnswer({ value: null, na })} />
        ) : null}
      </div>
      {needsPhoto ? <Mark tone="warn">{t.photoNeeded}</Mark> : null}
    </fieldset>
  )
}

interface PhoneProps {
  readonly name: string
  readonly sections: readonly Section[]
  readonly passMark: number
  readonly language: TextLanguage
}

export const Phone = ({ name, sections, passMark, language }: PhoneProps) => {
  const t = useMessages(checklistMessages)
  const { average } = useFormat()
  const [given, setGiven] = useState<GivenAnswers>(new Map())
  const questions = questionsOf(sections)
  // An answer that its question no longer takes, after a change of its kind, counts as none.
  const answers: GivenAnswers = new Map(
    questions.flatMap((one): [string, GivenAnswer][] => {
      const answer = given.get(one.id)
      return answer && faultOfValue(one, answer.value) === undefined ? [[one.id, answer]] : []
    }),
  )
  const template = { passMark, sections }
  const shown = shownQuestions(template, answers)
  const { score, passed, criticalFailed } = scoreInspection(template, answers)
  const isDone = ({ id }: Question): boolean => {
    const { value, na } = answers.get(id) ?? noAnswer
    return na || (value !== null && !(Array.isArray(value) && value.length === 0))
  }
  const asked = questions.filter(({ id, kind }) => shown.has(id) && kind !== 'PHOTO')
  return (
    <section className="phone" aria-label={t.phone}>
      <div className="section-head">
        <h2>{t.phone}</h2>
        <Button size="compact-sm" variant="subtle" onClick={() => setGiven(new Map())}>
          {t.clear}
        </Button>
      </div>
      <small>{t.phoneHelp}</small>
      <div className="phone-screen" dir="auto">
        <div className="phone-score" role="status">
          <strong>{name}</strong>
          <span className="line-of">
            {score === null ? (
              <span className="quiet">{t.nothingCounts}</span>
            ) : (
              <>
                <span className="phone-number">{t.score({ score: average(score) })}</span>
                <Mark tone={passed ? 'good' : 'bad'}>{passed ? t.passed : t.failed}</Mark>
              </>
            )}
          </span>
          <small>{t.answered({ done: asked.filter(isDone).length, all: asked.length })}</small>
          {questions
            .filter(({ id }) => criticalFailed.includes(id))
            .map((one) => (
              <small key={one.id}>
                {t.criticalFailed({ text: shownText(one.text, one.texts, language) })}
              </small>
            ))}
        </div>
        {sections.map((section) => (
          <div key={section.id}>
            <h3>{shownText(section.title, section.texts, language)}</h3>
            {section.questions
              .filter(({ id }) => shown.has(id))
              .map((question) => (
                <Asked
                  key={question.id}
                  question={question}
                  answer={answers.get(question.id) ?? noAnswer}
                  language={language}
                  onAnswer={(answer) => setGiven(new Map(given).set(question.id, answer))}
                />
              ))}
          </div>
        ))}
      </div>
    </section>
  )
}
