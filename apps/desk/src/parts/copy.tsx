/** Puts a text into the clipboard and says so; where that is not allowed the text is there to be selected. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { useMessages } from '../lib/language.tsx'

interface CopyProps {
  readonly text: string
  readonly label: string
  /** for screen readers, where several stand side by side */
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
