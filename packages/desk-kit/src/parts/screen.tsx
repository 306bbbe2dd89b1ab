/** Layout of every screen: breadcrumb, heading, window title and actions. */
import { type ReactNode, useEffect } from 'react'
import { useViewer } from '../lib/me.ts'
import { useHeadingFocus } from '../lib/navigation-focus.ts'

interface ScreenProps {
  readonly title: string
  readonly breadcrumb?: ReactNode
  readonly beside?: ReactNode
  readonly actions?: ReactNode
  readonly children: ReactNode
}

export const Screen = ({ title, breadcrumb, beside, actions, children }: ScreenProps) => {
  const { organisation } = useViewer()
  useEffect(() => {
    document.title = `${title} – ${organisation} – Wellkept`
  }, [title, organisation])
  const heading = useHeadingFocus()
  return (
    <>
      <header className="screen-head">
        <div className="screen-title">
          {breadcrumb ? <p className="above">{breadcrumb}</p> : null}
          <h1 tabIndex={-1} id="title" ref={heading}>
            {title}
          </h1>
          {beside}
        </div>
        {actions ? <div className="actions">{actions}</div> : null}
      </header>
      {children}
    </>
  )
}

interface SectionProps {
  readonly title: string
  readonly actions?: ReactNode
  readonly children: ReactNode
  readonly className?: string
}

export const Section = ({ title, actions, children, className }: SectionProps) => (
  <section className={`section ${className ?? ''}`} aria-label={title}>
    <div className="section-head">
      <h2>{title}</h2>
      {actions ? <div className="actions">{actions}</div> : null}
    </div>
    {children}
  </section>
)
