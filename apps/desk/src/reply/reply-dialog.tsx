/** Reply that visitors read on their tracking page. The same dialog wherever it is offered. */
import './reply.css'
import { Checkbox, NativeSelect, Textarea } from '@mantine/core'
import { Suspense, useRef } from 'react'
import { bulkFeedback, type FeedbackItem, getFeedbackDetail } from '#contracts/dashboard.ts'
import { sayPlace } from '#contracts/kit/place.ts'
import { type VisitorLanguage, visitorLanguages } from '#contracts/kit/vocabulary.ts'
import { fillPlaceholders, placeholdersIn } from '#contracts/reply-placeholders.ts'
import { check, text } from '#desk-kit/form/fields.tsx'
import { FormDialog } from '#desk-kit/form/form-dialog.tsx'
import { useForm } from '#desk-kit/form/use-form.ts'
import { useApi } from '#desk-kit/lib/api.ts'
import { useFormat } from '#desk-kit/lib/format.ts'
import { useDeskLanguage, useMessages } from '#desk-kit/lib/language.tsx'
import { lazyComponent } from '#desk-kit/parts/lazy-component.tsx'
import { Mark } from '#desk-kit/parts/mark.tsx'
import { replyMessages } from './messages.ts'

/** Places named in a reply to several submissions. */
const mostNamed = 3
const longest = 120

/** Shortens at a word boundary. */
const shortly = (words: string): string =>
  words.length > longest ? `${words.slice(0, longest).replace(/\s+\S*$/, '')} …` : words

/** A submission that is answered. */
export type Answered = Pick<FeedbackItem, 'id' | 'comment' | 'language'> & {
  readonly amenity: { readonly name: string } | null
  readonly location: string | null
  readonly building: { readonly name: string } | null
}

export interface ReplyPatch {
  readonly reply: string
  readonly replyLanguage: VisitorLanguage
  readonly done?: true
}

interface ReplyDialogProps {
  readonly items: readonly Answered[]
  readonly send: (patch: ReplyPatch) => Promise<unknown>
  readonly onClose: () => void
  readonly onDone: () => void
}

const TemplateMenu = lazyComponent(async () => (await import('./template-menu.tsx')).TemplateMenu)

export const ReplyDialog = ({ items, send, onClose, onDone }: ReplyDialogProps) => {
  const { words } = useMessages()
  const t = useMessages(replyMessages)
  const { list } = useFormat()
  const field = useRef<HTMLTextAreaElement>(null)
  const [first] = items
  const known = useApi(
    getFeedbackDetail,
    { params: { id: first?.id ?? '' }, query: { forReply: true } },
    { enabled: first !== undefined },
  )
  const spoken = useDeskLanguage()
  const languages = [...new Set(items.map(({ language }) => language))]
  const named = (language: string): string => words.languages[language as VisitorLanguage] ?? language
  const form = useForm({
    draft: () => ({ reply: '', replyLanguage: spoken as VisitorLanguage, done: true }),
    write: ({ reply, replyLanguage, done }): ReplyPatch => ({
      reply: reply.trim(),
      replyLanguage,
      ...(done ? { done } : {}),
    }),
    body: bulkFeedback,
    check: ({ reply }) => {
      const [open] = placeholdersIn(reply)
      return { reply: reply.trim() === '' ? t.needed : open && t.placeOpen({ placeholder: `{${open}}` }) }
    },
    create: send,
    onDone: onDone,
  })
  const places = new Set(items.map(({ amenity, location }) => sayPlace(amenity?.name, location)))
  const [place] = places
  const { templates = [], organization } = known.data?.forReply ?? {}
  const insert = (written: string, language: VisitorLanguage): void => {
    const filled = fillPlaceholders(written, {
      ...(places.size === 1 && place ? { place } : {}),
      ...(organization ? { organization } : {}),
    })
    const { reply } = form.values
    const { selectionStart: from = reply.length, selectionEnd: to = from } = field.current ?? {}
    form.set({ reply: `${reply.slice(0, from)}${filled}${reply.slice(to)}`, replyLanguage: language })
    // The menu gives the focus back to its button first.
    setTimeout(() => field.current?.focus())
  }
  const more = items.length - mostNamed
  const { replyLanguage } = form.values
  const isOther = languages.some((language) => language !== replyLanguage)
  const visitors = { languages: list(languages.map(named)) }
  return (
    <FormDialog form={form} title={t.title({ count: items.length })} submit={t.send} onClose={onClose}>
      <ul className="reply-to">
        {items.slice(0, mostNamed).map((item) => (
          <li key={item.id}>
            <span className="quiet">{sayPlace(item.amenity?.name, item.location, item.building?.name)}</span>
            {item.comment ? (
              <q dir="auto" lang={item.language}>
                {shortly(item.comment)}
              </q>
            ) : null}
          </li>
        ))}
        {more > 0 ? <li className="quiet">{t.more({ count: more })}</li> : null}
      </ul>
      <div className="reply-tools">
        <span>{t.writtenIn(visitors)}</span>
        {templates.length > 0 ? (
          <Suspense>
            <TemplateMenu templates={templates} languages={languages} onChoose={insert} />
          </Suspense>
        ) : null}
      </div>
      <Textarea
        {...text(form, 'reply', t.text)}
        ref={field}
        description={t.help}
        lang={replyLanguage}
        dir="auto"
        autosize
        minRows={4}
        data-autofocus
      />
      <NativeSelect
        {...text(form, 'replyLanguage', t.language)}
        data={visitorLanguages.map((one) => ({ value: one, label: named(one) }))}
      />
      <div role="status">
        {isOther ? (
          <Mark tone="warn">{t.otherLanguage({ language: named(replyLanguage), ...visitors })}</Mark>
        ) : null}
      </div>
      <Checkbox {...check(form, 'done', t.settleToo)} />
    </FormDialog>
  )
}
