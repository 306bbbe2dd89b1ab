/** Another user has signed in in this browser: the previous user's page is covered and sends nothing. */
import type { JSX } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { useKitWords } from './words.ts'

interface SomebodyElseProps {
  /** name of the page's user */
  readonly mine: string
  /** name of who is signed in now */
  readonly theirs: string
  /** address of the app */
  readonly home: string
  /** address at which the page's user can sign in again */
  readonly signIn: string
}

export const SomebodyElse = ({ mine, theirs, home, signIn }: SomebodyElseProps): JSX.Element => {
  const words = useKitWords()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
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
        <a class="button primary" href={home}>
          {words.goOnAs({ name: theirs })}
        </a>
        <a class="button" href={signIn}>
          {words.signInAs({ name: mine })}
        </a>
      </div>
    </dialog>
  )
}
