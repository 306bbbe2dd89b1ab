/** TEC-4: opens a room by its sticker, with the camera or by code. */
import type { JSX } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { readQrCode } from '#contracts/qr-code.ts'
import { Field } from '#field-kit/form.tsx'
import { Heading } from '#field-kit/heading.tsx'
import { Viewfinder } from '#field-kit/scanner/viewfinder.tsx'
import { useAppServices } from '../app-services.ts'
import { formatCode } from '../data/room-code.ts'
import { Banner } from '../pieces/banner.tsx'
import { pathOf } from '../routes.ts'
import { useRouter } from '../use-router.ts'
import { useLocale } from '../words.ts'

type Trouble = 'WRONG' | 'OFFLINE' | 'UNKNOWN'

const againMilliseconds = 3000

export default function Scan(): JSX.Element {
  const { language, words } = useLocale()
  const { rooms } = useAppServices()
  const { go, search } = useRouter()
  /** a code that the cache knew but the service does not */
  const unknown = new URLSearchParams(search).get('unknown')
  const [typed, setTyped] = useState(formatCode(unknown ?? ''))
  const [trouble, setTrouble] = useState<Trouble | undefined>(unknown ? 'UNKNOWN' : undefined)
  const [busy, setBusy] = useState(false)
  /** last code looked up, because the camera detects the same sticker eight times a second */
  const asked = useRef<string | undefined>(undefined)
  /** last code that failed offline and already shows the message */
  const missed = useRef<string | undefined>(undefined)
  const field = useRef<HTMLInputElement>(null)

  const open = async (code: string): Promise<void> => {
    if (asked.current === code) return
    asked.current = code
    if (missed.current !== code) {
      missed.current = undefined
      setTrouble(undefined)
    }
    setBusy(true)
    const found = await rooms.scanned(code, language)
    setBusy(false)
    if (typeof found === 'object') {
      go(`${pathOf({ name: 'room', id: found.id })}?code=${code}`)
      return
    }
    if (missed.current !== code) setTyped(formatCode(code))
    setTrouble(found)
    if (found !== 'OFFLINE') return
    missed.current = code
    // Allow another lookup later: the camera still sees the code, and there may be a connection by then.
    setTimeout(() => {
      if (asked.current === code) asked.current = undefined
    }, againMilliseconds)
  }
  const submit = (event: Event): void => {
    event.preventDefault()
    const code = readQrCode(typed)
    if (!code) {
      setTrouble('WRONG')
      field.current?.focus()
      return
    }
    asked.current = undefined
    open(code)
  }
  const seen = (text: string): void => {
    const code = readQrCode(text)
    if (code) open(code)
    else setTrouble('UNKNOWN')
  }
  const troubleText =
    trouble && { WRONG: words.scanWrong, UNKNOWN: words.scanUnknown, OFFLINE: words.scanNotKnown }[trouble]
  return (
    <>
      <Heading text={words.scanTitle} />
      <Banner />
      <Viewfinder onText={seen} />
      <form class="stack" onSubmit={submit} noValidate>
        <Field label={words.scanCode} hint={words.scanCodeHint} error={troubleText}>
          {(control) => (
            <input
              {...control}
              ref={field}
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
              onBlur={() => setTyped(/[/:]/.test(typed) ? typed : formatCode(typed))}
            />
          )}
        </Field>
        <button type="submit" class="primary" aria-disabled={busy}>
          {busy ? words.loading : words.scanOpen}
        </button>
      </form>
    </>
  )
}
