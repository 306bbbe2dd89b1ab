/**
 * Dialogs for an ended session, or one that another person has started, so that unsaved input is kept until signing
 * in again.
 */
import { Button, Modal } from '@mantine/core'
import { useRouter } from '@tanstack/react-router'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { refreshAll, sessionEnded, signInAddress, tokens, toSignIn } from '../lib/api.ts'
import { useMessages } from '../lib/language.tsx'
import { useViewer } from '../lib/me.ts'
import type { FrameParts } from './frame-parts.ts'

type SessionState = 'MINE' | 'ENDED' | 'OTHERS'

const sessionState = (): SessionState => (tokens.read() ? 'MINE' : tokens.other() ? 'OTHERS' : 'ENDED')

const SignInBeside = ({ isFirst }: { isFirst: boolean }) => {
  const { shell } = useMessages()
  return (
    <Button component="a" href={signInAddress} target="_blank" variant={isFirst ? 'filled' : 'default'}>
      {shell.signInBeside}
    </Button>
  )
}

/** A modal dialog, so that the data behind it cannot be seen or used. */
const SomebodyElse = () => {
  const { shell } = useMessages()
  const me = useViewer()
  const { basepath } = useRouter()
  const dialog = useRef<HTMLDialogElement>(null)
  useEffect(() => dialog.current?.showModal(), [])
  const other = tokens.other()
  const theirs = other?.name ?? other?.email ?? ''
  return (
    <dialog
      ref={dialog}
      className="closed"
      aria-labelledby="somebody-else"
      onCancel={(event) => event.preventDefault()}
    >
      <h2 id="somebody-else">{shell.otherTitle({ name: theirs })}</h2>
      <p>{shell.otherHelp({ name: me.name })}</p>
      <div className="form-foot">
        <Button component="a" href={`${basepath}/`} variant="filled">
          {shell.goOnAs({ name: theirs })}
        </Button>
        <SignInBeside isFirst={false} />
      </div>
    </dialog>
  )
}

export const SessionEnded = ({ SignIn }: Pick<FrameParts, 'SignIn'>) => {
  const { shell } = useMessages()
  const state = useSyncExternalStore(tokens.subscribe, sessionState)
  const [isPutAway, setPutAway] = useState(false)
  const before = useRef(state)
  useEffect(() => {
    // While mounted, this component handles the end of a session.
    sessionEnded.current = () => {}
    return () => {
      sessionEnded.current = toSignIn
    }
  }, [])
  useEffect(() => {
    if (state === 'MINE' && before.current !== 'MINE') void refreshAll(true)
    if (state === 'ENDED') setPutAway(false)
    before.current = state
  }, [state])
  if (state === 'OTHERS') return <SomebodyElse />
  return (
    <Modal
      opened={state === 'ENDED' && !isPutAway}
      onClose={() => setPutAway(true)}
      title={shell.sessionEnded}
      size="sm"
      withCloseButton={false}
      // Above a dialog whose form has found the session ended.
      zIndex={400}
    >
      <p>{shell.sessionEndedHelp}</p>
      {SignIn ? (
        <SignIn alone={false} onDone={() => setPutAway(false)} />
      ) : (
        <div className="form-foot">
          <SignInBeside isFirst />
          <Button onClick={toSignIn}>{shell.signInHere}</Button>
        </div>
      )}
    </Modal>
  )
}
