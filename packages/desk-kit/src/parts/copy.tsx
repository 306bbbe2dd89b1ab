/** Copies a text to the clipboard and announces it. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../lib/language.tsx'

interface CopyProps {
  readonly text: string
  readonly label: string
  /** label for screen readers where several copy buttons are on one page */
  readonly of?: string
  readonly small?: boolean
}

export const CopyButton = ({ text, label, of, small }: CopyProps) => {
  const { words } = useMessages()
  const [copied, setCopied] = useState(false)
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      setCopied(true)
    } catch {
      setCopied(false)
    }
  }
  return (
    <span className="copy">
      <Button size={small ? 'compact-sm' : 'sm'} aria-label={of} onClick={() => void copy()}>
        {label}
      </Button>
      <span role="status">{copied ? words.copied : ''}</span>
    </span>
  )
}
