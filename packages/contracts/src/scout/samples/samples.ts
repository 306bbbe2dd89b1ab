/** The twelve checklists to begin with. Loaded where one is chosen, since they are long. */
import { accessibleRoute } from './accessible-route.ts'
import { accessibleWashroom } from './accessible-washroom.ts'
import { entranceWinter } from './entrance.ts'
import { fireDoors } from './fire-doors.ts'
import { gymChanging } from './gym.ts'
import { kitchenHygiene } from './kitchen.ts'
import { liftCheck } from './lift.ts'
import { meetingRoom } from './meeting-room.ts'
import { officeCleaning } from './office.ts'
import { parkingCheck } from './parking.ts'
import { playgroundOutdoors } from './playground.ts'
import type { Pair, Sample, SampleLanguage } from './shape.ts'
import { washroomCleaning } from './washroom.ts'

export const samples: readonly Sample[] = [
  washroomCleaning,
  officeCleaning,
  kitchenHygiene,
  meetingRoom,
  liftCheck,
  fireDoors,
  entranceWinter,
  accessibleRoute,
  accessibleWashroom,
  gymChanging,
  parkingCheck,
  playgroundOutdoors,
]

const inLanguage = ([en, de]: Pair, language: SampleLanguage): string => (language === 'de' ? de : en)
const inOther = ([en, de]: Pair, language: SampleLanguage): Readonly<Record<string, string>> =>
  language === 'de' ? { en } : { de }

/** A sample as a checklist whose texts are in this language, with the other one as a translation. */
export const templateOfSample = (sample: Sample, language: SampleLanguage) => ({
  name: inLanguage(sample.name, language),
  description: inLanguage(sample.description, language),
  types: [...sample.types],
  passMark: sample.passMark,
  presence: sample.presence,
  sections: sample.sections.map(({ id, title, questions }) => ({
    id,
    title: inLanguage(title, language),
    texts: inOther(title, language),
    questions: questions.map(({ text, help, showIf, options, ...question }) => ({
      ...question,
      text: inLanguage(text, language),
      texts: inOther(text, language),
      help: help && inLanguage(help, language),
      showIf: showIf ? { questionId: showIf.questionId, is: [...showIf.is] } : null,
      options: options.map(([code, share, ...words]) => ({
        code,
        share,
        text: inLanguage(words, language),
        texts: inOther(words, language),
      })),
    })),
  })),
})

/** In the list of samples. */
export const summaryOfSample = ({ code, name, sector, sections }: Sample, language: SampleLanguage) => ({
  code,
  name: inLanguage(name, language),
  sector,
  questions: sections.reduce((sum, { questions }) => sum + questions.length, 0),
})
