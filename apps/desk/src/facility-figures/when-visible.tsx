/** Renders its content when it is scrolled into view, or when the page is to be printed. */
import { Button } from '@mantine/core'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { queryClient } from '#desk-kit/lib/api.ts'
import { useMessages } from '#desk-kit/lib/language.tsx'
import { facilityMessages } from './messages.ts'

interface WhenVisibleProps {
  /** approximate height of the content, in pixels */
  readonly height: number
  readonly children: ReactNode
}

export const WhenVisible = ({ height, children }: WhenVisibleProps) => {
  const ref = useRef<HTMLDivElement>(null)
  const [seen, setSeen] = useState(false)
  useEffect(() => {
    const element = ref.current
    if (seen || !element) return undefined
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setSeen(true)
      },
      { rootMargin: '200px' },
    )
    observer.observe(element)
    // The browser takes its picture of the page right after this event.
    const show = (): void => flushSync(() => setSeen(true))
    window.addEventListener('beforeprint', show)
    return () => {
      observer.disconnect()
      window.removeEventListener('beforeprint', show)
    }
  }, [seen])
  return seen ? children : <div ref={ref} style={{ minHeight: height }} />
}

/** Longer than this nobody waits for a print dialog; what is there then is printed. */
const mostWaitMs = 10_000
const pollMs = 100

/** Shows everything, waits for its data, and opens the print dialog. */
const printAll = async (): Promise<void> => {
  window.dispatchEvent(new Event('beforeprint'))
  const until = Date.now() + mostWaitMs
  for (let calm = 0; calm < 3 && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, pollMs))
    calm = queryClient.isFetching() === 0 ? calm + 1 : 0
  }
  window.print()
}

/** The button, and the keys with which the browser prints; its menu prints what has loaded. */
export const PrintAll = () => {
  const t = useMessages(facilityMessages)
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return
      event.preventDefault()
      void printAll()
    }
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return <Button onClick={() => void printAll()}>{t.print}</Button>
}
