/** Tells a scout once what is stored of their work. */
import type { JSX } from 'preact'
import { useState } from 'preact/hooks'
import { updateScoutProfile } from '#contracts/scout/phone/session.ts'
import { Notice } from '#field-kit/form.tsx'
import type { Book } from '../data/book.ts'
import { useServices } from '../services.ts'
import { useWords } from '../words.ts'

export const privacyText = (words: ReturnType<typeof useWords>, { scout }: Book): string =>
  scout.kind === 'MYSTERY'
    ? words.privacyMystery({ alias: scout.alias, organisation: scout.organisation.name })
    : words.privacyText({ organisation: scout.organisation.name })

export const Privacy = ({ book }: { book: Book }): JSX.Element | null => {
  const words = useWords()
  const { client, book: source } = useServices()
  const [failed, setFailed] = useState(false)
  const { privacyNotice } = book.scout
  if (privacyNotice.accepted) return null
  const accept = async (): Promise<void> => {
    try {
      await client.call(updateScoutProfile, { body: { acceptPrivacy: privacyNotice.version } })
      source.take((before) => ({
        ...before,
        scout: { ...before.scout, privacyNotice: { ...privacyNotice, accepted: true } },
      }))
    } catch {
      setFailed(true)
    }
  }
  return (
    <Notice
      tone="info"
      actions={
        <button type="button" onClick={() => void accept()}>
          {words.understood}
        </button>
      }
    >
      <p>{privacyText(words, book)}</p>
      {failed && <p role="alert">{words.noConnection}</p>}
    </Notice>
  )
}
