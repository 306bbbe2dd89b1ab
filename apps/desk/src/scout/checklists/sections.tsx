/** Sections and questions of a checklist: add, change, move, remove. One question is open at a time. */
import { ActionIcon, Button, TextInput } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconX } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { newId } from '#client/unique-id.ts'
import type { Question, Section } from '#contracts/scout/templates.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { useIssueChoices } from '../../admin/scope-fields.tsx'
import {
  type Fault,
  movedQuestion,
  movedSection,
  newQuestion,
  questionsBefore,
  shownText,
  storedText,
  type TextLanguage,
  withoutQuestion,
  withoutSection,
  withQuestion,
  withTranslation,
} from './draft.ts'
import { checklistMessages } from './messages.ts'
import { QuestionFields } from './question-fields.tsx'

const longestTitle = 120

/** Never one that an older version had, so that its answers are not taken for those of the new question. */
const freshId = (letter: 's' | 'q'): string => `${letter}${newId().replaceAll('-', '')}`

interface MoveProps {
  readonly id: string
  readonly name: string
  readonly onMove: (step: 1 | -1) => void
  readonly onRemove: () => void
}

const Moves = ({ id, name, onMove, onRemove }: MoveProps) => {
  const t = useMessages(checklistMessages)
  return (
    <span className="row-actions">
      <ActionIcon data-moves={`${id} -1`} aria-label={t.moveUp({ text: name })} onClick={() => onMove(-1)}>
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon data-moves={`${id} 1`} aria-label={t.moveDown({ text: name })} onClick={() => onMove(1)}>
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon aria-label={t.removeOne({ text: name })} onClick={onRemove}>
        <IconX size={16} aria-hidden />
      </ActionIcon>
    </span>
  )
}

/** Kind, weight and what is special, in one line. */
const Summary = ({ question: { kind, weight, critical, showIf } }: { question: Question }) => {
  const t = useMessages(checklistMessages)
  const { number } = useFormat()
  const isScored = kind !== 'TEXT' && kind !== 'PHOTO'
  const parts = [
    t.kinds[kind],
    isScored && t.weighs({ weight: number(weight) }),
    isScored && critical && t.isCritical,
    showIf && t.isConditional,
  ]
  return <small>{parts.filter(Boolean).join(', ')}</small>
}

interface SectionsProps {
  readonly sections: readonly Section[]
  readonly language: TextLanguage
  /** undefined: they are not shown yet */
  readonly faults: ReadonlyMap<string, Fault> | undefined
  readonly onChange: (sections: Section[]) => void
}

export const Sections = ({ sections, language, faults, onChange }: SectionsProps) => {
  const t = useMessages(checklistMessages)
  const issues = useIssueChoices()
  const list = useRef<HTMLDivElement>(null)
  const [openId, setOpenId] = useState<string>()
  // What gets the focus once the list has been drawn anew.
  const [focus, setFocus] = useState<string>()
  useEffect(() => {
    if (focus === undefined) return
    list.current?.querySelector<HTMLElement>(focus)?.focus()
    setFocus(undefined)
  }, [focus])
  const faultOf = (id: string): string | undefined => {
    const fault = faults?.get(id)
    return fault && t.faults[fault]
  }
  const move = (id: string, step: 1 | -1, next: Section[]): void => {
    onChange(next)
    setFocus(`[data-moves="${id} ${step}"]`)
  }
  const change = (id: string, part: Partial<Section>): void =>
    onChange(sections.map((one) => (one.id === id ? { ...one, ...part } : one)))
  const add = (section: Section): void => {
    const question = newQuestion(freshId('q'))
    change(section.id, { questions: [...section.questions, question] })
    setOpenId(question.id)
    setFocus(`#text-${question.id}`)
  }
  return (
    <div ref={list} className="checklist-sections">
      {sections.map((section) => {
        const title = shownText(section.title, section.texts, language)
        return (
          <section key={section.id} aria-label={title || t.sectionTitle}>
            <div className="section-line">
              <TextInput
                label={t.sectionTitle}
                id={`text-${section.id}`}
                maxLength={longestTitle}
                error={faultOf(section.id)}
                placeholder={language === '' ? undefined : section.title}
                value={storedText(section.title, section.texts, language)}
                onChange={({ currentTarget: { value } }) =>
                  change(
                    section.id,
                    language === ''
                      ? { title: value }
                      : { texts: withTranslation(section.texts, language, value) },
                  )
                }
              />
              <Moves
                id={section.id}
                name={title}
                onMove={(step) => move(section.id, step, movedSection(sections, section.id, step))}
                onRemove={() => onChange(withoutSection(sections, section.id))}
              />
            </div>
            <ol className="question-lines">
              {section.questions.map((question) => {
                const { id } = question
                const name = shownText(question.text, question.texts, language) || t.untitled
                const isOpen = openId === id
                const fault = faultOf(id)
                return (
                  <li key={id}>
                    <div className="question-line">
                      <span>
                        <button
                          type="button"
                          className="as-link row-name"
                          aria-expanded={isOpen}
                          onClick={() => setOpenId(isOpen ? undefined : id)}
                        >
                          {name}
                        </button>
                        <Summary question={question} />
                        {fault && !isOpen ? <span className="field-problem">{fault}</span> : null}
                      </span>
                      <Moves
                        id={id}
                        name={name}
                        onMove={(step) => move(id, step, movedQuestion(sections, id, step))}
                        onRemove={() => onChange(withoutQuestion(sections, id))}
                      />
                    </div>
                    {isOpen ? (
                      <QuestionFields
                        question={question}
                        before={questionsBefore(sections, id)}
                        issues={issues}
                        language={language}
                        fault={fault}
                        set={(part) => onChange(withQuestion(sections, id, part))}
                      />
                    ) : null}
                  </li>
                )
              })}
            </ol>
            <div className="actions">
              <Button size="compact-sm" onClick={() => add(section)}>
                {t.addQuestion}
              </Button>
            </div>
          </section>
        )
      })}
      <div className="actions">
        <Button
          onClick={() => {
            const section = { id: freshId('s'), title: '', questions: [] }
            onChange([...sections, section])
            setFocus(`#text-${section.id}`)
          }}
        >
          {t.addSection}
        </Button>
      </div>
    </div>
  )
}
