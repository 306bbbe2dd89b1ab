/** Two values of a field from two phones; the scout chooses for each. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import type { Conflict } from '#contracts/scout/phone/sync.ts'
import { resolveScoutConflict } from '#contracts/scout/phone/sync.ts'
import type { AnswerValue } from '#contracts/scout/score.ts'
import type { Question } from '#contracts/scout/templates.ts'
import { type Book, templateOf } from '../data/book.ts'
import { useServices } from '../services.ts'
import { type Messages, severityWord, useLocale, useWords } from '../words.ts'
import { Time } from './marks.tsx'

type Side = 'MINE' | 'THEIRS'
interface AnswerField {
  readonly value: AnswerValue
  readonly na: boolean
  readonly note: string | null
}

const questionIn = (book: Book, recordId: string, questionId: string): Question | undefined => {
  const stop = book.rounds.flatMap(({ stops }) => stops).find(({ id }) => id === recordId)
  const questions = (stop && templateOf(book, stop)?.sections.flatMap((section) => section.questions)) ?? []
  return questions.find(({ id }) => id === questionId)
}

const answerText = (
  words: Messages,
  locale: string,
  question: Question | undefined,
  { value, na, note }: AnswerField,
): string => {
  const optionText = (code: string): string =>
    question?.options.find((one) => one.code === code)?.text ?? code
  const said = na
    ? words.notApplicable
    : value === null
      ? words.noAnswer
      : typeof value === 'boolean'
        ? value
          ? words.yes
          : words.no
        : typeof value === 'number'
          ? new Intl.NumberFormat(locale).format(value)
          : typeof value === 'string'
            ? optionText(value)
            : value.map(optionText).join(', ')
  return note ? `${said} · ${note}` : said
}

const ConflictBlock = ({ book, conflict }: { book: Book; conflict: Conflict }): JSX.Element => {
  const { locale, language, words } = useLocale()
  const { client, book: source } = useServices()
  const [chosen, setChosen] = useState<Readonly<Record<string, Side>>>({})
  const [trouble, setTrouble] = useState<string>()
  const { id, kind, recordId, title, fields } = conflict
  const fieldTitle = (name: string): string => {
    if (kind === 'FINDING')
      return { category: words.reportWhat, severity: words.severity, text: words.note }[name] ?? name
    const question = questionIn(book, recordId, name)
    return question?.texts?.[language] ?? question?.text ?? name
  }
  const valueText = (name: string, value: unknown): string => {
    if (kind === 'INSPECTION')
      return answerText(words, locale, questionIn(book, recordId, name), value as AnswerField)
    const text = String(value ?? '')
    if (name === 'severity') return severityWord(words, text as Parameters<typeof severityWord>[1]) ?? text
    if (name === 'category') return book.categories.find(({ code }) => code === text)?.name ?? text
    return text || words.noAnswer
  }
  const resolve = async (event: Event): Promise<void> => {
    event.preventDefault()
    if (fields.some(({ name }) => !chosen[name])) return setTrouble(words.chooseEach)
    try {
      await client.call(resolveScoutConflict, { params: { id }, body: { fields: chosen } })
      source.take((before) => ({ ...before, conflicts: before.conflicts.filter((one) => one.id !== id) }))
      await source.refresh(true)
    } catch {
      setTrouble(words.conflictOnline)
    }
  }
  return (
    <form class="stack conflict" onSubmit={resolve}>
      <h3>
        <bdi>{title}</bdi>
      </h3>
      {fields.map(({ name, mine, theirs }) => (
        <fieldset key={name} class="stack tight">
          <legend>{fieldTitle(name)}</legend>
          <div class="choices">
            {(['MINE', 'THEIRS'] as const).map((side) => {
              const { value, at } = side === 'MINE' ? mine : theirs
              return (
                <label class="choice" key={side}>
                  <input
                    type="radio"
                    name={`${id}-${name}`}
                    checked={chosen[name] === side}
                    onChange={() => setChosen((before) => ({ ...before, [name]: side }))}
                  />
                  <span>
                    <small>{side === 'MINE' ? words.replacedValue : words.standingValue}</small>
                    <br />
                    {valueText(name, value)}
                    <br />
                    <small>
                      <Time at={at} />
                    </small>
                  </span>
                </label>
              )
            })}
          </div>
        </fieldset>
      ))}
      <p class="wrong" role="alert">
        {trouble}
      </p>
      <button type="submit" class="primary">
        {words.conflictSave}
      </button>
    </form>
  )
}

export const Conflicts = ({ book }: { book: Book }): JSX.Element | null => {
  const words = useWords()
  if (book.conflicts.length === 0) return null
  return (
    <section class="stack">
      <h2>{words.conflicts}</h2>
      <p>{words.conflictText}</p>
      {book.conflicts.map((conflict) => (
        <ConflictBlock key={conflict.id} book={book} conflict={conflict} />
      ))}
    </section>
  )
}
