/** Links of the documentation. */
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Site, withLinks } from '../src/links.ts'
import { htmlOf } from '../src/markdown.ts'
import type { Page } from '../src/page.ts'

const page = (path: string, file: string, markdown: string): Page => ({
  path,
  file,
  markdown,
  title: path,
  section: 'Guides',
})

const webhooks = page('api/webhooks', 'docs/webhooks.md', '# Webhooks\n\n## Verify the `signature`\n')

const linked = (markdown: string, suffix = ''): string => {
  const from = page('guides/start', 'docs/guides/start.md', markdown)
  const site: Site = {
    pages: [from, webhooks],
    exists: (file) => file === 'deploy/compose.yaml',
    endpoints: new Set(['createTask']),
  }
  return withLinks(site, from, suffix)
}

test('A link to a file is a link to its page, and in the Markdown twin to its twin', () => {
  const text = '[a](../webhooks.md#verify-the-signature)'
  assert.equal(linked(text), '[a](/docs/api/webhooks#verify-the-signature)')
  assert.equal(linked(text, '.md'), '[a](/docs/api/webhooks.md#verify-the-signature)')
  assert.equal(linked('[a](/docs/reference#createTask)', '.md'), '[a](/docs/reference#createTask)')
  assert.equal(linked('see [the file](../../deploy/compose.yaml)'), 'see the file')
})

test('A dead link fails the build', () => {
  for (const link of ['../gone.md', '../webhooks.md#gone', '#gone', '/docs/gone', '/docs/reference#gone'])
    assert.throws(() => linked(`[a](${link})`), /leads nowhere/, link)
})

test('Code is left as it is, and HTML in a page is shown as text', () => {
  assert.equal(linked('```\n[a](../gone.md)\n```'), '```\n[a](../gone.md)\n```')
  assert.doesNotMatch(
    htmlOf('<script>alert(1)</script> [x](javascript:alert(1))'),
    /<script|href="javascript/,
  )
})

test('Each table has a name of its own, after its chapter', () => {
  const table = '\n| a |\n|---|\n| b |\n'
  const html = htmlOf(`# All\n\n## With \`code\` & more\n${table}\nand\n${table}\n## Other\n${table}`)
  assert.deepEqual(
    [...html.matchAll(/aria-label="([^"]*)"/g)].map(([, label]) => label),
    ['Table: With code &amp; more', 'Table 2: With code &amp; more', 'Table: Other'],
  )
})
