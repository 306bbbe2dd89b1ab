/** Models of the task link page, with long content. */
import type { PageModel, TaskLinkOverPageModel, TaskLinkPageModel } from '../src/models.ts'

const id = (n: number) => `0192f0c4-7a10-7000-8000-${String(n).padStart(12, '0')}`
const at = (time: string) => `2026-11-20T${time}:00.000Z`

/** @param say replaces free text by `text` of the fixtures */
export const taskLinkFixtures = (
  page: (path: string) => PageModel,
  say: (usual: string) => string,
): { taskLink: TaskLinkPageModel; taskLinkHeld: TaskLinkPageModel; taskLinkOver: TaskLinkOverPageModel } => {
  const author = { id: id(5), name: say('Olga'), kind: 'OPERATOR' as const }
  const image = (n: number) => ({
    key: `key-${n}`,
    url: say(`/files/f${n}`),
    thumbnailUrl: say(`/files/s${n}`),
    width: 800,
    height: 600,
  })
  const task: TaskLinkPageModel['task'] = {
    number: 412,
    title: say('No soap, and the dispenser is loose'),
    description: say('Refill all four.\nThe key is with reception.'),
    status: 'IN_PROGRESS',
    priority: 'URGENT',
    building: say('Main building'),
    amenity: say('Washroom, men'),
    location: say('Level 2, East'),
    category: say('No soap'),
    reporterCount: 3,
    dueAt: at('15:00'),
    completedAt: null,
    blocked: null,
    checklist: [1, 2, 3, 4, 5, 6].map((n) => ({ id: id(20 + n), text: say(`Step ${n}`), done: n < 3 })),
    attachments: (['BEFORE', 'AFTER', 'OTHER'] as const).map((kind, n) => ({
      id: id(40 + n),
      kind,
      noteId: null,
      image: image(n),
      author,
      createdAt: at('12:30'),
    })),
    notes: [1, 2, 3, 4, 5, 6, 7, 8].map((n) => ({
      id: id(60 + n),
      text: say(`The ${n}. one is loose as well; a new bracket is needed.`),
      public: false,
      source: null,
      author,
      createdAt: at('12:40'),
      attachments: [],
    })),
    timeZone: 'Europe/Berlin',
  }
  const open = {
    ...page('/o/token'),
    token: 'token',
    operator: say('Olga Brandt'),
    formId: id(90),
    photoMissing: true,
    task,
  }
  return {
    taskLink: { ...open, said: 'note' },
    taskLinkHeld: {
      ...open,
      task: {
        ...task,
        status: 'OPEN',
        attachments: [],
        blocked: { reason: 'ACCESS', since: at('12:00'), until: at('16:00'), note: say('No key') },
      },
      fault: { act: 'finish', reason: 'PHOTO' },
      values: { text: say('Ready') },
    },
    taskLinkOver: {
      ...page('/o/token'),
      reason: 'DONE',
      task: { ...task, completedAt: at('13:00') },
      undo: { token: 'token', formId: 'form' },
    },
  }
}
