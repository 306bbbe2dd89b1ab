/** Reply that visitors read on their tracking page. */
import { Checkbox, Textarea } from '@mantine/core'
import { bulkFeedback } from '#contracts/dashboard.ts'
import { check, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { feedbackMessages } from './messages.ts'
import { placeOf, type Subject, triageItemOf } from './subject.ts'
import { useTriage } from './use-triage.ts'

/** Places named in a reply to several submissions. */
const mostNamed = 3
const longest = 120

/** Shortens at a word boundary. */
const shortly = (words: string): string =>
  words.length > longest ? `${words.slice(0, longest).replace(/\s+\S*$/, '')} …` : words

interface ReplyDialogProps {
  readonly items: readonly Subject[]
  readonly onClose: () => void
  readonly onDone: () => void
}

export const ReplyDialog = ({ items, onClose, onDone }: ReplyDialogProps) => {
  const feedback = useMessages(feedbackMessages)
  const triage = useTriage()
  const form = useForm({
    draft: () => ({ reply: '', done: true }),
    write: ({ reply, done }) => ({ reply: reply.trim(), ...(done ? { done } : {}) }),
    body: bulkFeedback,
    check: ({ reply }) => ({ reply: reply.trim() === '' && feedback.replyNeeded }),
    create: async (patch) => triage.apply(items.map(triageItemOf), patch),
    onDone: onDone,
  })
  const more = items.length - mostNamed
  return (
    <FormDialog
      form={form}
      title={feedback.replyTitle({ count: items.length })}
      submit={feedback.acts.reply}
      onClose={onClose}
    >
      <ul className="reply-to">
        {items.slice(0, mostNamed).map((item) => (
          <li key={item.id}>
            <span className="quiet">{placeOf(item)}</span>
            {item.comment ? (
              <q dir="auto" lang={item.language}>
                {shortly(item.comment)}
              </q>
            ) : null}
          </li>
        ))}
        {more > 0 ? <li className="quiet">{feedback.replyMore({ count: more })}</li> : null}
      </ul>
      <Textarea
        {...text(form, 'reply', feedback.reply)}
        description={feedback.replyHelp}
        autosize
        minRows={4}
        data-autofocus
      />
      <Checkbox {...check(form, 'done', feedback.settleToo)} />
    </FormDialog>
  )
}
