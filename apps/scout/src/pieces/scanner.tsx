/** Reads the sticker of a place, with the camera or typed. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { Field } from '#field-kit/form.tsx'
import { Viewfinder } from '#field-kit/scanner/viewfinder.tsx'
import { useWords } from '../words.ts'

const againMs = 3000

/** @param onText returns what is wrong with a code, in words */
export const Scanner = ({
  onText,
}: {
  onText: (text: string) => Promise<string | undefined>
}): JSX.Element => {
  const words = useWords()
  const [typed, setTyped] = useState('')
  const [trouble, setTrouble] = useState<string>()
  /** the camera detects the same sticker eight times a second */
  const seen = useRef<string | undefined>(undefined)
  const read = async (text: string): Promise<void> => {
    try {
      setTrouble(await onText(text))
    } catch {
      // Browsers hash only on pages with https.
      setTrouble(words.scanInsecure)
    }
  }
  const see = (text: string): void => {
    if (seen.current === text) return
    seen.current = text
    setTimeout(() => {
      seen.current = undefined
    }, againMs)
    void read(text)
  }
  return (
    <section class="stack" aria-label={words.scanTitle}>
      <Viewfinder onText={see} resumes />
      <form
        class="stack tight"
        onSubmit={(event) => {
          event.preventDefault()
          void read(typed)
        }}
        noValidate
      >
        <Field label={words.scanCode} error={trouble}>
          {(control) => (
            <span class="with-button">
              <input
                {...control}
                class="code"
                type="text"
                name="code"
                dir="ltr"
                autocomplete="off"
                autocapitalize="characters"
                spellcheck={false}
                maxLength={200}
                value={typed}
                onInput={(event) => setTyped(event.currentTarget.value)}
              />
              <button type="submit">{words.openStop}</button>
            </span>
          )}
        </Field>
      </form>
    </section>
  )
}
