/** A page for each event of webhooks and live stream, with its sample body. */
import { type OutwardName, outward, outwardNames } from '#contracts/outward.ts'
import { outwardExamples } from '#contracts/outward-examples.ts'
import type { Page } from './page.ts'

interface Property {
  readonly description?: string
  readonly type?: string
  readonly anyOf?: readonly Property[]
}

const kindOf = (property: Property): string =>
  property.type ?? [...new Set(property.anyOf?.map(kindOf) ?? ['any'])].join(' or ')

const fields = (name: OutwardName): string => {
  const { properties, required = [] } = outward[name].data as {
    properties: Record<string, Property>
    required?: readonly string[]
  }
  const rows = Object.entries(properties).map(
    ([field, property]) =>
      `| \`${field}\` | ${kindOf(property)} | ${required.includes(field) ? 'always' : 'not after an erasure'} |`,
  )
  return `| Field of \`data\` | Type | Present |\n|---|---|---|\n${rows.join('\n')}`
}

const pageOf = (name: OutwardName): Page => ({
  path: `events/${name}`,
  title: name,
  section: 'API',
  markdown: `# ${name}

${outward[name].summary}.

## Sample

\`\`\`json
${JSON.stringify(outwardExamples[name], null, 2)}
\`\`\`

## Fields

${fields(name)}

Fields may be added at any time, so ignore those that you do not know. How a body is signed, retried and deduplicated is told in [Webhooks](/docs/api/webhooks); the [live stream](/docs/api/live-stream) sends the same \`data\`.
`,
})

export const eventPages = (): Page[] => [
  {
    path: 'events',
    title: 'Events',
    section: 'API',
    markdown: `# Events

What [webhooks](/docs/api/webhooks) and the [live stream](/docs/api/live-stream) send. No event contains what a visitor wrote, an email address or a link to a photo.

| Event | When |
|---|---|
${outwardNames.map((name) => `| [${name}](/docs/events/${name}) | ${outward[name].summary} |`).join('\n')}
`,
  },
  ...outwardNames.map(pageOf),
]
