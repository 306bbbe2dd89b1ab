/** The one heading of a screen; the window bears its name. */
import type { JSX } from 'preact'
import { useEffect } from 'preact/hooks'

export const Heading = ({ text }: { text: string }): JSX.Element => {
  useEffect(() => {
    document.title = `${text} · Wellkept`
  }, [text])
  return (
    <h1 tabIndex={-1}>
      <bdi>{text}</bdi>
    </h1>
  )
}
