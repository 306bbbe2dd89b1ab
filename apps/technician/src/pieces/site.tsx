/** What to know about the building before going there, and whom to reach. */
import type { JSX } from 'preact'
import type { Site } from '#contracts/tasks/records.ts'
import { Notice } from '#field-kit/form.tsx'
import { useWords } from '../words.ts'
import { ContactLink } from './place-facts.tsx'

export const SiteNotes = ({ site }: { site: Site }): JSX.Element => {
  const words = useWords()
  return (
    <>
      {site.hazardNote && (
        <Notice tone="warn">
          <strong>{words.hazardNote}</strong>
          <p class="long" dir="auto">
            {site.hazardNote}
          </p>
        </Notice>
      )}
      {site.accessNote && (
        <Notice tone="info" icon="key">
          <strong>{words.accessNote}</strong>
          <p class="long" dir="auto">
            {site.accessNote}
          </p>
        </Notice>
      )}
    </>
  )
}

export const SiteContact = ({ site }: { site: Site }): JSX.Element | null => {
  const words = useWords()
  const { name, phone, email } = site.contact ?? {}
  const ways = [...new Set([phone, email, site.organisation])].filter((way) => way)
  if (ways.length === 0) return null
  return (
    <section class="stack tight" aria-label={words.helpContact}>
      <h2>{words.helpContact}</h2>
      {name && (
        <p>
          <bdi>{name}</bdi>
        </p>
      )}
      {ways.map((way) => (
        <p key={way}>
          <ContactLink contact={way ?? ''} />
        </p>
      ))}
    </section>
  )
}
