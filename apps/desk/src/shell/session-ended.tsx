/** The session is over: said in place, so that what was typed stays until the person has signed in again. */
import { Button, Modal } from '@mantine/core'
import { useEffect, useState } from 'react'
import { refreshAll, sessionEnded, tokens, toSignIn } from '../lib/api.ts'
import { useT } from '../lib/language.tsx'

export const SessionEnded = () => {
  const { shell } = useT()
  const [ended, setEnded] = useState(false)
  useEffect(() => {
    sessionEnded.current = () => setEnded(true)
    const end = tokens.subscribe((session) => {
      setEnded((before) => {
        if (session && before) void refreshAll(true)
        return !session
      })
    })
    return () => {
      end()
      sessionEnded.current = toSignIn
    }
  }, [])
  return (
    <Modal
      opened={ended}
      onClose={() => setEnded(false)}
      title={shell.sessionEnded}
      size="sm"
      withCloseButton={false}
    >
      <p>{shell.sessionEndedHelp}</p>
      <div className="form-foot">
        <Button component="a" href="/app/sign-in" target="_blank" variant="filled">
          {shell.signInBeside}
        </Button>
        <Button onClick={toSignIn}>{shell.signInHere}</Button>
      </div>
    </Modal>
  )
}
