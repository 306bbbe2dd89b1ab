/** The order of the documentation, and the file in the repository that each page is made of. */

export interface Source {
  /** below /docs; empty for the start */
  readonly path: string
  /** from the root of the repository */
  readonly file: string
  /** only this chapter of the file */
  readonly chapter?: string
}

export interface Section {
  readonly title: string
  readonly pages: readonly Source[]
}

const guide = (name: string): Source => ({ path: `guides/${name}`, file: `docs/guides/${name}.md` })

export const sections: readonly Section[] = [
  { title: 'Start', pages: [{ path: '', file: 'docs/guides/start.md' }] },
  {
    title: 'Guides',
    pages: [
      guide('stickers'),
      { path: 'guides/import', file: 'docs/import.md' },
      guide('route-work'),
      guide('agree-an-sla'),
      guide('share-with-a-client'),
      guide('spreadsheets-and-bi'),
      guide('keep-a-copy-in-step'),
      guide('automations'),
      guide('python'),
    ],
  },
  {
    title: 'API',
    pages: [
      { path: 'api/keys', file: 'docs/api-keys.md' },
      { path: 'api/sign-in', file: 'docs/sign-in.md' },
      { path: 'api/single-sign-on', file: 'docs/sso.md' },
      { path: 'api/webhooks', file: 'docs/webhooks.md' },
      { path: 'api/live-stream', file: 'docs/live-stream.md' },
      { path: 'api/status', file: 'docs/status.md' },
    ],
  },
  {
    title: 'Tools',
    pages: [
      { path: 'tools/sdk', file: 'packages/sdk/README.md' },
      { path: 'tools/command-line', file: 'docs/command-line.md' },
      { path: 'tools/mcp', file: 'docs/mcp.md' },
    ],
  },
  {
    title: 'Self-host',
    pages: [
      { path: 'self-host/running', file: 'docs/running.md' },
      { path: 'self-host/settings', file: 'README.md', chapter: 'Settings' },
      { path: 'self-host/system', file: 'docs/system.md' },
      { path: 'self-host/distribution', file: 'docs/distribution.md' },
      { path: 'self-host/data', file: 'docs/data.md' },
      { path: 'self-host/glossary', file: 'docs/glossary.md' },
    ],
  },
  { title: 'Changes', pages: [{ path: 'changelog', file: 'CHANGELOG.md' }] },
]
