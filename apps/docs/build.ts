/** Builds the documentation into dist/docs: HTML, Markdown, search, feed and llms.txt. A dead link fails the build. */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { endpoints } from '#contracts/all.ts'
import { errorPages } from './src/error-pages.ts'
import { eventPages } from './src/event-pages.ts'
import { changesFeed, llmsFullText, llmsText } from './src/for-programs.ts'
import { type Files, pageHtml } from './src/layout.ts'
import { type Site, withLinks } from './src/links.ts'
import { htmlOf } from './src/markdown.ts'
import { chapterOf, type Page, titleOf } from './src/page.ts'
import { searchIndex } from './src/search-index.ts'
import { sections } from './src/sections.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const source = fileURLToPath(new URL('src/', import.meta.url))

const pageOf = (
  section: string,
  { path, file, chapter }: (typeof sections)[number]['pages'][number],
): Page => {
  const text = readFileSync(join(root, file), 'utf8')
  const markdown = chapter === undefined ? text : chapterOf(text, chapter)
  return { path, file, section, title: titleOf(markdown, file), markdown }
}

const readPages = (): Page[] => {
  const written = sections.flatMap(({ title, pages }) => pages.map((page) => pageOf(title, page)))
  const at = written.findIndex(({ section }) => section === 'Tools')
  return [...written.slice(0, at), ...errorPages(endpoints), ...eventPages(), ...written.slice(at)]
}

/** Builds script and style sheet, with their hash in the name. @returns their addresses */
const buildFiles = async (directory: string): Promise<Files> => {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    envDir: false,
    publicDir: false,
    root: source,
    base: '/docs/',
    build: {
      outDir: directory,
      emptyOutDir: true,
      target: ['chrome91', 'safari14.1', 'firefox92'],
      modulePreload: false,
      rolldownOptions: { input: { search: join(source, 'search.ts'), docs: join(source, 'docs.css') } },
    },
  })
  const output = [result].flat().flatMap((one) => ('output' in one ? one.output : []))
  const find = (end: string): string => {
    const name = output.find(({ fileName }) => fileName.endsWith(end))?.fileName
    if (name === undefined) throw new Error(`The build of the documentation gave no ${end}`)
    return `/docs/${name}`
  }
  return { style: find('.css'), script: find('.js') }
}

export const buildDocs = async (directory: string = join(root, 'dist', 'docs')): Promise<void> => {
  rmSync(directory, { recursive: true, force: true })
  const pages = readPages()
  const site: Site = {
    pages,
    exists: (file) => existsSync(join(root, file)),
    endpoints: new Set(endpoints.map(({ name }) => name)),
  }
  const files = await buildFiles(directory)
  const write = (name: string, text: string): void => {
    mkdirSync(dirname(join(directory, name)), { recursive: true })
    writeFileSync(join(directory, name), text)
  }
  const twins = new Map<Page, string>()
  for (const page of pages) {
    const name = page.path === '' ? 'index' : page.path
    const twin = withLinks(site, page, '.md')
    twins.set(page, twin)
    write(`${name}.md`, twin)
    write(`${name}.html`, pageHtml(page, pages, htmlOf(withLinks(site, page)), files))
  }
  write('search.json', JSON.stringify(searchIndex(pages, endpoints)))
  write('llms.txt', llmsText(pages))
  write('llms-full.txt', llmsFullText(pages, twins))
  write('changelog.xml', changesFeed(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')))
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildDocs()
