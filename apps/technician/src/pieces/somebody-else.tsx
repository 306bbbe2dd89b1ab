/** Another user has signed in in this browser: the previous user's page is covered and sends nothing. */
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useAppServices } from '../app-services.ts'
import { useRouter } from '../router.tsx'
import { useWords } from '../words.ts'

export const SomebodyElse = (): JSX.Element => {
  const words = useWords()
  const { sessions, persons } = useAppServices()
  const { search } = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const other = sessions.other()
  const theirs = other?.name ?? other?.email ?? ''
  const mine = persons.current()?.name ?? ''
  const next = encodeURIComponent(location.pathname + search)
  return (
    <dialog
      ref={dialog}
      class="whole"
      aria-labelledby="somebody-else"
      onCancel={(event) => event.preventDefault()}
    >
      <div class="stack">
        <h2 id="somebody-else">{words.otherTitle({ name: theirs })}</h2>
        <p>{words.otherText({ name: mine })}</p>
        <a class="button primary" href="/app/work">
          {words.goOnAs({ name: theirs })}
        </a>
        <a class="button" href={`/app/sign-in?next=${next}`}>
          {words.signInAs({ name: mine })}
        </a>
      </div>
    </dialog>
  )
}
