/** The h1 of a screen, which also sets the title of the window. */
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
