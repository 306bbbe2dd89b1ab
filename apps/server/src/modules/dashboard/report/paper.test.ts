import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { openPaper, type Paper } from './paper.ts'

const pagesOf = async (write: (paper: Paper) => void | Promise<void>): Promise<string[]> => {
  const { doc, paper } = openPaper({
    title: 'Paper',
    language: 'en',
    footer: (page) => `Page ${page}`,
    createdAt: new Date(0),
  })
  const pieces: Uint8Array[] = []
  const read = (async () => {
    for await (const piece of doc) pieces.push(piece as Uint8Array)
  })()
  await write(paper)
  paper.end()
  await read
  const library = await PDFiumLibrary.init()
  try {
    const document = await library.loadDocument(Buffer.concat(pieces))
    const texts = [...document.pages()].map((page) => page.getText())
    document.destroy()
    return texts
  } finally {
    library.destroy()
  }
}

test('A heading is never alone at the end of a page: chart and table come with it, and so does the note between', async () => {
  for (let lines = 37; lines <= 42; lines++)
    for (const kind of ['chart', 'table'] as const) {
      const pages = await pagesOf(async (paper) => {
        for (let line = 0; line < lines; line++) paper.paragraph(`Line ${line}`)
        paper.heading(2, 'Heading')
        paper.heading(3, 'Subheading')
        paper.paragraph('A note.')
        if (kind === 'chart') paper.figure('A chart', 250, ({ text }) => text('Content', 0, 20, { size: 9 }))
        else await paper.table([{ title: 'Column', share: 1 }], [['Content'], ['More'], ['Last']])
      })
      const [page] = pages.filter((text) => text.includes('Subheading'))
      assert.match(
        page ?? '',
        /Heading[\s\S]*Subheading[\s\S]*A note[\s\S]*Content/,
        `${kind} after ${lines} lines`,
      )
      assert.equal(pages.join('').split('A note.').length, 2)
    }
})

test('A heading with nothing after it is printed, and long texts after one do not leave a page empty', async () => {
  assert.match((await pagesOf((paper) => paper.heading(1, 'Only this'))).join(''), /Only this/)
  const pages = await pagesOf((paper) => {
    paper.heading(2, 'Notes')
    for (let line = 0; line < 60; line++) paper.paragraph(`Note ${line}`)
    paper.figure('A chart', 300, () => undefined)
  })
  assert.match(pages[0] ?? '', /Notes[\s\S]*Note 0[\s\S]*Note 35/)
})
