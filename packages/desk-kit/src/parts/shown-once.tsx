/** A secret that is shown once: the dialog cannot be left before the person confirms having stored it. */
import { Button, Modal } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { CopyButton } from './copy.tsx'

interface ShownOnceProps {
  readonly title: string
  readonly help: string
  readonly secret: string
  readonly copy: string
  /** label of the confirmation button */
  readonly saved: string
  /** shown when somebody tries to close the dialog without confirming */
  readonly notYet: string
  readonly onClose: () => void
  /** instructions */
  readonly children: ReactNode
}

export const ShownOnce = ({ title, help, secret, copy, saved, notYet, ...props }: ShownOnceProps) => {
  const [asked, setAsked] = useState(false)
  useBlocker({
    shouldBlockFn: () => {
      setAsked(true)
      return true
    },
    enableBeforeUnload: true,
  })
  return (
    <Modal opened onClose={() => setAsked(true)} title={title} size="lg" withCloseButton={false}>
      <div className="form">
        <p>{help}</p>
        <pre className="example secret">{secret}</pre>
        <CopyButton text={secret} label={copy} />
        {props.children}
        {asked ? (
          <p className="leaving" role="alert">
            {notYet}
          </p>
        ) : null}
        <div className="form-foot">
          <Button variant="filled" onClick={props.onClose}>
            {saved}
          </Button>
        </div>
      </div>
    </Modal>
  )
}
