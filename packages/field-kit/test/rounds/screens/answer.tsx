import type { JSX } from 'preact'
import { ChooseLanguage } from '#field-kit/choose-language.tsx'
import { Field } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import type { LocaleStore } from '#field-kit/locale-store.ts'
import { useNavigation } from '#field-kit/navigation.tsx'
import { allResized, TakenPhotos } from '#field-kit/photos.tsx'
import { useConfirmLeave } from '#field-kit/unsent-forms.ts'
import { useFormDraft } from '#field-kit/use-form-draft.ts'
import type { Services } from '../main.tsx'

const empty = { text: '' }

export default function Answer({ services, store }: { services: Services; store: LocaleStore }): JSX.Element {
  const { drafts, owner, outbox } = services
  const [texts, change, photos, setPhotos] = useFormDraft(drafts, `${owner} answer`, empty)
  const { go } = useNavigation()
  useConfirmLeave(texts.text !== '' || photos.length > 0)
  const send = async (event: Event): Promise<void> => {
    event.preventDefault()
    const taken = await allResized(photos)
    if (!taken) return
    await outbox.add(
      { id: 'lobby', title: 'Lobby' },
      { kind: 'answer', text: texts.text },
      undefined,
      taken.map((photo) => ({ kind: 'photo', photo })),
    )
    go('/rounds/sent', { sent: true })
  }
  return (
    <>
      <Heading text="Lobby" />
      <ChooseLanguage onLanguage={(language) => store.setLanguage(language)} />
      <form class="stack" onSubmit={send}>
        <Field label="Answer">
          {(control) => (
            <input
              {...control}
              type="text"
              name="answer"
              value={texts.text}
              onInput={(event) => change({ text: event.currentTarget.value })}
            />
          )}
        </Field>
        <TakenPhotos taken={photos} most={3} alt="Photo" onChange={setPhotos} />
        <button type="submit">Save</button>
      </form>
    </>
  )
}
