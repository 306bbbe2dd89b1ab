/** The control of each kind of question. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { maxAnswerText } from '#contracts/scout/answers.ts'
import type { AnswerValue } from '#contracts/scout/score.ts'
import type { Question } from '#contracts/scout/templates.ts'
import { readNumber } from '../data/numbers.ts'
import { useLocale, useWords } from '../words.ts'
import { useLateSave } from './use-late-save.ts'

export interface AnswerProps {
  readonly question: Question
  readonly value: AnswerValue
  readonly na: boolean
  /** id of the element that names the question */
  readonly labelledBy: string
  readonly onValue: (value: AnswerValue) => void
  readonly onNa: () => void
}

interface PickProps {
  readonly name: string
  readonly text: string
  readonly picked: boolean
  readonly multiple?: boolean
  readonly tone?: 'good' | 'bad' | undefined
  readonly onPick: () => void
}

/** One large button of a group. */
const Pick = ({ name, text, picked, multiple = false, tone, onPick }: PickProps): JSX.Element => (
  <label class={tone ? `pick ${tone}` : 'pick'}>
    <input type={multiple ? 'checkbox' : 'radio'} name={name} checked={picked} onChange={onPick} />
    <span>{text}</span>
  </label>
)

const NumberAnswer = ({ question, value, labelledBy, onValue }: AnswerProps): JSX.Element => {
  const { locale, words } = useLocale()
  const [wrong, setWrong] = useState(false)
  const stored =
    typeof value === 'number'
      ? new Intl.NumberFormat(locale, { useGrouping: false, maximumFractionDigits: 6 }).format(value)
      : ''
  const [text, type, leave] = useLateSave(stored, (typed) => {
    const number = readNumber(typed)
    setWrong(typed.trim() !== '' && number === undefined)
    if (typed.trim() === '') onValue(null)
    else if (number !== undefined) onValue(number)
  })
  const { passFrom, passTo, unit } = question
  const format = new Intl.NumberFormat(locale)
  const range = [passFrom, passTo].map((limit) => (limit === null ? '…' : format.format(limit))).join(' – ')
  return (
    <div class="stack tight">
      <span class="with-unit">
        <input
          type="text"
          inputMode="decimal"
          autocomplete="off"
          aria-labelledby={labelledBy}
          aria-invalid={wrong ? 'true' : undefined}
          value={text}
          maxLength={20}
          onInput={(event) => type(event.currentTarget.value)}
          onBlur={leave}
        />
        {unit && <span>{unit}</span>}
      </span>
      {(passFrom !== null || passTo !== null) && (
        <small>
          {words.passRange} <bdi>{range}</bdi> {unit}
        </small>
      )}
      {wrong && (
        <small class="wrong" role="alert">
          {words.numberWrong}
        </small>
      )}
    </div>
  )
}

const TextAnswer = ({ value, labelledBy, onValue }: AnswerProps): JSX.Element => {
  const [text, type, leave] = useLateSave(typeof value === 'string' ? value : '', (typed) =>
    onValue(typed === '' ? null : typed),
  )
  return (
    <textarea
      aria-labelledby={labelledBy}
      maxLength={maxAnswerText}
      value={text}
      onInput={(event) => type(event.currentTarget.value)}
      onBlur={leave}
    />
  )
}

/** The choices of a question, as values with their texts. */
const picksOf = (
  { kind, min, max, options }: Question,
  words: ReturnType<typeof useWords>,
  language: string,
): readonly (readonly [value: boolean | number | string, text: string])[] => {
  if (kind === 'YES_NO')
    return [
      [true, words.yes],
      [false, words.no],
    ]
  if (kind === 'SCALE') {
    const [from, to] = [min ?? 0, max ?? 1]
    return Array.from({ length: to - from + 1 }, (_, at) => [from + at, String(from + at)] as const)
  }
  return options.map(
    ({ code, text, texts }) => [code, texts?.[language as keyof typeof texts] ?? text] as const,
  )
}

const Picks = ({ question, value, na, labelledBy, onValue, onNa }: AnswerProps): JSX.Element => {
  const { language, words } = useLocale()
  const { id, kind, multiple, allowNa } = question
  const isMany = kind === 'CHOICE' && multiple
  const chosen: readonly unknown[] = Array.isArray(value) ? value : [value]
  const pick = (one: boolean | number | string): void => {
    if (!isMany) {
      onValue(one)
      return
    }
    const before = Array.isArray(value) ? (value as readonly string[]) : []
    const code = String(one)
    onValue(before.includes(code) ? before.filter((other) => other !== code) : [...before, code])
  }
  return (
    <fieldset
      class={`picks ${kind === 'SCALE' ? 'scale' : kind === 'YES_NO' ? 'two' : ''}`}
      aria-labelledby={labelledBy}
    >
      {picksOf(question, words, language).map(([one, text]) => (
        <Pick
          key={String(one)}
          name={id}
          text={text}
          multiple={isMany}
          picked={!na && chosen.includes(one)}
          tone={kind === 'YES_NO' ? (one ? 'good' : 'bad') : undefined}
          onPick={() => pick(one)}
        />
      ))}
      {allowNa && <Pick name={id} text={words.notApplicable} multiple={isMany} picked={na} onPick={onNa} />}
    </fieldset>
  )
}

export const AnswerControl = (props: AnswerProps): JSX.Element | null => {
  const words = useWords()
  const { question, na, onNa, onValue } = props
  switch (question.kind) {
    case 'YES_NO':
    case 'SCALE':
    case 'CHOICE':
      return <Picks {...props} />
    default:
      return (
        <div class="stack tight">
          {!na && question.kind === 'NUMBER' && <NumberAnswer {...props} />}
          {!na && question.kind === 'TEXT' && <TextAnswer {...props} />}
          {question.allowNa && (
            <Pick
              name={`${question.id}-na`}
              text={words.notApplicable}
              multiple
              picked={na}
              onPick={() => (na ? onValue(null) : onNa())}
            />
          )}
        </div>
      )
  }
}
