/** The paper of one round of a scout: each stop with its answers and photos, the findings, and who signed. */
import { setImmediate as turn } from 'node:timers/promises'
import { sayPlace } from '#contracts/kit/place.ts'
import type { Image } from '#contracts/records.ts'
import type { Inspection } from '#contracts/scout/rounds.ts'
import { shareOf, shownQuestions } from '#contracts/scout/score.ts'
import type { Section, TemplateContent } from '#contracts/scout/templates.ts'
import type { RoundRecord } from '#server/modules/scout/rounds/public.ts'
import { type Numbers, numbersIn } from './numbers.ts'
import { contentWidth, ink, openPaper, type Paper } from './paper.ts'
import { type RoundWords, roundWords, sayAnswer } from './round-words.ts'

export interface RoundAbout {
  readonly organisation: string
  readonly language: 'en' | 'de'
  readonly at: Date
}

/** @returns undefined where the file is gone */
export type ReadPhoto = (
  image: Image,
) => Promise<{ readonly bytes: Uint8Array; readonly contentType: string } | undefined>

interface Writing {
  readonly paper: Paper
  readonly words: RoundWords
  readonly numbers: Numbers
  readonly language: 'en' | 'de'
  readonly record: RoundRecord
  readonly readPhoto: ReadPhoto
}

const inRow = 4
const gap = 8
const photoWidth = (contentWidth - (inRow - 1) * gap) / inRow
const photoHeight = 96

const plain = { size: 9, colour: ink } as const

const drawPhotos = async (
  { paper, readPhoto, words }: Writing,
  images: readonly Image[],
  of: string,
): Promise<void> => {
  for (let from = 0; from < images.length; from += inRow) {
    const files = await Promise.all(images.slice(from, from + inRow).map(readPhoto))
    // The paper takes JPEG only, which is what phones of scouts send.
    const photos = files.flatMap((file) => (file?.contentType === 'image/jpeg' ? [file.bytes] : []))
    if (photos.length === 0) continue
    paper.figure(words.photos(of), photoHeight, ({ doc }) => {
      for (const [index, bytes] of photos.entries())
        doc.image(Buffer.from(bytes), index * (photoWidth + gap), 0, { fit: [photoWidth, photoHeight] })
    })
  }
}

const sectionOf = async (
  writing: Writing,
  inspection: Inspection,
  content: TemplateContent,
  { title, texts, questions }: Section,
): Promise<void> => {
  const { paper, words, numbers, language } = writing
  const answers = new Map(inspection.answers.map((answer) => [answer.questionId, answer]))
  const shown = shownQuestions(content, answers)
  const part = inspection.parts.find(({ title: one }) => one === title)
  // Lets other requests in between.
  await turn()
  const score = part && part.score !== null ? ` (${numbers.average(part.score)})` : ''
  paper.heading(3, `${texts?.[language] ?? title}${score}`)
  for (const question of questions) {
    if (!shown.has(question.id)) continue
    const answer = answers.get(question.id)
    const asked = question.texts?.[language] ?? question.text
    const said = sayAnswer(question, answer ?? { value: null, na: false }, language)
    const failed = shareOf(question, answer) === 0 ? ` (${words.failed})` : ''
    const note = answer?.note ? ` – ${answer.note}` : ''
    paper.paragraph(`${asked}: ${said}${failed}${note}`, plain)
    await drawPhotos(writing, answer?.photos ?? [], asked)
  }
}

const resultOf = (passed: boolean | null, words: RoundWords): string =>
  passed === null ? '–' : passed ? words.passed : words.failed

const inspectionOf = async (writing: Writing, inspection: Inspection, place: number): Promise<void> => {
  const { paper, words, numbers, record } = writing
  const { amenity, template, skipped, score, passed, presence, noCodeReason } = inspection
  paper.heading(2, `${numbers.number(place)}. ${sayPlace(amenity.name, amenity.location, '')}`)
  if (skipped) {
    paper.paragraph(`${words.skipped[skipped.reason]}${skipped.note ? `. ${skipped.note}` : ''}`, plain)
    return
  }
  const proof = noCodeReason ? `${words.presence[presence]} (${noCodeReason})` : words.presence[presence]
  paper.paragraph(
    `${template.name}. ${words.score}: ${numbers.average(score)}. ${resultOf(passed, words)}. ${proof}.`,
  )
  const checklist = record.checklists.find(
    ({ id, version }) => id === template.id && version === template.version,
  )
  for (const section of checklist?.content.sections ?? [])
    if (checklist) await sectionOf(writing, inspection, checklist.content, section)
}

const findingsOf = async (writing: Writing): Promise<void> => {
  const { paper, words, numbers, record } = writing
  if (record.found.length === 0) return
  paper.heading(2, words.findings)
  for (const { severity, categoryName, amenity, text, task, photos } of record.found) {
    const about = [words.severities[severity], categoryName, amenity.name]
    if (task) about.push(words.task(numbers.number(task.number)))
    paper.paragraph(`${about.join(' · ')}${text ? `: ${text}` : ''}`, plain)
    await drawPhotos(writing, photos, categoryName)
  }
}

const write = async (writing: Writing, about: RoundAbout): Promise<void> => {
  const { paper, words, numbers, record } = writing
  const { round, zone } = record
  const moment = (at: string | null): string => (at === null ? '–' : numbers.moment(new Date(at), zone))
  paper.heading(1, `${words.round} ${round.number}: ${round.title}`)
  paper.paragraph(`${about.organisation}, ${round.building.name}`, { size: 11, colour: ink })
  const scout = round.scout?.name ?? '–'
  await paper.table(
    [
      { title: words.figure, share: 2 },
      { title: words.value, share: 5 },
    ],
    [
      [words.scout, scout],
      [words.due, moment(round.dueBy)],
      [words.submitted, moment(round.submittedAt)],
      [words.reviewed, round.reviewedAt ? moment(round.reviewedAt) : words.notReviewed],
      [words.score, numbers.average(round.score)],
      [words.result, resultOf(round.passed, words)],
      [words.stops, words.stopsDone(numbers.number(round.doneCount), numbers.number(round.stopCount))],
    ],
  )
  if (round.note) paper.paragraph(`${words.note}: ${round.note}`, plain)
  for (const [index, inspection] of record.inspections.entries())
    await inspectionOf(writing, inspection, index + 1)
  await findingsOf(writing)
  paper.heading(2, words.signed)
  paper.paragraph(words.signedBy(scout, moment(round.submittedAt)), plain)
  paper.paragraph(
    round.reviewer && round.reviewedAt
      ? words.reviewedBy(round.reviewer.name, moment(round.reviewedAt))
      : words.notReviewed,
    plain,
  )
  if (round.timesRounded) paper.paragraph(words.rounded)
  paper.end()
}

/** Yields the bytes as they are produced; an error ends the sequence. */
export async function* renderRound(
  about: RoundAbout,
  record: RoundRecord,
  readPhoto: ReadPhoto,
): AsyncGenerator<Uint8Array> {
  const words = roundWords(about.language)
  const { doc, paper } = openPaper({
    title: `${words.round} ${record.round.number}: ${about.organisation}`,
    language: about.language,
    footer: (page) => `${about.organisation} · ${words.page(page)}`,
    createdAt: about.at,
  })
  const numbers = numbersIn(words.locale)
  const { language } = about
  const written = write({ paper, words, numbers, language, record, readPhoto }, about).catch(
    (error: unknown) => {
      doc.destroy(error instanceof Error ? error : new Error(String(error)))
    },
  )
  for await (const chunk of doc) yield chunk as Uint8Array
  await written
}
