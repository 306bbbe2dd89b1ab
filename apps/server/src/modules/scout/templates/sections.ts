/** Sections of a checklist made whole: defaults, ids, and what a question of each kind needs. */
import type { Question, QuestionInput, Section, SectionsInput } from '#contracts/scout/templates.ts'
import { invalid } from '#server/platform/errors.ts'

const mostQuestions = 200
const mostBytes = 64 * 1024

/** Gives parts without an id one that no other part has, e.g. q12. */
const idsAfter = (taken: ReadonlySet<string>) => {
  const used = new Set(taken)
  return (id: string | undefined, letter: 's' | 'q'): string => {
    if (id !== undefined) return id
    let next = 1
    while (used.has(`${letter}${next}`)) next++
    used.add(`${letter}${next}`)
    return `${letter}${next}`
  }
}

const readScale = ({ min, max }: QuestionInput, path: string) => {
  const range = { min: min ?? 0, max: max ?? 5 }
  if (!Number.isInteger(range.min) || !Number.isInteger(range.max) || range.min >= range.max)
    throw invalid(`${path}.max`, 'must be a whole number above min')
  return range
}

const readBounds = ({ passFrom = null, passTo = null, unit = null }: QuestionInput, path: string) => {
  if (passFrom !== null && passTo !== null && passFrom > passTo)
    throw invalid(`${path}.passTo`, 'must not be below passFrom')
  return { passFrom, passTo, unit }
}

const readOptions = ({ options = [], multiple = false }: QuestionInput, path: string) => {
  if (options.length < 2) throw invalid(`${path}.options`, 'needs at least two options')
  if (new Set(options.map(({ code }) => code)).size < options.length)
    throw invalid(`${path}.options`, 'contains a code twice')
  return { options, multiple }
}

const partsOfKind = (input: QuestionInput, path: string): Partial<Question> => {
  switch (input.kind) {
    case 'SCALE':
      return readScale(input, path)
    case 'NUMBER':
      return readBounds(input, path)
    case 'CHOICE':
      return readOptions(input, path)
    case 'YES_NO':
    case 'TEXT':
    case 'PHOTO':
      return {}
    default:
      return input.kind satisfies never
  }
}

const readQuestion = (
  input: QuestionInput,
  id: string,
  earlier: ReadonlySet<string>,
  path: string,
): Question => {
  if (input.showIf && !earlier.has(input.showIf.questionId))
    throw invalid(`${path}.showIf.questionId`, 'must be the id of an earlier question')
  return {
    id,
    text: input.text,
    ...(input.texts ? { texts: input.texts } : {}),
    help: input.help || null,
    kind: input.kind,
    required: input.required ?? true,
    weight: input.weight ?? 1,
    critical: input.critical ?? false,
    allowNa: input.allowNa ?? false,
    photo: input.photo ?? 'OPTIONAL',
    showIf: input.showIf ?? null,
    category: input.category ?? null,
    min: null,
    max: null,
    unit: null,
    passFrom: null,
    passTo: null,
    multiple: false,
    options: [],
    ...partsOfKind(input, path),
  }
}

/**
 * @param before of the version before, so that a new question gets an id that none had
 * @throws ServiceError VALIDATION_ERROR
 */
export const readSections = (input: SectionsInput, before: readonly Section[] = []): Section[] => {
  const known = [...before, ...input].flatMap(({ id, questions }) => [id, ...questions.map((one) => one.id)])
  const idFor = idsAfter(new Set(known.filter((id) => id !== undefined)))
  const seen = new Set<string>()
  const once = (id: string, path: string): string => {
    if (seen.has(id)) throw invalid(`${path}.id`, 'is used twice')
    seen.add(id)
    return id
  }
  const sections = input.map(({ id, title, texts, questions }, at): Section => {
    const path = `body.sections.${at}`
    return {
      id: once(idFor(id, 's'), path),
      title,
      ...(texts ? { texts } : {}),
      questions: questions.map((question, place) => {
        const where = `${path}.questions.${place}`
        const own = idFor(question.id, 'q')
        const read = readQuestion(question, own, seen, where)
        once(own, where)
        return read
      }),
    }
  })
  if (sections.flatMap(({ questions }) => questions).length > mostQuestions)
    throw invalid('body.sections', `has more than ${mostQuestions} questions`)
  if (Buffer.byteLength(JSON.stringify(sections)) > mostBytes)
    throw invalid('body.sections', 'is longer than 64 KB')
  return sections
}
