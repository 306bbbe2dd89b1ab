/** Dialogs of a task. Names of blocks are those of the fields in the body of the endpoint behind. */
import type { ModalView } from '@slack/web-api'
import type { BlockReason } from '#contracts/tasks/records.ts'
import { plain } from '../blocks.ts'
import type { SlackWords } from '../words.ts'

export const dialogs = ['assign', 'blocked', 'done'] as const
export type DialogName = (typeof dialogs)[number]

export const isDialog = (name: string | undefined): name is DialogName =>
  (dialogs as readonly (string | undefined)[]).includes(name)

const note = (words: SlackWords): ModalView['blocks'][number] => ({
  type: 'input',
  block_id: 'note',
  optional: true,
  label: plain(words.note),
  element: { type: 'plain_text_input', action_id: 'note', multiline: true, max_length: 2000 },
})

const fieldsOf = (name: DialogName, words: SlackWords): ModalView['blocks'] => {
  switch (name) {
    case 'assign':
      return [
        {
          type: 'input',
          block_id: 'assignee',
          label: plain(words.person),
          element: { type: 'external_select', action_id: 'assignee', min_query_length: 0 },
        },
      ]
    case 'blocked':
      return [
        {
          type: 'input',
          block_id: 'reason',
          label: plain(words.reason),
          element: {
            type: 'static_select',
            action_id: 'reason',
            options: (Object.keys(words.reasons) as BlockReason[]).map((value) => ({
              text: plain(words.reasons[value]),
              value,
            })),
          },
        },
        {
          type: 'input',
          block_id: 'until',
          optional: true,
          label: plain(words.until),
          element: { type: 'datetimepicker', action_id: 'until' },
        },
        note(words),
      ]
    case 'done':
      return [note(words)]
    default:
      return name satisfies never
  }
}

/** The block that shows a fault of the whole dialog. */
export const firstBlock = { assign: 'assignee', blocked: 'reason', done: 'note' } as const

export const dialogOf = (
  name: DialogName,
  task: { readonly id: string; readonly number: number },
  words: SlackWords,
): ModalView => ({
  type: 'modal',
  callback_id: name,
  private_metadata: task.id,
  title: plain(`${words[name]} · #${task.number}`.slice(0, 24)),
  submit: plain(words.send),
  close: plain(words.cancel),
  blocks: fieldsOf(name, words),
})
