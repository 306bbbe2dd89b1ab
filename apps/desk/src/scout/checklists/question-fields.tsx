/** Fields of one question of a checklist. */
import { ActionIcon, Button, Checkbox, NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import { type Question, type QuestionKind, questionKinds } from '#contracts/scout/templates.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { type Choice, FilterMenu } from '#desk-kit/parts/filters.tsx'
import {
  type ConditionValue,
  conditionValues,
  newOption,
  type Option,
  shownText,
  storedText,
  type TextLanguage,
  withKind,
  withTranslation,
} from './draft.ts'
import { checklistMessages } from './messages.ts'

const longest = { text: 300, option: 120, help: 500, unit: 20 }
const photoDuties = ['NEVER', 'OPTIONAL', 'ON_FAIL', 'ALWAYS'] as const

type Set = (part: Partial<Question>) => void

interface NumberFieldProps {
  readonly label: string
  readonly value: number | null
  readonly onChange: (value: number | null) => void
  readonly least?: number
  readonly most?: number
}

const NumberField = ({ label, value, onChange, least, most }: NumberFieldProps) => (
  <NumberInput
    label={label}
    value={value ?? ''}
    {...(least === undefined ? {} : { min: least })}
    {...(most === undefined ? {} : { max: most })}
    onChange={(next) => onChange(typeof next === 'number' ? next : null)}
  />
)

interface PartProps {
  readonly question: Question
  readonly language: TextLanguage
  readonly set: Set
}

const Options = ({ question: { options, multiple }, language, set }: PartProps) => {
  const { words } = useMessages()
  const t = useMessages(checklistMessages)
  const change = (code: string, part: Partial<Option>): void =>
    set({ options: options.map((one) => (one.code === code ? { ...one, ...part } : one)) })
  return (
    <fieldset className="plain-fieldset">
      <legend>{t.options}</legend>
      {options.map((option, at) => {
        const number = at + 1
        const label = t.option({ number })
        return (
          <div key={option.code} className="option-line">
            <TextInput
              aria-label={label}
              placeholder={language === '' ? label : option.text || label}
              maxLength={longest.option}
              value={storedText(option.text, option.texts, language)}
              onChange={({ currentTarget: { value } }) =>
                change(
                  option.code,
                  language === ''
                    ? { text: value }
                    : { texts: withTranslation(option.texts, language, value) },
                )
              }
            />
            <NumberInput
              aria-label={t.share({ number })}
              min={0}
              max={100}
              suffix=" %"
              hideControls
              value={Math.round(option.share * 100)}
              onChange={(next) => change(option.code, { share: typeof next === 'number' ? next / 100 : 0 })}
            />
            <ActionIcon
              aria-label={`${words.remove}: ${option.text || label}`}
              onClick={() => set({ options: options.filter(({ code }) => code !== option.code) })}
            >
              <IconX size={16} aria-hidden />
            </ActionIcon>
          </div>
        )
      })}
      <div className="actions">
        <Button size="compact-sm" onClick={() => set({ options: [...options, newOption(options, 0)] })}>
          {t.addOption}
        </Button>
      </div>
      <Checkbox
        label={t.multiple}
        checked={multiple}
        onChange={(event) => set({ multiple: event.currentTarget.checked })}
      />
    </fieldset>
  )
}

const KindFields = (props: PartProps) => {
  const t = useMessages(checklistMessages)
  const { question, set } = props
  switch (question.kind) {
    case 'SCALE':
      return (
        <div className="two">
          <NumberField label={t.min} value={question.min} onChange={(min) => set({ min })} />
          <NumberField label={t.max} value={question.max} onChange={(max) => set({ max })} />
        </div>
      )
    case 'NUMBER':
      return (
        <div className="three">
          <NumberField
            label={t.passFrom}
            value={question.passFrom}
            onChange={(passFrom) => set({ passFrom })}
          />
          <NumberField label={t.passTo} value={question.passTo} onChange={(passTo) => set({ passTo })} />
          <TextInput
            label={t.unit}
            maxLength={longest.unit}
            value={question.unit ?? ''}
            onChange={(event) => set({ unit: event.currentTarget.value || null })}
          />
        </div>
      )
    case 'CHOICE':
      return <Options {...props} />
    case 'YES_NO':
    case 'TEXT':
    case 'PHOTO':
      return null
    default:
      return question.kind satisfies never
  }
}

interface ConditionProps extends PartProps {
  readonly before: readonly Question[]
}

const Condition = ({ question, before, language, set }: ConditionProps) => {
  const { words } = useMessages()
  const t = useMessages(checklistMessages)
  const { showIf } = question
  const chosen = before.find(({ id }) => id === showIf?.questionId)
  const labelOf = (one: ConditionValue): string => {
    if (typeof one === 'boolean') return one ? words.yes : words.no
    const option = chosen?.options.find(({ code }) => code === one)
    return option ? shownText(option.text, option.texts, language) || option.code : String(one)
  }
  const values = chosen ? conditionValues(chosen) : []
  return (
    <div className="condition">
      <NativeSelect
        label={t.showIf}
        value={showIf?.questionId ?? ''}
        onChange={({ currentTarget: { value } }) =>
          set({ showIf: value === '' ? null : { questionId: value, is: [] } })
        }
        data={[
          { value: '', label: t.showAlways },
          ...(showIf && !chosen ? [{ value: showIf.questionId, label: '…' }] : []),
          ...before.map(({ id, text, texts }) => ({
            value: id,
            label: shownText(text, texts, language) || t.untitled,
          })),
        ]}
      />
      {showIf && chosen ? (
        <FilterMenu
          label={t.showIs}
          choices={values.map((one) => ({ value: String(one), label: labelOf(one) }))}
          chosen={showIf.is.map(String)}
          onChange={(next) =>
            set({
              showIf: {
                questionId: showIf.questionId,
                is: values.filter((one) => next?.includes(String(one))),
              },
            })
          }
        />
      ) : null}
    </div>
  )
}

interface QuestionFieldsProps extends ConditionProps {
  readonly issues: readonly Choice[]
  /** of the question's text */
  readonly fault: string | undefined
}

export const QuestionFields = ({ issues, fault, ...props }: QuestionFieldsProps) => {
  const { words } = useMessages()
  const t = useMessages(checklistMessages)
  const { question, language, set } = props
  const { id, kind, category } = question
  const isScored = kind !== 'TEXT' && kind !== 'PHOTO'
  // An issue that was retired since stays chosen.
  const known = category === null || issues.some(({ value }) => value === category)
  return (
    <div className="question-fields">
      <TextInput
        id={`text-${id}`}
        label={t.question}
        maxLength={longest.text}
        error={fault}
        placeholder={language === '' ? undefined : question.text}
        value={storedText(question.text, question.texts, language)}
        onChange={({ currentTarget: { value } }) =>
          set(language === '' ? { text: value } : { texts: withTranslation(question.texts, language, value) })
        }
      />
      <div className="two">
        <NativeSelect
          label={t.kind}
          value={kind}
          onChange={(event) => set(withKind(question, event.currentTarget.value as QuestionKind))}
          data={questionKinds.map((one) => ({ value: one, label: t.kinds[one] }))}
        />
        {isScored ? (
          <NumberField
            label={t.weight}
            least={0}
            most={100}
            value={question.weight}
            onChange={(weight) => set({ weight: weight ?? 0 })}
          />
        ) : null}
      </div>
      <KindFields {...props} />
      <div className="two">
        {kind === 'PHOTO' ? null : (
          <NativeSelect
            label={t.photo}
            value={question.photo}
            onChange={(event) => set({ photo: event.currentTarget.value as Question['photo'] })}
            data={photoDuties.map((one) => ({ value: one, label: t.photos[one] }))}
          />
        )}
        <NativeSelect
          label={t.category}
          value={category ?? ''}
          onChange={(event) => set({ category: event.currentTarget.value || null })}
          data={[
            { value: '', label: words.none },
            ...(known ? [] : [{ value: category, label: category }]),
            ...issues,
          ]}
        />
      </div>
      <Textarea
        label={t.hint}
        autosize
        maxLength={longest.help}
        value={question.help ?? ''}
        onChange={(event) => set({ help: event.currentTarget.value || null })}
      />
      <Condition {...props} />
      <Checkbox
        label={t.required}
        checked={question.required}
        onChange={(event) => set({ required: event.currentTarget.checked })}
      />
      {isScored ? (
        <Checkbox
          label={t.critical}
          checked={question.critical}
          onChange={(event) => set({ critical: event.currentTarget.checked })}
        />
      ) : null}
      <Checkbox
        label={t.allowNa}
        checked={question.allowNa}
        onChange={(event) => set({ allowNa: event.currentTarget.checked })}
      />
    </div>
  )
}
