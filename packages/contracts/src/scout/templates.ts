/** Checklists of inspections. A version never changes; rounds that were started keep theirs. */
import { type Static, Type } from 'typebox'
import { Nullable } from '../kit/nullable.ts'
import { Version } from '../kit/pieces.ts'
import { Id, Line, LongText, Timestamp } from '../kit/text.ts'
import { VisitorLanguage } from '../kit/vocabulary.ts'
import { Code, Count } from '../records.ts'

export const questionKinds = ['YES_NO', 'SCALE', 'NUMBER', 'CHOICE', 'TEXT', 'PHOTO'] as const
export const QuestionKind = Type.Enum([...questionKinds])
export type QuestionKind = Static<typeof QuestionKind>

/** ON_FAIL: where the answer gets no points. */
export const PhotoDuty = Type.Enum(['NEVER', 'OPTIONAL', 'ON_FAIL', 'ALWAYS'])
export const Presence = Type.Enum(['REQUIRED', 'OPTIONAL'])
export const TemplateState = Type.Enum(['PUBLISHED', 'RETIRED'])

/** Of a section, a question or an option; unique in its checklist. */
export const PartId = Type.String({ pattern: '^[A-Za-z0-9_-]{1,60}$' })
const OptionCode = Type.String({ pattern: '^[A-Z0-9][A-Z0-9_]{0,39}$' })

const textsOf = (max: number) => Type.Partial(Type.Record(VisitorLanguage, Line(max)))

/** Shown only where an earlier question has one of these answers. */
const ShowIf = Type.Object({
  questionId: PartId,
  is: Type.Array(Type.Union([Type.Boolean(), Type.Number(), Line(60)]), { minItems: 1, maxItems: 20 }),
})
const Option = Type.Object({
  code: OptionCode,
  text: Line(120),
  texts: Type.Optional(textsOf(120)),
  /** of the question's weight */
  share: Type.Number({ minimum: 0, maximum: 1 }),
})

const Weight = Type.Number({ minimum: 0, maximum: 100 })
const Limit = Type.Number({ minimum: -1e9, maximum: 1e9 })

export const Question = Type.Object({
  id: PartId,
  text: Type.String(),
  texts: Type.Optional(textsOf(300)),
  help: Nullable(Type.String()),
  kind: QuestionKind,
  required: Type.Boolean(),
  weight: Weight,
  /** 0 points fail the inspection */
  critical: Type.Boolean(),
  allowNa: Type.Boolean(),
  photo: PhotoDuty,
  showIf: Nullable(ShowIf),
  /** offered for a finding */
  category: Nullable(Code),
  /** of SCALE: whole numbers */
  min: Nullable(Limit),
  max: Nullable(Limit),
  /** of NUMBER */
  unit: Nullable(Type.String()),
  passFrom: Nullable(Limit),
  passTo: Nullable(Limit),
  /** of CHOICE */
  multiple: Type.Boolean(),
  options: Type.Array(Option),
})
export type Question = Static<typeof Question>

export const Section = Type.Object({
  id: PartId,
  title: Type.String(),
  texts: Type.Optional(textsOf(120)),
  questions: Type.Array(Question),
})
export type Section = Static<typeof Section>

/** What a version holds. */
export const templateContent = {
  name: Type.String(),
  description: Type.String(),
  /** empty: for all types */
  types: Type.Array(Code),
  passMark: Type.Number({ minimum: 0, maximum: 100 }),
  presence: Presence,
  sections: Type.Array(Section),
}
export const TemplateContent = Type.Object(templateContent)
export type TemplateContent = Static<typeof TemplateContent>

export const Template = Type.Object({
  id: Id,
  ...templateContent,
  state: TemplateState,
  version: Version,
  usedBy: Type.Object({ schedules: Count, rounds: Count }),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Template = Static<typeof Template>

const QuestionInput = Type.Object({
  /** left out: a new one */
  id: Type.Optional(PartId),
  text: Line(300),
  texts: Type.Optional(textsOf(300)),
  help: Type.Optional(Nullable(LongText(500))),
  kind: QuestionKind,
  required: Type.Optional(Type.Boolean()),
  weight: Type.Optional(Weight),
  critical: Type.Optional(Type.Boolean()),
  allowNa: Type.Optional(Type.Boolean()),
  photo: Type.Optional(PhotoDuty),
  showIf: Type.Optional(Nullable(ShowIf)),
  category: Type.Optional(Nullable(Code)),
  min: Type.Optional(Nullable(Limit)),
  max: Type.Optional(Nullable(Limit)),
  unit: Type.Optional(Nullable(Line(20))),
  passFrom: Type.Optional(Nullable(Limit)),
  passTo: Type.Optional(Nullable(Limit)),
  multiple: Type.Optional(Type.Boolean()),
  options: Type.Optional(Type.Array(Option, { minItems: 2, maxItems: 20 })),
})
export type QuestionInput = Static<typeof QuestionInput>

export const SectionsInput = Type.Array(
  Type.Object({
    id: Type.Optional(PartId),
    title: Line(120),
    texts: Type.Optional(textsOf(120)),
    questions: Type.Array(QuestionInput, { minItems: 1, maxItems: 50 }),
  }),
  { minItems: 1, maxItems: 20 },
)
export type SectionsInput = Static<typeof SectionsInput>

/** All optional: what a change leaves out stays. */
export const templateInput = {
  name: Type.Optional(Line(120)),
  description: Type.Optional(LongText(1000)),
  types: Type.Optional(Type.Array(Code, { maxItems: 100, uniqueItems: true })),
  passMark: Type.Optional(Type.Number({ minimum: 0, maximum: 100 })),
  presence: Type.Optional(Presence),
  sections: Type.Optional(SectionsInput),
}
