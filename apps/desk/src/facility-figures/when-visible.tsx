/** Renders its content when it is scrolled into view. */
import { type ReactNode, useEffect, useRef, useState } from 'react'

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
    return () => observer.disconnect()
  }, [seen])
  return seen ? children : <div ref={ref} style={{ minHeight: height }} />
}
